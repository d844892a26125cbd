/**
 * What a function may ask of the cloud. A row names its needs; `lib/function-factory.ts` turns each into the IAM statement and the
 * environment variables listed here, so that nothing is granted that is not declared and nothing is read that is not set.
 */
export const needEnvironment = {
  'table:read': ['TABLE_NAME'],
  'table:write': ['TABLE_NAME'],
  /** When access tokens were last used, and nothing else. */
  'token-use:write': ['TABLE_NAME'],
  'scrape-queue:send': ['SCRAPE_QUEUE_URL'],
  /** Hourly runs that nobody waits for, in a queue of their own so that imports do not wait behind them (decision 5). */
  'hourly-queue:send': ['HOURLY_QUEUE_URL'],
  'hourly-queue:take': ['HOURLY_QUEUE_URL'],
  'identify-queue:send': ['IDENTIFY_QUEUE_URL'],
  'rate-queue:send': ['RATE_QUEUE_URL'],
  'notify-queue:send': ['NOTIFY_QUEUE_URL'],
  'dead-letters:take': ['DEAD_LETTER_QUEUE_URL'],
  'photos:read': ['PHOTO_BUCKET'],
  'photos:write': ['PHOTO_BUCKET'],
  'own-photos:erase': ['PHOTO_BUCKET'],
  'car-photos:erase': ['PHOTO_BUCKET'],
  /** The deployed page of the app, which the pages for search engines and messengers fill in. */
  'app-page:read': ['APP_BUCKET'],
  'data:read': ['DATA_BUCKET'],
  'data:write': ['DATA_BUCKET'],
  /** Copies of pages that could not be parsed, for the operator. */
  'unread-pages:keep': ['UNREAD_PAGES_BUCKET'],
  /** The pool's public calls, with a password, a code or a token, and a hash made with the client's secret. */
  'users:client': ['USER_POOL_CLIENT_ID', 'USER_POOL_ID'],
  'catalog:read': ['CATALOG_BUCKET'],
  'catalog:write': ['CATALOG_BUCKET'],
  /**
   * The OpenSearch index that can answer instead of the snapshot; its address is empty if the list is answered from memory.
   */
  'car-index:read': ['CAR_INDEX_ENDPOINT'],
  'car-index:write': ['CAR_INDEX_ENDPOINT'],
  'users:read': ['USER_POOL_ID'],
  'users:admin': ['USER_POOL_ID'],
  'bus:put': ['EVENT_BUS_NAME'],
  'live:send': ['LIVE_ENDPOINT'],
  'live:close': ['LIVE_ENDPOINT'],
  'register-secret:read': ['REGISTER_SECRET_ARN'],
  'push-secret:read': ['PUSH_SECRET_ARN'],
  /** The sender is empty if none was set up. */
  'mail:send': ['MAIL_FROM', 'MAIL_CONFIGURATION_SET'],
  'stripe-secret:read': ['STRIPE_SECRET_ARN'],
  'stripe-webhook-secret:read': ['STRIPE_WEBHOOK_SECRET_ARN'],
} as const satisfies Record<string, readonly string[]>;

/** The value of a secret until an operator sets it; functions that need it answer "not configured". */
export const secretPlaceholder = 'replace-me';

/** How long a function may use a cached secret, in seconds. */
export const secretCacheSeconds = 300;

/** The header by which CloudFront proves to a handler that a request came through it. */
export const originSecretHeader = 'x-origin-secret';

export type Need = keyof typeof needEnvironment;

/** Identifies the user pool; set on every function except the one that the pool itself refers to. */
export const poolEnvironment = ['TOKEN_ISSUER', 'TOKEN_JWKS_URL', 'TOKEN_CLIENT_ID'] as const;

export const commonEnvironment = ['STAGE', 'LOG_LEVEL', 'ORIGIN_SECRET_ARN', 'PUBLIC_ORIGIN'] as const;

/** Settings of single functions: set by `lib/stage.ts`, read by `functions/platform/settings.ts`. */
export const settingEnvironment = [
  /** Who runs the installation, as JSON; empty if not set. */
  'OPERATOR',
  'SOURCES',
  'MARKETPLACE_ORIGIN',
  'DEMO_LINKS',
  'REGISTER_URL',
  'REGISTER_KIND',
  'REGISTER_CALLS',
  'SCRAPE_PAUSE_SECONDS',
  'VISITS_AT_ONCE',
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

export const metricNamespace = 'Bilfund';

/** Every metric has this dimension, so that two stages in one account do not trigger each other's alarms. */
export const stageDimension = 'Stage';

/** The metrics that functions write to their logs; alarms and the dashboard use them. */
export const metricNames = [
  'AlertsGivenUp',
  'CarIndexAgreed',
  'CarIndexBehind',
  'CarIndexCars',
  'CarIndexDiffered',
  'CarsReRated',
  'CatalogCars',
  'CatalogTooLarge',
  'DeadLetters',
  'ImportsEnded',
  'OriginRefused',
  'PagesAsked',
  'PagesNotUnderstood',
  'PaymentChores',
  'PaymentsUnavailable',
  'PlansChecked',
  'PlansRepaired',
  'PlansUnchecked',
  'RegisterFailed',
  'SearchRunsStarted',
  'SearchRunsWaiting',
] as const;
export type MetricName = (typeof metricNames)[number];
