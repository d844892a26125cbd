import { AsyncLocalStorage } from 'node:async_hooks';
import { type MetricName, metricNamespace, stageDimension } from '#core/contract/metrics.ts';
import { setting } from './settings.ts';

// What others' errors quote: an address that was asked, an account that was not found, a header that was refused.
const marks: readonly [secret: RegExp, mark: string][] = [
  [/\beyJ[\w-]{6,}\.[\w-]{6,}\.?[\w-]*/g, '[token]'],
  [/\b(?:Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, '[token]'],
  [/\b(?:[sr]k_(?:live|test)|whsec)_[\w*+/=]{4,}|\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g, '[key]'],
  [/-----BEGIN [^-]+-----[\s\S]*?(?:-----END [^-]+-----|$)/g, '[key]'],
  [/[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g, '[e-mail]'],
  [/(?<![A-Za-z0-9_+=])[A-ZÆØÅ]{2}[ .]?\d{2}[ .]?\d{3}(?![\w+=])/g, '[plate]'],
];

/** A text without the keys, tokens, e-mail addresses and plates that it may quote. */
export function scrub(text: string): string {
  return marks.reduce((rest, [secret, mark]) => rest.replace(secret, mark), text);
}

type Level = 'debug' | 'info' | 'warn' | 'error';
const order: Record<Level, number> = { debug: 0, info: 1, warn: 2, error: 3 };
const threshold = order[(process.env.LOG_LEVEL as Level) ?? 'info'] ?? order.info;

/**
 * Fields of a log line: ids, counts, classes. Never an e-mail address, a plate, a token or a name; what the words of others
 * quote of these is struck out.
 */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

let context: LogFields = {};

/** Fields that every line of the current invocation carries (one invocation at a time in a Lambda). */
export function setLogContext(fields: LogFields): void {
  context = fields;
}

const beside = new AsyncLocalStorage<LogFields>();

/** Fields that every line of `work` carries beside those of the invocation, also where several run side by side. */
export const withLogContext = <T>(fields: LogFields, work: () => Promise<T>): Promise<T> =>
  beside.run(fields, work);

function scrubbed(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? scrub(value) : value]),
  );
}

function write(level: Level, message: string, fields: LogFields): void {
  if (order[level] < threshold) return;
  process.stdout.write(
    `${JSON.stringify({ time: new Date().toISOString(), level, message, ...context, ...beside.getStore(), ...scrubbed(fields) })}\n`,
  );
}

export const log = {
  debug: (message: string, fields: LogFields = {}) => write('debug', message, fields),
  info: (message: string, fields: LogFields = {}) => write('info', message, fields),
  warn: (message: string, fields: LogFields = {}) => write('warn', message, fields),
  error: (message: string, fields: LogFields = {}) => write('error', message, fields),
  /** An unexpected error: its name, message and stack, for the operator alone. */
  failure(message: string, error: unknown, fields: LogFields = {}): void {
    const cause = error instanceof Error ? error : new Error(String(error));
    write('error', message, { ...fields, error: cause.name, reason: cause.message, stack: cause.stack });
  },
};

export type CountedMetric = { name: MetricName; value: number; dimensions: Record<string, string> };

let relay: ((counted: CountedMetric) => void) | null = null;

/** Counts are handed on instead of being written: nobody reads the log of a process that runs outside the cloud. */
export function relayMetrics(to: (counted: CountedMetric) => void): void {
  relay = to;
}

/**
 * A CloudWatch metric in the embedded format: one log line, no call, no client. CloudWatch adds nothing up over dimensions,
 * so that it is counted for the stage alone as well: alarms look at that sum.
 */
export function countMetric(name: MetricName, value: number, dimensions: Record<string, string> = {}): void {
  if (relay) {
    relay({ name, value, dimensions });
    return;
  }
  const names = Object.keys(dimensions);
  const ofStage = [stageDimension];
  process.stdout.write(
    `${JSON.stringify({
      _aws: {
        Timestamp: Date.now(),
        CloudWatchMetrics: [
          {
            Namespace: metricNamespace,
            Dimensions: names.length > 0 ? [ofStage, [...ofStage, ...names]] : [ofStage],
            Metrics: [{ Name: name, Unit: 'Count' }],
          },
        ],
      },
      [stageDimension]: setting('STAGE') ?? 'none',
      ...dimensions,
      [name]: value,
    })}\n`,
  );
}
