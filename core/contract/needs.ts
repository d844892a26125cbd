/**
 * What a function may ask of the cloud. A row names its needs; `lib/function-factory.ts` turns each into the IAM statement and the
 * environment variables listed here, so that nothing is granted that is not declared and nothing is read that is not set.
 */
export const needEnvironment = {
  'table:read': ['TABLE_NAME'],
  'table:write': ['TABLE_NAME'],
  'scrape-queue:send': ['SCRAPE_QUEUE_URL'],
  /** Hourly runs that nobody waits for: what people import by hand does not stand in line behind them (decision 5). */
  'hourly-queue:send': ['HOURLY_QUEUE_URL'],
  'hourly-queue:take': ['HOURLY_QUEUE_URL'],
  /** Visits for the visitor on a machine of the operator's; the addresses are empty where none is allowed. */
  'visits-queue:send': ['VISITS_QUEUE_URL', 'HOURLY_VISITS_QUEUE_URL'],
  'identify-queue:send': ['IDENTIFY_QUEUE_URL'],
  'rate-queue:send': ['RATE_QUEUE_URL'],
  'dead-letters:take': ['DEAD_LETTER_QUEUE_URL'],
  'photos:read': ['PHOTO_BUCKET'],
  'photos:write': ['PHOTO_BUCKET'],
  /** Those of a person's own cars. */
  'own-photos:erase': ['PHOTO_BUCKET'],
  /** The deployed page of the app, which the pages for search engines and messengers fill in. */
  'app-page:read': ['APP_BUCKET'],
  'data:read': ['DATA_BUCKET'],
  'data:write': ['DATA_BUCKET'],
  /** Copies of pages that were not understood, for the operator. */
  'unread-pages:keep': ['UNREAD_PAGES_BUCKET'],
  /** The pool's public calls, which carry a password, a code or a token, and a hash made with the client's secret. */
  'users:client': ['USER_POOL_CLIENT_ID', 'USER_POOL_ID'],
  'catalog:read': ['CATALOG_BUCKET'],
  'catalog:write': ['CATALOG_BUCKET'],
  /** The index of OpenSearch that answers in the snapshot's place; its address is empty where the list is answered from memory. */
  'car-index:read': ['CAR_INDEX_ENDPOINT'],
  'car-index:write': ['CAR_INDEX_ENDPOINT'],
  'users:read': ['USER_POOL_ID'],
  'users:admin': ['USER_POOL_ID'],
  'bus:put': ['EVENT_BUS_NAME'],
  'live:send': ['LIVE_ENDPOINT'],
  'live:close': ['LIVE_ENDPOINT'],
  'register-secret:read': ['REGISTER_SECRET_ARN'],
  'push-secret:read': ['PUSH_SECRET_ARN'],
  /** Sending mails: the sender is empty where no sender was set up. */
  'mail:send': ['MAIL_FROM', 'MAIL_CONFIGURATION_SET'],
  'stripe-secret:read': ['STRIPE_SECRET_ARN'],
  'stripe-webhook-secret:read': ['STRIPE_WEBHOOK_SECRET_ARN'],
} as const satisfies Record<string, readonly string[]>;

/** What a secret holds until an operator replaces it: whatever needs it answers "not configured". */
export const secretPlaceholder = 'replace-me';

/** How long a function may go on with what it has read of a secret. */
export const secretCacheSeconds = 300;

/** The header in which CloudFront proves to a handler that a request came through it. */
export const originSecretHeader = 'x-origin-secret';

export type Need = keyof typeof needEnvironment;

/** What names the user pool: set on every function but the one that the pool itself names. */
export const poolEnvironment = ['TOKEN_ISSUER', 'TOKEN_JWKS_URL', 'TOKEN_CLIENT_ID'] as const;

/** Set on every function, whatever it needs. */
export const commonEnvironment = ['STAGE', 'LOG_LEVEL', 'ORIGIN_SECRET_ARN', 'PUBLIC_ORIGIN'] as const;

/** Settings of single capabilities: who sets them is `lib/stage.ts`, who reads them `functions/platform/settings.ts`. */
export const settingEnvironment = [
  /** Who runs the installation, as JSON; empty where nobody is named. */
  'OPERATOR',
  'SOURCES',
  'MARKETPLACE_ORIGIN',
  'DEMO_LINKS',
  'REGISTER_URL',
  'REGISTER_KIND',
  'REGISTER_CALLS',
  'ENERGY_PRICES',
  'SCRAPE_PAUSE_SECONDS',
  'VISITS_AT_ONCE',
  'VISITS_BY',
  'CATALOG',
  'WITNESSES',
  'WITNESS_ACCOUNT_DAYS',
  'NEW_ACCOUNT_SCRAPES',
  'UNSEEN_DAYS',
  'RATE_FACTOR',
  'IMPORTS_ENABLED',
  'PAYMENTS_ENABLED',
  'STRIPE_API_URL',
] as const;

export type EnvironmentName =
  | (typeof needEnvironment)[Need][number]
  | (typeof commonEnvironment)[number]
  | (typeof poolEnvironment)[number]
  | (typeof settingEnvironment)[number];
