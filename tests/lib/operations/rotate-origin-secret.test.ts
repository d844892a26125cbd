import {
  CloudFrontClient,
  GetDistributionConfigCommand,
  UpdateDistributionCommand,
} from '@aws-sdk/client-cloudfront';
import {
  GetRandomPasswordCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { type RotationTools, rotateOriginSecret, rotationState } from '#lib/operations/rotate.ts';

type Secret = { current: string; former: string | null };

/** Secrets Manager and CloudFront as far as they matter here, and what a request meets at every moment of the change. */
function startWorld(secret: Secret, sent: string[]) {
  /** What functions have kept, at worst: what they read before each step. */
  let known = [secret.current, secret.former];
  const refusedAt: string[] = [];
  const told: string[] = [];
  let isEverywhere = sent;
  const look = (moment: string) => {
    const everyone = new Set([...isEverywhere, ...sent]);
    for (const value of everyone) if (!known.includes(value)) refusedAt.push(moment);
  };
  const secrets = new SecretsManagerClient({ region: 'eu-north-1' });
  const mockedSecrets = mockClient(secrets);
  const missing = new ResourceNotFoundException({ $metadata: {}, message: 'no such version' });
  mockedSecrets.on(GetRandomPasswordCommand).resolves({ RandomPassword: 'new' });
  mockedSecrets.on(GetSecretValueCommand).callsFake(({ VersionStage }) => {
    const value = VersionStage === 'AWSCURRENT' ? secret.current : secret.former;
    if (value === null) throw missing;
    return { SecretString: value, VersionId: `version of ${value}` };
  });
  mockedSecrets.on(PutSecretValueCommand).callsFake(({ SecretString }) => {
    Object.assign(secret, { former: secret.current, current: SecretString });
    look('put');
    return {};
  });
  mockedSecrets.on(UpdateSecretVersionStageCommand).callsFake(({ RemoveFromVersionId }) => {
    expect(RemoveFromVersionId).toBe(`version of ${secret.former}`);
    secret.former = null;
    known = [secret.current, null];
    look('end');
    return {};
  });
  const distributions = new CloudFrontClient({ region: 'us-east-1' });
  const mockedDistributions = mockClient(distributions);
  const originOf = (value: string) => ({
    CustomHeaders: { Items: [{ HeaderName: 'X-Origin-Secret', HeaderValue: value }] },
  });
  mockedDistributions.on(GetDistributionConfigCommand).callsFake(() => ({
    ETag: 'tag',
    DistributionConfig: { Origins: { Items: [{ Id: 'bucket' }, ...sent.map(originOf)] } },
  }));
  mockedDistributions.on(UpdateDistributionCommand).callsFake(({ IfMatch, DistributionConfig }) => {
    expect(IfMatch).toBe('tag');
    const [bucket, ...origins] = DistributionConfig.Origins.Items;
    expect(bucket).toEqual({ Id: 'bucket' });
    sent = origins.map((origin: ReturnType<typeof originOf>) => origin.CustomHeaders.Items[0]!.HeaderValue);
    look('distribution');
    return {};
  });
  const tools: RotationTools = {
    secrets,
    distributions,
    secretId: 'origin',
    distributionId: 'E1',
    waitUntilDeployed: async () => {
      isEverywhere = sent;
    },
    pause: async (seconds) => {
      expect(seconds).toBeGreaterThan(300);
      known = [secret.current, secret.former];
    },
    tell: (sentence) => told.push(sentence),
  };
  return { tools, secret, told, refusedAt, sent: () => sent };
}

describe('a change of the origin secret', () => {
  it('a rotation of the origin secret never refuses a request and ends the former value', async () => {
    const world = startWorld({ current: 'old', former: 'older' }, ['old', 'old']);
    await rotateOriginSecret(world.tools);
    expect(world.refusedAt).toEqual([]);
    expect(world.sent()).toEqual(['new', 'new']);
    expect(world.secret).toEqual({ current: 'new', former: null });
    expect(await rotationState(world.tools)).toBe('current');
  });

  it('an interrupted rotation continues with the new value that exists', async () => {
    const world = startWorld({ current: 'made', former: 'old' }, ['old', 'old']);
    expect(await rotationState(world.tools)).toBe('former');
    await rotateOriginSecret(world.tools);
    expect(world.refusedAt).toEqual([]);
    expect(world.sent()).toEqual(['made', 'made']);
    expect(world.secret).toEqual({ current: 'made', former: null });
  });

  it('a rotation repairs a site whose secret was changed by hand', async () => {
    const world = startWorld({ current: 'by hand', former: null }, ['old', 'older']);
    expect(await rotationState(world.tools)).toBe('unknown');
    await rotateOriginSecret(world.tools);
    expect(world.sent()).toEqual(['by hand', 'by hand']);
    expect(world.secret.current).toBe('by hand');
  });

  it('a rotation prints no secret', async () => {
    const world = startWorld({ current: 'old', former: null }, ['old']);
    await rotateOriginSecret(world.tools);
    expect(world.told.join(' ')).not.toMatch(/\bold\b|"new"/);
    expect(world.told.at(-1)).toMatch(/^Done/);
  });

  it('a rotation is refused if no origin sends the secret', async () => {
    const world = startWorld({ current: 'old', former: null }, []);
    await expect(rotateOriginSecret(world.tools)).rejects.toThrow('Nothing was changed');
    expect(world.secret.current).toBe('old');
  });
});
