import type { Job } from '../import/job.ts';
import { nextRunAfterRefusal } from '../marketplace/retry-policy.ts';
import type { LinkRun, LinkState } from './automated-search.ts';

/** What a run's end means for the next one. */
export type AfterRun =
  | { state: 'runs'; refusals: number /** Null: as planned, at the next hour. */; nextRun: string | null }
  | { state: 'paused'; refusals: number };

/** Another visit would be told the same: only a person can mend the link. */
const isHopeless = (failure: Job['failure']) =>
  failure === 'location_not_recognised' ||
  failure === 'search_not_understood' ||
  failure === 'listing_removed';

/** Refused by the marketplace, whatever it showed before; our own faults and empty searches are no refusals. */
export const isRefused = ({ failure }: Pick<Job, 'failure'>): boolean =>
  failure !== null && failure !== 'empty' && failure !== 'internal' && failure !== 'not_visited';

/** Back-off: an hour, six hours, then a pause (core/marketplace/retry-policy.ts). A success begins anew. */
export function afterRun(job: Pick<Job, 'failure'>, link: Pick<LinkState, 'refusals'>, now: Date): AfterRun {
  if (!isRefused(job)) return { state: 'runs', refusals: 0, nextRun: null };
  const refusals = link.refusals + 1;
  const next = nextRunAfterRefusal(refusals);
  if (next.paused || isHopeless(job.failure)) return { state: 'paused', refusals };
  return {
    state: 'runs',
    refusals,
    nextRun: new Date(now.getTime() + next.delaySeconds * 1000).toISOString(),
  };
}

export function runOf(job: Pick<Job, 'state' | 'found' | 'failure'>, carsNew: number, at: string): LinkRun {
  return {
    at,
    status: job.state === 'failed' ? 'failed' : 'completed',
    carsFound: job.found.size,
    carsNew,
    failure: job.failure === 'empty' ? null : job.failure,
  };
}
