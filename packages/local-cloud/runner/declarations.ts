import { type CodeMailTemplate, defaultCodeMail } from '../services/mail-service.ts';
import type { SecretDeclaration } from '../services/secret-service.ts';
import type { PoolSettings } from '../services/users/user-store.ts';
import type { Template } from './template/template.ts';

type QueueProperties = Record<string, unknown> & { QueueName?: string; Tags?: unknown };

/** The template's queues with their attributes as CreateQueue takes them. */
export function declaredQueues(template: Template): { name: string; attributes: Record<string, string> }[] {
  return template.all<QueueProperties>('AWS::SQS::Queue').map(({ logicalId, properties }) => {
    const { QueueName: _name, Tags: _tags, ...rest } = properties;
    const attributes = Object.entries(rest).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]);
    const name = template.book.attributes.get(`${logicalId}.QueueName`) ?? logicalId;
    return { name, attributes: Object.fromEntries(attributes) as Record<string, string> };
  });
}

type PoolProperties = {
  Policies?: { PasswordPolicy?: { MinimumLength?: number; [requirement: string]: unknown } };
  VerificationMessageTemplate?: { EmailMessage?: string; EmailSubject?: string };
  LambdaConfig?: { CustomMessage?: string };
};
type ClientProperties = {
  GenerateSecret?: boolean;
  ExplicitAuthFlows?: string[];
  PreventUserExistenceErrors?: string;
  AccessTokenValidity?: number;
  IdTokenValidity?: number;
  RefreshTokenValidity?: number;
  TokenValidityUnits?: { AccessToken?: string; IdToken?: string; RefreshToken?: string };
};

const unitSeconds: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

function lifetime(value: number | undefined, unit: string | undefined, fallback: number): number {
  return value === undefined ? fallback : value * (unitSeconds[unit ?? ''] ?? 1);
}

/** The user pool and its client; undefined when the template has none. */
export function declaredPool(
  template: Template,
): { settings: PoolSettings; mail: CodeMailTemplate; mailWriter: string | undefined } | undefined {
  const [pool] = template.all<PoolProperties>('AWS::Cognito::UserPool');
  const [client] = template.all<ClientProperties>('AWS::Cognito::UserPoolClient');
  if (!pool || !client) return undefined;
  const { properties } = client;
  const units = properties.TokenValidityUnits ?? {};
  const words = pool.properties.VerificationMessageTemplate;
  const { MinimumLength: leastLength = 8, ...required } = pool.properties.Policies?.PasswordPolicy ?? {};
  if (Object.values(required).some((one) => one === true))
    throw new Error('The local cloud asks of a password to be long, and nothing else.');
  if (properties.PreventUserExistenceErrors !== 'ENABLED')
    throw new Error('The local cloud hides who has an account: PreventUserExistenceErrors must be ENABLED.');
  return {
    settings: {
      poolId: template.ref(pool.logicalId),
      clientId: template.ref(client.logicalId),
      hasSecret: properties.GenerateSecret === true,
      issuer: template.book.attributes.get(`${pool.logicalId}.ProviderURL`) ?? '',
      leastPasswordLength: leastLength,
      authFlows: properties.ExplicitAuthFlows ?? [],
      accessTokenSeconds: lifetime(properties.AccessTokenValidity, units.AccessToken ?? 'hours', 3600),
      idTokenSeconds: lifetime(properties.IdTokenValidity, units.IdToken ?? 'hours', 3600),
      refreshTokenSeconds: lifetime(properties.RefreshTokenValidity, units.RefreshToken ?? 'days', 2_592_000),
    },
    mail: {
      subject: words?.EmailSubject ?? defaultCodeMail.subject,
      html: words?.EmailMessage ?? defaultCodeMail.html,
    },
    mailWriter: pool.properties.LambdaConfig?.CustomMessage,
  };
}

type SecretProperties = {
  Name?: string;
  SecretString?: string;
  GenerateSecretString?: { PasswordLength?: number };
};

/** The template's secrets and how their first values come about. */
export function declaredSecrets(template: Template): SecretDeclaration[] {
  return template.all<SecretProperties>('AWS::SecretsManager::Secret').map(({ logicalId, properties }) => ({
    logicalId,
    name: properties.Name ?? `${template.stackName}-${logicalId}`,
    ...(properties.SecretString !== undefined && { value: properties.SecretString }),
    ...(properties.GenerateSecretString && {
      generatedLength: properties.GenerateSecretString.PasswordLength ?? 32,
    }),
  }));
}
