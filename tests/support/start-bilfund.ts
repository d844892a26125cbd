import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Fault } from 'local-cloud/faults/fault-plan.ts';
import type { LogEntry } from 'local-cloud/logs.ts';
import type { AlarmState } from 'local-cloud/runner/alarms/alarms.ts';
import type { AccountUse } from 'local-cloud/runner/functions/lambda-function.ts';
import type { Mail } from 'local-cloud/services/mail-service.ts';
import { killTree } from 'local-cloud/single-owner.ts';
import type { SearchLoad } from '#core/searches/capacity.ts';
import type { ShopView } from '#local/control/control-server.ts';

export type StartBilfundOptions = {
  dataFolder: string;
  port?: number;
  fresh?: boolean;
  empty?: boolean;
  /** Without the demo marketplace when false. */
  demo?: boolean;
  /** The demo marketplaces refuse the cloud's visits. */
  walled?: boolean;
  cdkOut?: string;
  /** Between two pages of the demo marketplace. */
  pauseSeconds?: number;
  /** How many functions run at once, all together. */
  accountConcurrency?: number;
};

export type QueueState = {
  name: string;
  visible: number;
  inFlight: number;
  delayed: number;
  isDeadLetters: boolean;
  redriveTo?: string;
  messages: { id: string; body: string; sentAt: number; receiveCount: number }[];
};

/** What the control page does, for tests. Lists are in the order in which things happened, the newest last. */
export type Control = {
  mails(): Promise<Mail[]>;
  queues(): Promise<QueueState[]>;
  redrive(queue: string): Promise<number>;
  jobs(): Promise<Record<string, unknown>[]>;
  /** What the last hour's dispatch of automated searches found; null before the first. */
  searches(): Promise<SearchLoad | null>;
  /** How many functions ran at once, and how often one was refused for it. */
  functions(): Promise<AccountUse>;
  /** The template's alarms, and since when each is as it is. */
  alarms(): Promise<AlarmState[]>;
  events(): Promise<Record<string, unknown>[]>;
  logs(): Promise<LogEntry[]>;
  /** Domain time. */
  now(): Promise<Date>;
  /** Returns how many scheduled rules fired on the way. */
  advance(seconds: number): Promise<number>;
  /** Moves domain time as if the machine had slept: no scheduled rule fires on the way. */
  skip(seconds: number): Promise<void>;
  addFault(fault: Fault, seed?: number): Promise<void>;
  clearFaults(): Promise<void>;
  /** What the embedded shop has sold, the newest first. */
  shop(): Promise<ShopView>;
  /** What Stripe's dashboard or a bank would do: refund, dispute, close-dispute, resend, advance. */
  shopAction(action: string, input: Record<string, unknown>): Promise<string>;
};

export type StartedBilfund = {
  url: string;
  /** What it said on the terminal besides being ready, line by line. */
  said: readonly string[];
  control: Control;
  /** Whether the process still runs, and the end of it. */
  process: ChildProcess;
  ended: Promise<void>;
  /** Ends it in order. */
  close(): Promise<void>;
  /** Ends it like a power cut. */
  kill(): Promise<void>;
};

const mostStartMs = 300_000;
const startScript = fileURLToPath(new URL('../../local/start.ts', import.meta.url));

async function ask<T>(url: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${url}/_local/${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as T & { message?: string };
  if (!response.ok) throw new Error(answer.message ?? `${path}: ${response.status}`);
  return answer;
}

/** The control page of the product at an address. */
export function controlOf(url: string): Control {
  return {
    mails: () => ask(url, 'mail'),
    queues: () => ask(url, 'queues'),
    redrive: async (queue) => (await ask<{ moved: number }>(url, 'queues/redrive', { queue })).moved,
    jobs: () => ask(url, 'jobs'),
    searches: async () => (await ask<{ load: SearchLoad | null }>(url, 'searches')).load,
    functions: () => ask(url, 'functions'),
    alarms: () => ask(url, 'alarms'),
    events: () => ask(url, 'events'),
    logs: () => ask(url, 'logs'),
    now: async () => new Date((await ask<{ now: string }>(url, 'clock')).now),
    advance: async (seconds) =>
      (await ask<{ fired: number }>(url, 'clock', { advanceSeconds: seconds })).fired,
    skip: async (seconds) => void (await ask(url, 'clock', { advanceSeconds: seconds, asleep: true })),
    addFault: async (fault, seed) => void (await ask(url, 'faults', { ...fault, seed })),
    clearFaults: async () => void (await ask(url, 'faults', { kind: 'none' })),
    shop: () => ask(url, 'stripe'),
    shopAction: async (action, input) => (await ask<{ done: string }>(url, `stripe/${action}`, input)).done,
  };
}

function argumentsOf(options: StartBilfundOptions): string[] {
  return [
    ...['--data', options.dataFolder, '--port', String(options.port ?? 0)],
    ...(options.fresh ? ['--fresh'] : []),
    ...(options.empty ? ['--empty'] : []),
    ...(options.demo === false ? ['--no-demo'] : []),
    ...(options.walled ? ['--walled'] : []),
    ...(options.pauseSeconds ? ['--pause', String(options.pauseSeconds)] : []),
    ...(options.accountConcurrency ? ['--account-concurrency', String(options.accountConcurrency)] : []),
    ...(options.cdkOut ? ['--cdk-out', options.cdkOut] : []),
  ];
}

/**
 * Starts Bilfund as `npm start` does, in a process of its own, and waits until it is ready. It ends with ours, whatever
 * happens to us. Rejects with what it said when it does not become ready.
 */
export async function startBilfund(options: StartBilfundOptions): Promise<StartedBilfund> {
  const child = spawn(process.execPath, [startScript, ...argumentsOf(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_NO_WARNINGS: '1', VITEST: undefined },
  });
  const endWithUs = () => child.pid !== undefined && child.exitCode === null && killTree(child.pid);
  process.once('exit', endWithUs);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void ended.then(() => process.off('exit', endWithUs));
  const said: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const ready = /^Bilfund ready at (\S+)/.exec(line)?.[1];
      if (ready) resolve(ready);
    });
    const isNotReady = (why: string) => reject(new Error(`Bilfund ${why}:\n${said.join('\n')}`));
    void ended.then(() => isNotReady('did not start'));
    setTimeout(() => isNotReady('was not ready in time'), mostStartMs).unref();
  });
  let isAsked = false;
  void ended.then(() => {
    if (!isAsked)
      console.error(`Bilfund ended by itself (${child.exitCode ?? child.signalCode}):\n${said.join('\n')}`);
  });
  const end = async (signal: NodeJS.Signals) => {
    isAsked = true;
    child.kill(signal);
    await ended;
  };
  return {
    url,
    said,
    control: controlOf(url),
    process: child,
    ended,
    close: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}
