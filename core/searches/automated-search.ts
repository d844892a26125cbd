import type { Viewer } from '#core/cars/car.ts';
import type { Card, CatalogChange } from '#core/cars/card.ts';
import { type CardQuery, readCardQuery } from '#core/catalog/card-query.ts';
import { type Catalog, createCatalog } from '#core/catalog/catalog.ts';
import { carFilters } from '#core/contract/routes/car-parts.ts';
import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import type { WebSubscriptionWire } from '#core/contract/routes/searches.ts';
import type { Job } from '#core/imports/job.ts';
import { nextRunAfterRefusal } from '#core/marketplaces/marketplace.ts';
import { limits } from '#core/payments/plan.ts';
import type { Language } from '#core/shared.ts';
import { ownNameOf, titleOf } from './search-title.ts';

/** One person's repeated search. Its id is the hash of its link: the same link twice is the same search. */
export type AutomatedSearch = {
  id: string;
  href: string;
  /** What its owner calls it; null where nobody named it. */
  name: string | null;
  startTime: string;
  endTime: string;
};

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

/** `intervalHours`: how often links run at the moment (core/searches/capacity.ts). */
type Shown = { intervalHours: number; language: Language; now: Date };

/** A search as the panel shows it. */
export function wireSubscription(
  search: AutomatedSearch,
  link: LinkState | null,
  { intervalHours, language, now }: Shown,
): WebSubscriptionWire {
  const running = isRunning(search, now);
  const pausedFor = running ? (link?.pausedFor ?? null) : null;
  // Runs of before, and when the next was due already, would tell that somebody else follows the link.
  const lastRun = link?.lastRun && link.lastRun.at > search.startTime ? link.lastRun : null;
  const nextRun = link && !lastRun ? search.startTime : (link?.nextRun ?? null);
  return {
    id: search.id,
    search_url: search.href,
    title: titleOf(search, language),
    name: ownNameOf(search),
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

/** Back-off: an hour, six hours, then a pause (core/marketplaces/marketplace.ts). A success begins anew. */
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

/** Ids of searches of the list begin so: the hour tells them from those that visit the marketplace. */
export const filterSearchPrefix = 'filter-';

/** The address of the list with these filters, always the same for the same filters. */
export function filterHref(filters: Readonly<Record<string, string>>): string {
  const said = Object.entries(filters).filter(([, value]) => value.trim() !== '');
  return `/?${new URLSearchParams(said.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString()}`;
}

/** The query behind such an address. @throws Failure invalid_input for a town that we do not know */
export function filterQuery(href: string, now: Date): CardQuery {
  const filters = carFilters.parse(Object.fromEntries(new URLSearchParams(href.slice('/?'.length))));
  return readCardQuery(filters, now, null);
}

/** The listed cars among these changes, to be asked again and again. */
export const changedCatalog = (changes: readonly CatalogChange[]): Catalog => {
  const catalog = createCatalog([]);
  catalog.apply(changes);
  return catalog;
};

/**
 * The cars that fit, as the list would show them to this viewer: what is locked for them there is not told here either,
 * or a filter would be a way to learn of it.
 */
export function fittingCards(catalog: Catalog, query: CardQuery, viewer: Viewer): Card[] {
  const cards: Card[] = [];
  for (let page = 1; ; page++) {
    const answer = catalog.query({ ...query, page }, viewer);
    cards.push(...answer.cards);
    if (page >= answer.totalPages) return cards;
  }
}

const hourMs = 3_600_000;
/** SQS holds a message for a quarter of an hour at most. */
export const mostSpreadSeconds = 900;

/** The hour of an instant, counted from the epoch: a link runs once in it. */
export const hourOf = (at: Date): number => Math.floor(at.getTime() / hourMs);

/** A link's or filter's run of an hour, named by both: it is the same however often it is started. */
export const runIdOf = (linkHash: string, hour: number): string => `${linkHash}-${hour}`;

/** Whether an id is one of those. An import's has twenty characters by chance, a link's hash alone has more. */
export const isRunId = (id: string): boolean => id.length > 30 && /-\d+$/.test(id);

/** The instant at which an hour begins. */
export const hourStart = (hour: number): string => new Date(hour * hourMs).toISOString();

/** How long after its hour's start a link is visited: always the same for one link, evenly spread over all. */
export function spreadSeconds(linkHash: string): number {
  let hash = 0;
  for (const char of linkHash) hash = (hash * 33 + char.charCodeAt(0)) >>> 0;
  return hash % (mostSpreadSeconds + 1);
}
