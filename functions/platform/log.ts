import { AsyncLocalStorage } from 'node:async_hooks';
import { type MetricName, metricNamespace, stageDimension } from '#core/contract/needs.ts';
import { setting } from './settings.ts';

// Values that errors of others may quote, such as a requested address, an unknown account or a refused header.
const marks: readonly [secret: RegExp, mark: string][] = [
  [/\beyJ[\w-]{6,}\.[\w-]{6,}\.?[\w-]*/g, '[token]'],
  [/\b(?:Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, '[token]'],
  [/\b(?:[sr]k_(?:live|test)|whsec)_[\w*+/=]{4,}|\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g, '[key]'],
  [/-----BEGIN [^-]+-----[\s\S]*?(?:-----END [^-]+-----|$)/g, '[key]'],
  [/[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g, '[e-mail]'],
  [/(?<![A-Za-z0-9_+=])[A-ZÆØÅ]{2}[ .]?\d{2}[ .]?\d{3}(?![\w+=])/g, '[plate]'],
];

/** Redacts keys, tokens, e-mail addresses and plates in a text. */
export function scrub(text: string): string {
  return marks.reduce((rest, [secret, mark]) => rest.replace(secret, mark), text);
}

type Level = 'debug' | 'info' | 'warn' | 'error';
const order: Record<Level, number> = { debug: 0, info: 1, warn: 2, error: 3 };
const threshold = order[(process.env.LOG_LEVEL as Level) ?? 'info'] ?? order.info;

/**
 * Fields of a log line: ids, counts, classes. Never an e-mail address, a plate, a token or a name; those are redacted in the
 * messages of others' errors.
 */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

let context: LogFields = {};

/** Sets fields of every log line of the current invocation (a Lambda has one at a time). */
export function setLogContext(fields: LogFields): void {
  context = fields;
}

const beside = new AsyncLocalStorage<LogFields>();

/** Adds fields to every log line of `work`, also when several run concurrently. */
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
    `${JSON.stringify({ timestamp: new Date().toISOString(), level, message, ...context, ...beside.getStore(), ...scrubbed(fields) })}\n`,
  );
}

export const log = {
  debug: (message: string, fields: LogFields = {}) => write('debug', message, fields),
  info: (message: string, fields: LogFields = {}) => write('info', message, fields),
  warn: (message: string, fields: LogFields = {}) => write('warn', message, fields),
  error: (message: string, fields: LogFields = {}) => write('error', message, fields),
  failure(message: string, error: unknown, fields: LogFields = {}): void {
    const cause = error instanceof Error ? error : new Error(String(error));
    write('error', message, { ...fields, error: cause.name, reason: cause.message, stack: cause.stack });
  },
};

/**
 * Counts a CloudWatch metric in the embedded format: one log line, no call, no client. CloudWatch does not sum over
 * dimensions, so the metric is also counted for the stage alone, which alarms use.
 */
export function countMetric(name: MetricName, value: number, dimensions: Record<string, string> = {}): void {
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
