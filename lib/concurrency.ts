import type { Trigger } from '#core/contract/workers.ts';
import { workerFunctions } from './functions.ts';

/** What the consumers of queues may take of the account's functions at once; the rest is for requests, schedules and the stream. */
const share = 0.8;
/** Lambda limits a mapping to two functions at once, and to no fewer. */
const least = 2;

const wishedOf = (trigger: Trigger): number => (trigger.kind === 'queue' ? trigger.maxConcurrency : 0);
const wishedByAll = workerFunctions.reduce((sum, { row }) => sum + wishedOf(row.trigger), 0);

/** How many of a consumer run at once in an account that runs so many functions; null where that is no concern. */
export function consumersAtOnce(wished: number, accountConcurrency: number | null): number {
  if (accountConcurrency === null) return wished;
  const part = Math.floor((wished * share * accountConcurrency) / wishedByAll);
  return Math.min(wished, Math.max(least, part));
}
