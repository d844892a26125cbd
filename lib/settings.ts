import { Stack } from 'aws-cdk-lib';
import type { Node } from 'constructs';
import { type commonEnvironment, type poolEnvironment, settingEnvironment } from '#core/contract/needs.ts';
import type { Cloud } from './cloud.ts';
import type { Stage } from './stage.ts';

type CommonName = (typeof commonEnvironment)[number];
type PoolName = (typeof poolEnvironment)[number];
export type SettingName = (typeof settingEnvironment)[number];

/** What a setting is when the deployment does not say otherwise with `-c NAME=value`. */
const settingDefaults: Record<SettingName, string> = {
  // Empty: the real marketplace. The demo marketplace is named by the installation that runs it.
  MARKETPLACE_ORIGIN: '',
  DEMO_LINKS: '',
  REGISTER_URL: '',
  REGISTER_KIND: 'none',
  SCRAPE_PAUSE_SECONDS: '3',
  NEW_ACCOUNT_SCRAPES: '20',
  RATE_FACTOR: '1',
  IMPORTS_ENABLED: 'true',
  PAYMENTS_ENABLED: 'true',
  // Empty: Stripe itself.
  STRIPE_API_URL: '',
};

/** Every setting with its value for this deployment. */
export function readSettings(node: Node): Record<SettingName, string> {
  const settings = { ...settingDefaults };
  for (const name of settingEnvironment) {
    const given: unknown = node.tryGetContext(name);
    if (given !== undefined) settings[name] = String(given);
  }
  return settings;
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
