import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GetSecretValueRequest } from '@aws-sdk/client-secrets-manager';
import { runJsonOperation, ServiceError, type WireService } from '../wire/http.ts';
import { arnOf } from '../wire/names.ts';

/** A secret of the template: its logical id, its name, and how its first value comes about. */
export type SecretDeclaration = {
  logicalId: string;
  name: string;
  value?: string;
  generatedLength?: number;
  /** What a generated value begins with. */
  prefix?: string;
  /** What it held before it was changed, until that is ended. */
  former?: string;
};

/** ARNs end in six characters that a name alone does not tell. */
export function secretArn(name: string): string {
  return arnOf(
    'secretsmanager',
    `secret:${name}-${createHash('sha256').update(name).digest('hex').slice(0, 6)}`,
  );
}

type KnownSecret = {
  arn: string;
  name: string;
  value: string;
  former?: string | undefined;
  isOwn: boolean;
};

type Values = Record<string, string>;

function readValues(path: string): Values {
  if (!existsSync(path)) return {};
  let values: Record<string, unknown>;
  try {
    values = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  } catch (cause) {
    throw new Error(`${path} is not JSON: mend it, or delete it.`, { cause });
  }
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

/**
 * Values by name or logical id: what a person wrote into `secrets.json` wins and is read anew each time, then what the
 * template says, then what was generated once.
 */
export function createSecretValues(dataFolder: string, declarations: readonly SecretDeclaration[]) {
  const generatedPath = join(dataFolder, 'generated-secrets.json');
  const generated = readValues(generatedPath);
  for (const secret of declarations) {
    if (secret.generatedLength === undefined || generated[secret.name]) continue;
    const random = randomBytes(secret.generatedLength).toString('base64url').slice(0, secret.generatedLength);
    generated[secret.name] = `${secret.prefix ?? ''}${random}`;
    writeFileSync(generatedPath, JSON.stringify(generated, null, 2), { mode: 0o600 });
  }
  return (id: string): KnownSecret | undefined => {
    const secret = declarations.find((one) => one.name === id || secretArn(one.name) === id);
    if (!secret) return undefined;
    const own = readValues(join(dataFolder, 'secrets.json'));
    const chosen = own[secret.name] ?? own[secret.logicalId];
    const value = chosen ?? secret.value ?? generated[secret.name] ?? '';
    const { name, former } = secret;
    return { arn: secretArn(name), name, value, former, isOwn: chosen !== undefined };
  };
}

export type SecretValues = ReturnType<typeof createSecretValues>;

/** Secrets Manager's GetSecretValue. */
export function createSecretService(lookUp: SecretValues): WireService {
  const operations = {
    GetSecretValue(input: GetSecretValueRequest) {
      const secret = lookUp(input.SecretId ?? '');
      if (!secret) {
        throw new ServiceError(
          'ResourceNotFoundException',
          "Secrets Manager can't find the specified secret.",
        );
      }
      const { VersionStage = 'AWSCURRENT' } = input;
      const versions: Record<string, string | undefined> = {
        AWSCURRENT: secret.value,
        AWSPREVIOUS: secret.former,
      };
      const value = versions[VersionStage];
      if (value === undefined) {
        throw new ServiceError(
          'ResourceNotFoundException',
          `Secrets Manager can't find the specified secret value for staging label: ${VersionStage}`,
        );
      }
      return {
        ARN: secret.arn,
        Name: secret.name,
        SecretString: value,
        VersionStages: [VersionStage],
        VersionId: createHash('sha256').update(value).digest('hex').slice(0, 32),
      };
    },
  };
  return { handle: (request) => runJsonOperation(operations, request), close: () => {} };
}
