import { needEnvironment, settingEnvironment } from '#core/contract/needs.ts';
import { clientId } from './cloud.ts';

/** So few that they are reached. */
export const freeScrapes = 5;

/** What the functions read of their environment, and nothing else of this process's. */
export function setEnvironment(issuer: string): void {
  for (const name of [...Object.values(needEnvironment).flat(), ...settingEnvironment])
    delete process.env[name];
  for (const name of Object.values(needEnvironment).flat()) process.env[name] = `simulated-${name}`;
  Object.assign(process.env, {
    AWS_REGION: 'eu-north-1',
    AWS_ACCESS_KEY_ID: 'simulated',
    AWS_SECRET_ACCESS_KEY: 'simulated',
    // Calls that no SDK client makes go to machine.ts: without TLS, whatever the host.
    AWS_ENDPOINT_URL: 'http://services.invalid',
    CAR_INDEX_ENDPOINT: 'http://services.invalid',
    LOG_LEVEL: 'error',
    TABLE_NAME: 'simulated',
    STAGE: 'simulated',
    SCRAPE_QUEUE_URL: 'https://queues.invalid/scrape',
    HOURLY_QUEUE_URL: 'https://queues.invalid/hourly',
    IDENTIFY_QUEUE_URL: 'https://queues.invalid/identify',
    RATE_QUEUE_URL: 'https://queues.invalid/rate',
    NOTIFY_QUEUE_URL: 'https://queues.invalid/notify',
    PUSH_SECRET_ARN: 'push',
    STRIPE_WEBHOOK_SECRET_ARN: 'webhook',
    PUBLIC_ORIGIN: 'https://bilfund.example',
    LIVE_ENDPOINT: 'https://live.invalid',
    TOKEN_ISSUER: issuer,
    TOKEN_JWKS_URL: `${issuer}/.well-known/jwks.json`,
    TOKEN_CLIENT_ID: clientId,
    NEW_ACCOUNT_SCRAPES: String(freeScrapes),
    SCRAPE_PAUSE_SECONDS: '0',
    REGISTER_KIND: 'demo',
  });
  for (const name of ['ORIGIN_SECRET_ARN', 'MARKETPLACE_ORIGIN', 'BILFUND_CLOCK_FILE'])
    delete process.env[name];
}
