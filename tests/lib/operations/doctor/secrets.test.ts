import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { beforeEach, describe, expect, it } from 'vitest';
import { secretPlaceholder } from '#core/contract/needs.ts';
import { secrets } from '#lib/operations/doctor/checks.ts';
import { parseStageFile } from '#lib/stage.ts';
import { standInFor } from '#tests/support/stand-in-for.ts';
import { makeSurroundings } from './surroundings.ts';

const manager = standInFor(SecretsManagerClient);
beforeEach(() => manager.reset());

const outputs = { RegisterSecret: 'register', StripeSecret: 'stripe', StripeWebhookSecret: 'webhook' };
const value = (SecretId: string, SecretString: string) =>
  manager.on(GetSecretValueCommand, { SecretId }).resolves({ SecretString });
const look = (settings: object) =>
  secrets.look(
    makeSurroundings({ outputs, stageFile: parseStageFile('file', JSON.stringify({ settings })) }),
  );

describe('the check of the secrets', () => {
  it('the secrets check names missing secrets and never shows a value', async () => {
    value('stripe', 'sk_live_secret');
    value('webhook', ` ${secretPlaceholder}\n`);
    const finding = await look({});
    expect(finding).toMatchObject({
      state: 'missing',
      sentence: 'Not set: StripeWebhookSecret (webhook).',
      command: expect.stringContaining('put-secret-value --region eu-north-1 --secret-id webhook '),
    });
    expect(JSON.stringify(finding)).not.toContain('sk_live_secret');
  });

  it('the secrets check asks for the key of a register only if it needs one', async () => {
    value('stripe', 'a');
    value('webhook', 'b');
    value('register', '');
    expect(await look({ REGISTER_KIND: 'tjekbil-open' })).toMatchObject({ state: 'ok' });
    expect(await look({ REGISTER_KIND: 'motorapi' })).toMatchObject({
      state: 'missing',
      sentence: 'Not set: RegisterSecret (register).',
    });
  });

  it('the secrets check ignores Stripe if payments are off', async () => {
    expect(await look({ PAYMENTS_ENABLED: false })).toMatchObject({ state: 'ok' });
    expect(manager.calls()).toHaveLength(0);
  });

  it('the secrets check cannot judge a stack that does not name its secrets', async () => {
    expect(await secrets.look(makeSurroundings())).toMatchObject({ state: 'cannot tell' });
  });
});
