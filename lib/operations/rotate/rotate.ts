import { setTimeout as wait } from 'node:timers/promises';
import { CloudFrontClient, waitUntilDistributionDeployed } from '@aws-sdk/client-cloudfront';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { requireOutputs } from '#lib/operations/stage-options.ts';
import { homeRegion, Refusal, runCommand } from '#lib/stage.ts';
import { commonOptions, readStageOptions } from '../stage-options.ts';
import { type RotationTools, rotateOriginSecret, rotationState } from './origin-secret.ts';

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

await runCommand(async () => {
  const options = readStageOptions(process.argv.slice(2), 'rotate', ['write']);
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
});
