import type { ImportFailureClass } from '../contract/routes/imports.ts';
import type { WebSubscriptionWire } from '../contract/routes/subscriptions.ts';
import { describeLink } from '../marketplace/describe-link.ts';
import { limits } from '../plan/plans.ts';

/** One person's repeated search. Its id is the hash of its link: the same link twice is the same search. */
export type AutomatedSearch = {
  id: string;
  href: string;
  /** What its owner calls it; null where the link says what it looks for. */
  name: string | null;
  startTime: string;
  endTime: string;
};

export const titleOf = ({ name, href }: AutomatedSearch): string => name ?? describeLink(href);

/** What the service knows of a link that is searched again and again, whoever follows it. */
export type LinkState = {
  /** When it runs next; null while nobody follows it or it is paused. */
  nextRun: string | null;
  /** Why the marketplace's refusals paused it; null while it runs. */
  pausedFor: ImportFailureClass | null;
  /** Refusals since the last success. */
  refusals: number;
  lastRun: LinkRun | null;
};

export type LinkRun = {
  at: string;
  status: 'completed' | 'failed';
  carsFound: number;
  /** Cars that the link had not shown before. */
  carsNew: number;
  failure: ImportFailureClass | null;
};

const dayMs = 86_400_000;

/** ISO instant at which a search ends that is started or extended now (docs/spec.md 4). */
export const searchEnd = (now: Date): string =>
  new Date(now.getTime() + limits.searchDays * dayMs).toISOString();

/** Expired searches leave the count and run no more. */
export const isRunning = (search: Pick<AutomatedSearch, 'endTime'>, now: Date): boolean =>
  Date.parse(search.endTime) > now.getTime();

export const runningCount = (searches: readonly AutomatedSearch[], now: Date): number =>
  searches.filter((search) => isRunning(search, now)).length;

/** A search as the panel shows it. `intervalHours`: how often links run at the moment (core/automated-search/capacity.ts). */
export function wireSubscription(
  search: AutomatedSearch,
  link: LinkState | null,
  intervalHours: number,
  now: Date,
): WebSubscriptionWire {
  const running = isRunning(search, now);
  const pausedFor = running ? (link?.pausedFor ?? null) : null;
  // Runs of before, and when the next was due already, would tell that somebody else follows the link.
  const lastRun = link?.lastRun && link.lastRun.at > search.startTime ? link.lastRun : null;
  const nextRun = link && !lastRun ? search.startTime : (link?.nextRun ?? null);
  return {
    id: search.id,
    search_url: search.href,
    title: titleOf(search),
    start_time: search.startTime,
    end_time: search.endTime,
    interval_hours: intervalHours,
    status: running ? (pausedFor ? 'paused' : 'active') : 'expired',
    next_run: running && !pausedFor ? nextRun : null,
    last_run: lastRun && {
      at: lastRun.at,
      status: lastRun.status,
      cars_found: lastRun.carsFound,
      cars_new: lastRun.carsNew,
      failure: lastRun.failure,
    },
    paused_for: pausedFor,
  };
}

/** Running ones first, then the newest. */
export function inPanelOrder(searches: readonly AutomatedSearch[], now: Date): AutomatedSearch[] {
  const rank = (search: AutomatedSearch) => (isRunning(search, now) ? 0 : 1);
  return searches.toSorted((a, b) => rank(a) - rank(b) || Date.parse(b.startTime) - Date.parse(a.startTime));
}
