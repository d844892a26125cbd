import type { Viewer } from '#core/cars/car.ts';
import type { Card, CatalogChange } from '#core/cars/card.ts';
import type { CarMoment } from '#core/cars/moments.ts';
import { type CardQuery, readCardQuery } from '#core/catalog/card-query.ts';
import { type Catalog, createCatalog } from '#core/catalog/catalog.ts';
import { carFilters } from '#core/contract/routes/car-parts.ts';
import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import type { WebSubscriptionWire } from '#core/contract/routes/searches.ts';
import type { Job } from '#core/imports/job.ts';
import type { OwnPage } from '#core/imports/own-page.ts';
import { needsOtherLink, nextRunAfterRefusal } from '#core/marketplaces/marketplace.ts';
import { limits } from '#core/payments/plan.ts';
import type { Language } from '#core/shared.ts';
import { ownNameOf, titleOf } from './search-title.ts';
import type { TellRule } from './tell-rule.ts';

/** What is stored of a feed's address. `issuedAt`: seconds since 1970 in real time, as in the tokens of a session. */
export type StoredFeed = { hash: string; issuedAt: number; since: string };

/** A person's automated search. Its id is the hash of its link, so the same link twice is the same search. */
export type AutomatedSearch = {
  id: string;
  href: string;
  /** The name that its owner gave it, or null. */
  name: string | null;
  startTime: string;
  endTime: string;
  /** How often its owner's browser is to read it; missing for searches that we repeat. */
  browserMinutes?: number;
  /** Which news its owner chose; what is missing is as usual (`ruleOf`). */
  rule?: Partial<TellRule>;
  /** The feed of its finds, if its owner made an address for one. */
  feed?: StoredFeed | null;
};

/**
 * The rule of a search whose owner chose none. A filter tells of cars that are new to the catalog, a link of all that are new
 * to it. A search in one's own browser tells also what its pages no longer show.
 */
export const usualRule = (searchId: string): TellRule => ({
  new_cars: true,
  amazing: true,
  price_drop: { least_dkk: null, least_percent: null },
  entered: !searchId.startsWith(filterSearchPrefix),
  below_market_percent: null,
  gone: isBrowserSearch(searchId),
});

export const ruleOf = ({ id, rule }: Pick<AutomatedSearch, 'id' | 'rule'>): TellRule => ({
  ...usualRule(id),
  ...rule,
});

/** The state of a link that automated searches use, shared by all who follow it. */
export type LinkState = {
  /** When it runs next; null while nobody follows it or it is paused. */
  nextRun: string | null;
  /** The refusal that led to its pause; null while it is not paused. */
  pausedFor: ImportFailureClass | null;
  /** Consecutive refusals since the last success. */
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

/** The ISO instant at which a search that is started or extended now ends (docs/spec.md 4). */
export const searchEnd = (now: Date): string =>
  new Date(now.getTime() + limits.searchDays * dayMs).toISOString();

/** Whether the search has not expired. Expired searches do not count towards the limit and do not run. */
export const isRunning = (search: Pick<AutomatedSearch, 'endTime'>, now: Date): boolean =>
  Date.parse(search.endTime) > now.getTime();

export const runningCount = (searches: readonly AutomatedSearch[], now: Date): number =>
  searches.filter((search) => isRunning(search, now)).length;

/** `intervalHours`: how often links run at present (core/searches/capacity.ts). */
type Shown = { intervalHours: number; language: Language; now: Date };

const kindOf = ({ id }: AutomatedSearch): WebSubscriptionWire['kind'] => {
  if (isBrowserSearch(id)) return 'browser';
  return id.startsWith(filterSearchPrefix) ? 'list' : 'link';
};

/** What the owner's browser saw of a search that only it reads; `page` is null before it sent one. */
const wireBrowser = (
  { browserMinutes }: AutomatedSearch,
  page: OwnPage | null,
): WebSubscriptionWire['browser'] =>
  browserMinutes === undefined
    ? null
    : {
        interval_minutes: browserMinutes,
        last_seen_at: page?.readAt ?? null,
        times_seen: page?.times ?? 0,
        last_found: page?.news ?? null,
      };

/** A search as the panel shows it. `page`: as its owner's browser read it last. */
export function wireSubscription(
  search: AutomatedSearch,
  link: LinkState | null,
  { intervalHours, language, now }: Shown,
  page: OwnPage | null = null,
): WebSubscriptionWire {
  const running = isRunning(search, now);
  const pausedFor = running ? (link?.pausedFor ?? null) : null;
  // Runs outside its week, and a next run that was already due, would reveal that somebody else follows the link.
  const { startTime, endTime } = search;
  const lastRun =
    link?.lastRun && link.lastRun.at > startTime && link.lastRun.at <= endTime ? link.lastRun : null;
  const nextRun = link && !lastRun ? search.startTime : (link?.nextRun ?? null);
  return {
    id: search.id,
    kind: kindOf(search),
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
    browser: wireBrowser(search, page),
    rule: ruleOf(search),
    feed_since: search.feed?.since ?? null,
  };
}

/** Running searches first, then newest first. */
export function inPanelOrder(searches: readonly AutomatedSearch[], now: Date): AutomatedSearch[] {
  const rank = (search: AutomatedSearch) => (isRunning(search, now) ? 0 : 1);
  return searches.toSorted((a, b) => rank(a) - rank(b) || Date.parse(b.startTime) - Date.parse(a.startTime));
}

/** How a run's result affects the next run. */
export type AfterRun =
  | { state: 'runs'; refusals: number /** Null: as planned, at the next hour. */; nextRun: string | null }
  | { state: 'paused'; refusals: number };

/** Whether the marketplace refused the visit. Our own faults and searches without results are not refusals. */
export const isRefused = ({ failure }: Pick<Job, 'failure'>): boolean =>
  failure !== null && failure !== 'empty' && failure !== 'internal';

/** Back-off after refusals: one hour, then six, then a pause (core/marketplaces/marketplace.ts). A success resets it. */
export function afterRun(job: Pick<Job, 'failure'>, link: Pick<LinkState, 'refusals'>, now: Date): AfterRun {
  if (!isRefused(job)) return { state: 'runs', refusals: 0, nextRun: null };
  const refusals = link.refusals + 1;
  const next = nextRunAfterRefusal(refusals);
  if (next.paused || needsOtherLink(job.failure)) return { state: 'paused', refusals };
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

/** Prefix of the ids of searches of the list, which the hourly dispatch tells apart from links to marketplaces. */
export const filterSearchPrefix = 'filter-';

/** Prefix of the ids of searches that their owner's browser reads; the rest is the link's hash. They are never visited. */
const browserSearchPrefix = 'browser-';
/** The hash of the link of such a search. */
export const browserSearchId = (linkHash: string): string => `${browserSearchPrefix}${linkHash}`;
export const linkHashOf = (id: string): string => id.slice(browserSearchPrefix.length);
/** The search that would repeat an import's link: of a page that somebody handed over, the one in their own browser. */
export const searchIdOf = ({ linkHash, privateTo }: Pick<Job, 'linkHash' | 'privateTo'>): string =>
  privateTo === null ? linkHash : browserSearchId(linkHash);
export const isBrowserSearch = (id: string): boolean => id.startsWith(browserSearchPrefix);

/** The list's address with these filters; equal filters give equal addresses. */
export function filterHref(filters: Readonly<Record<string, string>>): string {
  const said = Object.entries(filters).filter(([, value]) => value.trim() !== '');
  return `/?${new URLSearchParams(said.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString()}`;
}

/**
 * The query of such an address.
 * @throws Failure `invalid_input` for an unknown town
 */
export function filterQuery(href: string, now: Date): CardQuery {
  const filters = carFilters.parse(Object.fromEntries(new URLSearchParams(href.slice('/?'.length))));
  return readCardQuery(filters, now, null);
}

/** A catalog of the listed cars among these changes, to run many queries on. */
export const changedCatalog = (changes: readonly CatalogChange[]): Catalog => {
  const catalog = createCatalog([]);
  catalog.apply(changes);
  return catalog;
};

/**
 * The matching cars as the list would show them to this viewer. Cars that are locked for the viewer are left out, so that a
 * filter cannot reveal them.
 */
export function fittingCards(catalog: Catalog, query: CardQuery, viewer: Viewer): Card[] {
  const cards: Card[] = [];
  for (let page = 1; ; page++) {
    const answer = catalog.query({ ...query, page }, viewer);
    cards.push(...answer.cards);
    if (page >= answer.totalPages) return cards;
  }
}

/**
 * Says of each moment of these cars whether the list would have shown the car to this viewer with its price and mileage of
 * then. All else is as it is now.
 */
export function fitsThen(
  cars: readonly { card: Card; moments: readonly CarMoment[] }[],
  query: CardQuery,
  viewer: Viewer,
): (carId: string, moment: CarMoment) => boolean {
  const idOf = (carId: string, { priceDkk, mileageKm }: CarMoment) => `${carId} ${priceDkk} ${mileageKm}`;
  const then = new Map(
    cars.flatMap(({ card, moments }) =>
      moments.map((moment) => {
        const { priceDkk, mileageKm } = moment;
        const id = idOf(card.id, moment);
        return [
          id,
          { ...card, id, priceDkk, mileageKm, availability: 'live' as const, goneAt: null },
        ] as const;
      }),
    ),
  );
  const fitting = fittingCards(changedCatalog([...then.values()]), query, viewer);
  const ids = new Set(fitting.map(({ id }) => id));
  return (carId, moment) => ids.has(idOf(carId, moment));
}

const hourMs = 3_600_000;
/** SQS delays a message by at most a quarter of an hour. */
export const mostSpreadSeconds = 900;

/** The number of an instant's hour since the epoch. A link runs once an hour. */
export const hourOf = (at: Date): number => Math.floor(at.getTime() / hourMs);

/** The id of the run of a link or filter in an hour. It is the same however often the run is started. */
export const runIdOf = (linkHash: string, hour: number): string => `${linkHash}-${hour}`;

const lookAgainPrefix = 'again-';
/** The id of an hourly run that opens an ad again which a search no longer shows. */
export const lookAgainId = (linkHash: string, hour: number): string =>
  runIdOf(`${lookAgainPrefix}${linkHash}`, hour);
export const isLookAgain = (jobId: string): boolean => jobId.startsWith(lookAgainPrefix);

/** Whether an id is that of an hourly run. An import's id has twenty random characters, and a link's hash alone has more. */
export const isRunId = (id: string): boolean => id.length > 30 && /-\d+$/.test(id);

export const hourStart = (hour: number): string => new Date(hour * hourMs).toISOString();

export const searchOfRun = (runId: string): string => runId.slice(0, runId.lastIndexOf('-'));
export const startOfRun = (runId: string): string =>
  hourStart(Number(runId.slice(runId.lastIndexOf('-') + 1)));

/** How many seconds after the hour's start a link is visited: fixed for each link and spread evenly over all. */
export function spreadSeconds(linkHash: string): number {
  let hash = 0;
  for (const char of linkHash) hash = (hash * 33 + char.charCodeAt(0)) >>> 0;
  return hash % (mostSpreadSeconds + 1);
}
