import { type AutomatedSearch, wireSubscription } from '#core/automated-search/automated-search.ts';
import { filterSearchPrefix } from '#core/automated-search/filter-search.ts';
import type { WebSubscriptionWire } from '#core/contract/routes/subscriptions.ts';
import { searchLimit } from '#core/plan/access.ts';
import { getLinkStates, getSearchLoad } from '#functions/_adapters/dynamodb/links.ts';
import { getPlan } from '#functions/_adapters/dynamodb/people.ts';

/** How many automated searches the person's plan lets run at once. */
export async function readSearchLimit(userId: string, now: Date): Promise<number> {
  return searchLimit(await getPlan(userId), now);
}

/** Searches with what their links say: next run, last result, how often they run at the moment. */
export async function showSearches(
  searches: readonly AutomatedSearch[],
  now: Date,
): Promise<WebSubscriptionWire[]> {
  const [links, load] = await Promise.all([getLinkStates(searches.map(({ id }) => id)), getSearchLoad()]);
  // A search of the list visits nobody and so waits for nobody.
  const hoursOf = ({ id }: AutomatedSearch) =>
    id.startsWith(filterSearchPrefix) ? 1 : (load?.intervalHours ?? 1);
  return searches.map((search) =>
    wireSubscription(search, links.get(search.id) ?? null, hoursOf(search), now),
  );
}
