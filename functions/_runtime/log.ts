import { AsyncLocalStorage } from 'node:async_hooks';
import { scrub } from './scrub.ts';

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
