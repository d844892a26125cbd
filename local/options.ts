import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { visitedIds } from '#core/marketplaces/marketplace-id.ts';
import type { Operator } from '#core/operator.ts';
import { optionalCalls } from '#core/register/vehicle.ts';

/** The services beside the system on this machine. */
type LocalWorld = {
  /** Origin of the demo marketplace, "http://127.0.0.1:…"; undefined when it is not running. */
  marketplaceOrigin?: string;
  /** Seconds between two of its pages; it needs no pause. */
  pauseSeconds?: number;
  registerUrl?: string;
  /** The demo links of `GET /api/about`, as JSON. */
  demoLinks?: string;
};

/** A local installation is run by whoever started it, and nobody else uses it. */
const thisMachine: Operator = {
  name: 'Bilfund',
  address: 'local',
  cvr: null,
  supportMail: 'operator@bilfund.invalid',
};

/** Environment variables that replace the template's on this machine. */
export function environmentOverrides(world: LocalWorld = {}): Record<string, string> {
  const { marketplaceOrigin, pauseSeconds = 0, registerUrl, demoLinks } = world;
  return {
    // Mails go to the outbox of the control page.
    MAIL_FROM: 'news@bilfund.invalid',
    OPERATOR: JSON.stringify(thisMachine),
    ...(marketplaceOrigin && {
      MARKETPLACE_ORIGIN: marketplaceOrigin,
      SOURCES: visitedIds.join(','),
      SCRAPE_PAUSE_SECONDS: String(pauseSeconds),
    }),
    ...(registerUrl && {
      REGISTER_URL: registerUrl,
      REGISTER_KIND: 'demo',
      REGISTER_CALLS: optionalCalls.join(','),
    }),
    ...(demoLinks && { DEMO_LINKS: demoLinks }),
  };
}

export type StartOptions = {
  /** The port; 0 takes any free one, undefined the usual one or the next free one. */
  port?: number;
  dataFolder: string;
  /** Begins with an empty data folder; keeps `secrets.json`. */
  fresh: boolean;
  /** Without the demo data. */
  empty: boolean;
  /** Starts the demo marketplace and its register. */
  demo: boolean;
  /** The demo marketplaces refuse our own visits and let people's browsers in, as real ones do. */
  walled?: boolean;
  /** Seconds between two pages of the demo marketplace: none are needed, but they show how long a real import takes. */
  pauseSeconds: number;
  /** Concurrent functions in total, like the quota of a new AWS account; unlimited if absent. */
  accountConcurrency?: number;
  /** An existing assembly to run instead of building the project. */
  cdkOut?: string;
};

export const defaultPort = 5173;

export const helpText = `Bilfund on this machine: the synthesized template with every service it needs.

  npm start [-- options]

  --port N       port of the site (default ${defaultPort}, or the next free one)
  --data DIR     folder of all state (default .local)
  --fresh        forget the state first; secrets.json is kept
  --empty        start without the demo data
  --no-demo      start without the demo marketplace
  --walled       the demo marketplaces refuse our own visits: cars come by the button or the browser extension
  --pause N      rest N seconds between two pages of the demo marketplace (default 0)
  --account-concurrency N
                 run N functions at once and refuse the rest, as a new AWS account does with 10
  --cdk-out DIR  run this assembly instead of building the project
  --help         this text

Mails, queues, jobs, logs, clock and faults: http://127.0.0.1:${defaultPort}/_local
Own keys (Stripe, a register) go into .local/secrets.json: { "<secret's name>": "<value>" }
`;

/** Parses the command line; throws with a message when it is wrong; 'help' when help was requested. */
export function parseStartOptions(args: readonly string[]): StartOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      data: { type: 'string', default: '.local' },
      fresh: { type: 'boolean', default: false },
      empty: { type: 'boolean', default: false },
      'no-demo': { type: 'boolean', default: false },
      walled: { type: 'boolean', default: false },
      pause: { type: 'string', default: '0' },
      'cdk-out': { type: 'string' },
      'account-concurrency': { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return 'help';
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65_536)) {
    throw new Error(`--port must be a number from 0 to 65535, not ${values.port}.`);
  }
  const pauseSeconds = Number(values.pause);
  if (!(values.pause.trim() !== '' && pauseSeconds >= 0 && pauseSeconds < Infinity)) {
    throw new Error(`--pause must be a number of seconds from 0, not ${values.pause}.`);
  }
  const accountConcurrency = values['account-concurrency'] && Number(values['account-concurrency']);
  if (
    accountConcurrency !== undefined &&
    !(Number.isInteger(accountConcurrency) && Number(accountConcurrency) > 0)
  ) {
    throw new Error(
      `--account-concurrency must be a whole number from 1, not ${values['account-concurrency']}.`,
    );
  }
  return {
    dataFolder: resolve(values.data),
    fresh: values.fresh,
    empty: values.empty,
    demo: !values['no-demo'],
    walled: values.walled,
    pauseSeconds,
    ...(port !== undefined && { port }),
    ...(accountConcurrency && { accountConcurrency }),
    ...(values['cdk-out'] && { cdkOut: resolve(values['cdk-out']) }),
  };
}
