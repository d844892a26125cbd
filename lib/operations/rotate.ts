import { setTimeout as wait } from 'node:timers/promises';
import {
  CloudFrontClient,
  type DistributionConfig,
  GetDistributionConfigCommand,
  UpdateDistributionCommand,
  waitUntilDistributionDeployed,
} from '@aws-sdk/client-cloudfront';
import {
  GetRandomPasswordCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { originSecretHeader, secretCacheSeconds } from '#core/contract/needs.ts';
import { Refusal } from '#lib/program-options.ts';
import { homeRegion } from '#lib/stage.ts';
import { commonOptions, readStageOptions, requireOutputs } from './stage-options.ts';

export type RotationTools = {
  secrets: SecretsManagerClient;
  distributions: CloudFrontClient;
  secretId: string;
  distributionId: string;
  /** Waits until a change of the distribution is deployed everywhere. */
  waitUntilDeployed: () => Promise<void>;
  pause: (seconds: number) => Promise<void>;
  tell: (sentence: string) => void;
};

type Version = { value: string; id: string };

async function readVersion(
  { secrets, secretId }: RotationTools,
  VersionStage: 'AWSCURRENT' | 'AWSPREVIOUS',
): Promise<Version | null> {
  try {
    const command = new GetSecretValueCommand({ SecretId: secretId, VersionStage });
    const { SecretString = '', VersionId = '' } = await secrets.send(command);
    return { value: SecretString, id: VersionId };
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
}

/** The origin headers of a distribution that carry the secret. */
function headersIn(config: DistributionConfig): { HeaderValue: string | undefined }[] {
  const origins = config.Origins?.Items ?? [];
  return origins.flatMap(({ CustomHeaders }) =>
    (CustomHeaders?.Items ?? []).filter(({ HeaderName }) => HeaderName?.toLowerCase() === originSecretHeader),
  );
}

async function readDistribution({ distributions, distributionId }: RotationTools) {
  const { DistributionConfig, ETag } = await distributions.send(
    new GetDistributionConfigCommand({ Id: distributionId }),
  );
  if (!DistributionConfig || headersIn(DistributionConfig).length === 0)
    throw new Refusal(
      `The distribution ${distributionId} sends no ${originSecretHeader}. Nothing was changed.`,
    );
  return { config: DistributionConfig, eTag: ETag, headers: headersIn(DistributionConfig) };
}

async function putNewValue({ secrets, secretId }: RotationTools): Promise<string> {
  const { RandomPassword } = await secrets.send(
    new GetRandomPasswordCommand({ PasswordLength: 40, ExcludePunctuation: true }),
  );
  if (!RandomPassword) throw new Error('Secrets Manager returned no password.');
  await secrets.send(new PutSecretValueCommand({ SecretId: secretId, SecretString: RandomPassword }));
  return RandomPassword;
}

/** Which value of the secret the distribution sends. */
export type RotationState = 'current' | 'former' | 'unknown';

export async function rotationState(tools: RotationTools): Promise<RotationState> {
  const { headers } = await readDistribution(tools);
  const current = await readVersion(tools, 'AWSCURRENT');
  const former = await readVersion(tools, 'AWSPREVIOUS');
  const areAll = (version: Version | null) =>
    version !== null && headers.every(({ HeaderValue }) => HeaderValue === version.value);
  if (areAll(current)) return 'current';
  return areAll(former) ? 'former' : 'unknown';
}

/**
 * Rotates the secret between CloudFront and the API without downtime: functions accept the former value too until CloudFront
 * sends the new one everywhere, then only the new one. Running it again resumes an interrupted rotation.
 */
export async function rotateOriginSecret(tools: RotationTools): Promise<void> {
  const { secrets, distributions, secretId, distributionId, waitUntilDeployed, pause, tell } = tools;
  const state = await rotationState(tools);
  if (state === 'current') {
    await putNewValue(tools);
    tell('There is a new value. Functions take both from now on.');
  } else if (state === 'former') tell('There is a new value already: this goes on where it was cut off.');
  else tell('CloudFront sends what no function takes: it is told the value at once.');
  if (state !== 'unknown') {
    // A function that has just cached the former secret learns the new one only after that.
    const seconds = secretCacheSeconds + 60;
    tell(`Waiting ${seconds / 60} minutes until every function has read it.`);
    await pause(seconds);
  }
  const current = await readVersion(tools, 'AWSCURRENT');
  const { config, eTag, headers } = await readDistribution(tools);
  for (const header of headers) header.HeaderValue = current!.value;
  await distributions.send(
    new UpdateDistributionCommand({ Id: distributionId, IfMatch: eTag, DistributionConfig: config }),
  );
  tell('CloudFront is told. Waiting until it is so everywhere, some minutes.');
  await waitUntilDeployed();
  const former = await readVersion(tools, 'AWSPREVIOUS');
  if (former)
    await secrets.send(
      new UpdateSecretVersionStageCommand({
        SecretId: secretId,
        VersionStage: 'AWSPREVIOUS',
        RemoveFromVersionId: former.id,
      }),
    );
  tell('Done: the former value is worth nothing within five minutes.');
}

const help = `Changes a secret of a stage while the site is open.

  npm run ops -- rotate --stage prod origin            what CloudFront sends now
  npm run ops -- rotate --stage prod origin --write    changes the secret between CloudFront and the API: about a quarter of an hour

${commonOptions}

Run again it goes on where it was cut off. Keys of others (the register, Stripe) are put into their secrets by hand.
`;

const sentences = {
  current: 'CloudFront sends the secret’s value. --write makes a new one.',
  former:
    'A change was cut off: CloudFront sends the former value, which is still taken. --write goes on with it.',
  unknown:
    'CloudFront sends what no function takes, and every request is refused. --write tells it the value.',
};

export async function run(words: string[]): Promise<void> {
  const options = readStageOptions(words, 'rotate', ['write']);
  if (!options) return console.info(help);
  if (options.words.join(' ') !== 'origin')
    throw new Refusal('Say which secret: npm run ops -- rotate --stage prod origin [--write]');
  const outputs = await requireOutputs(options.stage, ['OriginSecretArn', 'Distribution']);
  // CloudFront's API exists only in this region.
  const distributions = new CloudFrontClient({ region: 'us-east-1' });
  const tools: RotationTools = {
    secrets: new SecretsManagerClient({ region: homeRegion }),
    distributions,
    secretId: outputs.OriginSecretArn,
    distributionId: outputs.Distribution,
    waitUntilDeployed: async () => {
      const waiter = { client: distributions, maxWaitTime: 30 * 60 };
      await waitUntilDistributionDeployed(waiter, { Id: outputs.Distribution });
    },
    pause: async (seconds) => {
      await wait(seconds * 1000);
    },
    tell: (sentence) => console.info(sentence),
  };
  if (options.flags.write) await rotateOriginSecret(tools);
  else console.info(sentences[await rotationState(tools)]);
}
