import { createHash } from 'node:crypto';
import { isFiltered } from '#core/catalog/card-query.ts';
import type { WebSubscriptionWire } from '#core/contract/routes/searches.ts';
import { Failure } from '#core/failure.ts';
import { linkRefusals } from '#core/marketplaces/link-refusals.ts';
import { type LinkOptions, readLink } from '#core/marketplaces/links.ts';
import { estimatesRefusal, type Plan, searchLimit } from '#core/payments/plan.ts';
import {
  type AutomatedSearch,
  browserSearchId,
  filterHref,
  filterQuery,
  filterSearchPrefix,
  isBrowserSearch,
  isRunning,
  linkHashOf,
  runningCount,
  searchEnd,
  wireSubscription,
} from '#core/searches/automated-search.ts';
import type { TellRule } from '#core/searches/tell-rule.ts';
import type { Language } from '#core/shared.ts';
import { getLanguage, getPlan } from '#functions/accounts/store.ts';
import { getOwnPages } from '#functions/imports/own-page-store.ts';
import { unauthenticated } from '#functions/platform/caller.ts';
import { demoOrigin, linkOptions } from '#functions/platform/settings.ts';
import {
  getLinkStates,
  getSearchLoad,
  readSearches,
  type SearchChoice,
  writeSearch,
  writeSearchChoice,
} from './store.ts';

const attempts = 8;

const gone = () => new Failure(404, 'not_found', 'This automated search no longer exists.');
const outrun = () => new Failure(409, 'conflict', 'Please try again.');

const limitReached = (limit: number) =>
  new Failure(403, 'limit_reached', 'You have reached your limit of automated searches.', {
    reason: 'limit_reached',
    what: 'searches',
    limit,
  });

type Ask = { userId: string; limit: number; now: Date };

/** Writes the search that `decide` returns, under the guard of the person's searches. */
async function changeSearches(
  { userId, now }: Ask,
  decide: (searches: readonly AutomatedSearch[]) => { search: AutomatedSearch; isWritten: boolean },
): Promise<{ search: AutomatedSearch; isNew: boolean }> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const seen = await readSearches(userId);
    const { search, isWritten } = decide(seen.searches);
    if (!isWritten) return { search, isNew: false };
    const outcome = await writeSearch(userId, search, seen, now.toISOString());
    if (outcome === 'written') return { search, isNew: true };
    if (outcome === 'erased') throw unauthenticated();
  }
  throw outrun();
}

/** Checks the limit against the person's other running searches. @throws Failure 403 limit_reached */
function requireRoom(searches: readonly AutomatedSearch[], id: string, { limit, now }: Ask): void {
  const others = searches.filter((search) => search.id !== id);
  if (runningCount(others, now) >= limit) throw limitReached(limit);
}

/**
 * Starts an automated search. For one that already runs it returns that search, with the interval that is wanted of a
 * browser; an expired one starts anew.
 * @throws Failure 403 limit_reached
 */
export async function startSearch(ask: Ask & Wanted): Promise<{ search: AutomatedSearch; isNew: boolean }> {
  const { id, href, name, browserMinutes, rule, now } = ask;
  const browser = browserMinutes === undefined ? {} : { browserMinutes };
  const chosen = rule && { rule };
  let isKnown = false;
  const { search, isNew } = await changeSearches(ask, (searches) => {
    const same = searches.find((each) => each.id === id);
    isKnown = same !== undefined && isRunning(same, now);
    // The same again, unless another interval or rule is wanted.
    if (same && isKnown)
      return {
        search: { ...same, ...browser, ...chosen },
        isWritten: same.browserMinutes !== browserMinutes || rule !== undefined,
      };
    requireRoom(searches, id, ask);
    const own = name ?? same?.name ?? null;
    return {
      search: {
        ...{ id, href, name: own, startTime: now.toISOString(), endTime: searchEnd(now), ...browser },
        ...(same?.rule && { rule: same.rule }),
        ...chosen,
      },
      isWritten: true,
    };
  });
  return { search, isNew: isNew && !isKnown };
}

/**
 * Extends a search to seven days from now and resumes it if it was paused. After a downgrade running searches finish their
 * week, but none is extended beyond the limit.
 * @throws Failure 404, 403 limit_reached
 */
export async function extendSearch(ask: Ask & { id: string }): Promise<AutomatedSearch> {
  const { search } = await changeSearches(ask, (searches) => {
    const known = searches.find((each) => each.id === ask.id);
    if (!known) throw gone();
    requireRoom(searches, ask.id, ask);
    return { search: { ...known, endTime: searchEnd(ask.now) }, isWritten: true };
  });
  return search;
}

/** @throws Failure 403 for a rule by market values of a reader who may not see them */
export function requireRule(rule: TellRule | undefined, plan: Plan, now: Date): void {
  const reason = estimatesRefusal(plan, now);
  if (!rule || rule.below_market_percent === null || reason === null) return;
  throw new Failure(403, 'forbidden', 'Market values are part of Premium.', { reason });
}

/**
 * Names a search, null for the name made from its filters, or changes its rule or its feed. Its state does not change.
 * @throws Failure 404
 */
export async function chooseOfSearch(
  userId: string,
  id: string,
  chosen: Partial<SearchChoice>,
): Promise<AutomatedSearch> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const seen = await readSearches(userId);
    const known = seen.searches.find((search) => search.id === id);
    if (!known) throw gone();
    const { name = known.name, rule = known.rule } = chosen;
    const choice = { name, ...(rule && { rule }), ...(chosen.feed !== undefined && { feed: chosen.feed }) };
    if (await writeSearchChoice(userId, id, choice, seen)) return { ...known, ...choice };
  }
  throw outrun();
}

/** How many automated searches the person's plan lets run at once. */
export async function readSearchLimit(userId: string, now: Date): Promise<number> {
  return searchLimit(await getPlan(userId), now);
}

/** A person's searches in their language, with their links' next run, last result and current frequency. */
export async function showSearches(
  userId: string,
  searches: readonly AutomatedSearch[],
  now: Date,
  asked?: Language,
): Promise<WebSubscriptionWire[]> {
  const ofBrowser = searches.map(({ id }) => id).filter(isBrowserSearch);
  const [links, pages, load, chosen] = await Promise.all([
    getLinkStates(searches.map(({ id }) => id).filter((id) => !isBrowserSearch(id))),
    getOwnPages(userId, ofBrowser.map(linkHashOf)),
    getSearchLoad(),
    asked ?? getLanguage(userId),
  ]);
  const language = chosen ?? 'en';
  // A search of the list needs no visit, so it runs every hour whatever the load.
  const hoursOf = ({ id, browserMinutes }: AutomatedSearch) => {
    if (browserMinutes !== undefined) return browserMinutes / 60;
    return id.startsWith(filterSearchPrefix) ? 1 : (load?.intervalHours ?? 1);
  };
  return searches.map((search) =>
    wireSubscription(
      search,
      links.get(search.id) ?? null,
      { intervalHours: hoursOf(search), language, now },
      pages.get(linkHashOf(search.id)) ?? null,
    ),
  );
}

/** The hash of a link: equal searches of different people share it. `href` is normalised. */
export const hashLink = (href: string): string =>
  createHash('sha256').update(href).digest('base64url').slice(0, 32);

type Wanted = Pick<AutomatedSearch, 'id' | 'href' | 'name' | 'browserMinutes' | 'rule'>;

/** @throws Failure 400 for what is no link to a search of a marketplace */
function readSearchLink(searchUrl: string, options: LinkOptions): string {
  const parsed = readLink(searchUrl, options);
  if (!parsed.ok) throw new Failure(400, parsed.code, parsed.message);
  const { href, kind } = parsed.link;
  if (kind !== 'search') throw new Failure(400, 'link_not_search', linkRefusals.link_not_search);
  return href;
}

/** @throws Failure 400 for what is no link to a search of a marketplace */
export function linkSearch(searchUrl: string): Wanted {
  const href = readSearchLink(searchUrl, linkOptions());
  return { id: hashLink(href), href, name: null };
}

/** A search that its owner's browser reads, on any marketplace. @throws Failure 400 as `linkSearch` */
export function browserSearch(searchUrl: string, browserMinutes: number, name: string | undefined): Wanted {
  const href = readSearchLink(searchUrl, { demoOrigin: demoOrigin() });
  return { id: browserSearchId(hashLink(href)), href, name: name ?? null, browserMinutes };
}

/** @throws Failure 400 for filters that match everything, and for an unknown town */
export function filterSearch(
  filters: Readonly<Record<string, string>>,
  name: string | undefined,
  now: Date,
): Wanted {
  const href = filterHref(filters);
  if (!isFiltered(filterQuery(href, now)))
    throw new Failure(400, 'invalid_input', 'Choose at least one filter.', { field: 'filters' });
  return { id: `${filterSearchPrefix}${hashLink(href)}`, href, name: name ?? null };
}
