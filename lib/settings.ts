import { Stack } from 'aws-cdk-lib';
import { type commonEnvironment, type poolEnvironment, settingEnvironment } from '#core/contract/needs.ts';
import type { Cloud } from './cloud.ts';
import type { Stage } from './stage.ts';
import type { StageFile } from './stage-file.ts';

type CommonName = (typeof commonEnvironment)[number];
type PoolName = (typeof poolEnvironment)[number];
type SettingName = (typeof settingEnvironment)[number];

const asText = (value: object | string | number | boolean | null): string =>
  value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');

/** What a stage's file says of every setting, as functions read it. */
export function settingVariables(settings: StageFile['settings']): Record<SettingName, string> {
  const variables = settingEnvironment.map((name) => [name, asText(settings[name])]);
  return Object.fromEntries(variables) as Record<SettingName, string>;
}

/** The variables of every function. Secrets appear as their ARN only: values never enter the template. */
export function commonVariables(stage: Stage, cloud: Cloud): Record<CommonName, string> {
  return {
    STAGE: stage,
    LOG_LEVEL: stage === 'prod' ? 'info' : 'debug',
    ORIGIN_SECRET_ARN: cloud.originSecret.secretArn,
    PUBLIC_ORIGIN: cloud.publicOrigin,
  };
}

/** Who vouches for a caller. */
export function poolVariables(cloud: Cloud): Record<PoolName, string> {
  const { region } = Stack.of(cloud.userPool);
  return {
    TOKEN_ISSUER: cloud.userPool.userPoolProviderUrl,
    TOKEN_JWKS_URL: `https://cognito-idp.${region}.amazonaws.com/${cloud.userPool.userPoolId}/.well-known/jwks.json`,
    TOKEN_CLIENT_ID: cloud.userPoolClient.userPoolClientId,
  };
}
