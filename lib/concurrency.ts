import type { Trigger } from '#core/contract/workers.ts';
import { workerFunctions } from './functions.ts';

/** What the consumers of queues may take of the account's functions at once; the rest is for requests, schedules and the stream. */
const share = 0.8;
/** Lambda limits a mapping to two functions at once, and to no fewer. */
const least = 2;

/** What the stage's file says: of the account (null where that is no concern), and of visits to the marketplace. */
export type AtOnce = { accountConcurrency: number | null; visitsAtOnce: number };

const wishedOf = (trigger: Trigger): number => (trigger.kind === 'queue' ? trigger.maxConcurrency : 0);
const triggers = workerFunctions.map(({ row }) => row.trigger);
const wishedByAll = triggers.reduce((sum, trigger) => sum + wishedOf(trigger), 0);

function partOf(trigger: Trigger, account: number): number {
  const wished = wishedOf(trigger);
  const part = Math.floor((wished * share * account) / wishedByAll);
  return Math.min(wished, Math.max(least, part));
}

const isScraper = (trigger: Trigger) => trigger.kind === 'queue' && trigger.queue === 'scrape';

/** How many of a consumer run at once: of the scraper as many as the stage wishes and the others leave room for. */
export function consumersAtOnce(trigger: Trigger, { accountConcurrency, visitsAtOnce }: AtOnce): number {
  const wished = isScraper(trigger) ? visitsAtOnce : wishedOf(trigger);
  if (accountConcurrency === null) return wished;
  if (!isScraper(trigger)) return partOf(trigger, accountConcurrency);
  const others = triggers.filter((other) => wishedOf(other) > 0 && !isScraper(other));
  const taken = others.reduce((sum, other) => sum + partOf(other, accountConcurrency), 0);
  return Math.min(wished, Math.max(least, Math.floor(share * accountConcurrency) - taken));
}
