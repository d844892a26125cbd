import type { MarketplaceId } from '#core/marketplaces/marketplace-id.ts';
import { openedPage } from '#core/marketplaces/marketplaces.ts';
import type { Watch } from '../messages.ts';
import type { ListedSearch } from './server.ts';

export const mostWatches = 20;

/** Letters of a search's name, as the installation takes them. */
export const longestName = 60;

type Circumstances = {
  nowMs: number;
  demoOrigin: string | null;
  /** When a search that was seen at `seenMs` is opened the next time. */
  nextVisitMs: (seenMs: number, intervalMinutes: number) => number;
};

/** The marketplace whose search this address opens; null where it opens none. */
function sourceOf(href: string, demoOrigin: string | null): MarketplaceId | null {
  if (!URL.canParse(href)) return null;
  const { origin, pathname } = new URL(href);
  const opened = openedPage(origin, pathname, demoOrigin ?? undefined);
  return opened?.shows.kind === 'search' ? opened.source : null;
}

/** A watch with what the installation says of its search: another interval, or a page that another browser has sent since. */
function renewed(watch: Watch, { status, browser }: ListedSearch, circumstances: Circumstances): Watch {
  const { nowMs, nextVisitMs } = circumstances;
  const intervalMinutes = browser?.interval_minutes ?? watch.intervalMinutes;
  const seenMs = Math.min(Date.parse(browser?.last_seen_at ?? '') || 0, nowMs);
  let { nextAtMs, lastSeenAtMs } = watch;
  if (intervalMinutes !== watch.intervalMinutes) nextAtMs = nextVisitMs(nowMs, intervalMinutes);
  if (seenMs > (lastSeenAtMs ?? 0)) {
    nextAtMs = Math.max(nextAtMs, nextVisitMs(seenMs, intervalMinutes));
    lastSeenAtMs = seenMs;
  }
  // Its week is over: it waits until it is extended.
  if (status !== 'active' && nextAtMs <= nowMs) nextAtMs = nextVisitMs(nowMs, intervalMinutes);
  return { ...watch, intervalMinutes, nextAtMs, lastSeenAtMs };
}

/**
 * What is watched once the installation has listed the person's automated searches: those that were chosen there are watched
 * as well, those that were ended there no more.
 */
export function takenOver(
  watches: readonly Watch[],
  listed: readonly ListedSearch[],
  circumstances: Circumstances,
): { watches: Watch[]; ended: Watch[] } {
  const searches = new Map(listed.map((search) => [search.id, search]));
  const kept = watches.flatMap((watch) => {
    const search = searches.get(watch.id);
    return search ? renewed(watch, search, circumstances) : [];
  });
  const { nowMs, demoOrigin } = circumstances;
  const chosen = listed.flatMap((search): Watch[] => {
    const { id, status, browser, search_url: href, title } = search;
    const source = sourceOf(href, demoOrigin);
    if (status !== 'active' || !browser || source === null || kept.some((watch) => watch.id === id))
      return [];
    const name = title.slice(0, longestName);
    const { interval_minutes: intervalMinutes } = browser;
    const fresh = { id, source, href, name, intervalMinutes, nextAtMs: nowMs, lastSeenAtMs: null };
    return [renewed(fresh, search, circumstances)];
  });
  return {
    watches: [...kept, ...chosen].slice(0, mostWatches),
    ended: watches.filter(({ id }) => !searches.has(id)),
  };
}
