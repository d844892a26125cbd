import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { secretPlaceholder } from '#core/contract/needs.ts';
import { homeRegion } from '#lib/stage.ts';
import type { StageFile } from '#lib/stage-file.ts';
import { type Check, missing, ok, withoutOutput } from './check.ts';

const keyedRegisters: readonly StageFile['settings']['REGISTER_KIND'][] = ['tjekbil', 'motorapi'];

function neededOutputs({ settings }: StageFile): string[] {
  return [
    ...(keyedRegisters.includes(settings.REGISTER_KIND) ? ['RegisterSecret'] : []),
    ...(settings.PAYMENTS_ENABLED ? ['StripeSecret', 'StripeWebhookSecret'] : []),
  ];
}

/** Told by their names; a value is compared with the placeholder and goes nowhere. */
export const secrets: Check = {
  name: 'secrets',
  async look({ stageFile, outputs }) {
    const client = new SecretsManagerClient({ region: homeRegion });
    const unset: { output: string; secret: string }[] = [];
    for (const output of neededOutputs(stageFile)) {
      const secret = outputs?.[output];
      if (!secret) return withoutOutput(output);
      const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: secret }));
      const value = SecretString.trim();
      if (value === '' || value === secretPlaceholder) unset.push({ output, secret });
    }
    const [first] = unset;
    if (!first) return ok('Every secret that the stage needs is set.');
    const names = unset.map(({ output, secret }) => `${output} (${secret})`).join(', ');
    return missing(
      `Not set: ${names}.`,
      `aws secretsmanager put-secret-value --region ${homeRegion} --secret-id ${first.secret} --secret-string file://key.txt`,
    );
  },
};
