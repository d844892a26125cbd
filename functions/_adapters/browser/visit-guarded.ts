import type { Page } from 'puppeteer-core';
import { type BrowserMarketplace, needsBrowser } from '#core/marketplace/marketplace.ts';
import type { MarketplaceLink } from '#core/marketplace/marketplace-link.ts';
import { marketplaceOf } from '#core/marketplace/marketplaces.ts';
import { readLink } from '#core/marketplace/read-link.ts';
import type { AnsweringPage } from './answering-page.ts';
import { guardRequests, type RequestGuard, resolveHost } from './guard-requests.ts';
import type { MarketplaceBrowserOptions } from './open-marketplace.ts';
import { withTimeout } from './open-page.ts';

/** The visits of one browser. `standing`: the ad's page that the last one left where it is. */
export type Visits = {
  tab: AnsweringPage;
  options: MarketplaceBrowserOptions;
  standing: { page: Page; guard: RequestGuard; origin: string } | null;
};

/**
 * One visit under guard; null without a visit when the address is not one of the marketplace. Scripts run on
 * search pages only.
 */
export async function visitGuarded<T>(
  visits: Visits,
  href: string,
  kind: { isSearch: boolean },
  read: (page: Page, address: string, guard: RequestGuard, marketplace: BrowserMarketplace) => Promise<T>,
): Promise<T | null> {
  const { tab, options } = visits;
  const parsed = readLink(href, { demoOrigin: options.demoOrigin });
  if (!parsed.ok) return null;
  const { link } = parsed;
  const marketplace = marketplaceOf(link.source);
  if (!needsBrowser(marketplace)) return null;
  const { page, prepared: guard } = await tab.prepare((ready) => prepare(visits, ready, link, kind));
  try {
    return await read(page, link.href, guard, marketplace);
  } finally {
    const { length } = guard.blocked;
    const leftTheSite = guard.blocked.some(({ isDocument }) => isDocument);
    if (guard.isHeld()) visits.standing = { page, guard, origin: link.origin };
    else await leave(page, guard).catch(() => tab.giveUp());
    options.log?.('visited the marketplace', { ...kind, blockedRequests: length, leftTheSite });
  }
}

/**
 * The guard of the next visit. An ad's page runs no scripts and asks for nothing any more, so the next ad's takes its place
 * directly: an empty page between them costs the browser as much as half an ad's.
 */
async function prepare(
  visits: Visits,
  page: Page,
  link: MarketplaceLink,
  { isSearch }: { isSearch: boolean },
): Promise<RequestGuard> {
  const { options, standing } = visits;
  visits.standing = null;
  const own = standing?.page === page ? standing : null;
  const isSame = own !== null && !isSearch && own.origin === link.origin;
  if (own && !isSame) await leave(page, own.guard);
  await page.setJavaScriptEnabled(isSearch);
  if (isSame) {
    own.guard.renew();
    return own.guard;
  }
  const marketplace = marketplaceOf(link.source);
  return guardRequests(page, {
    allow: (url) => marketplace.isVisitable(url, link) && (options.allow?.(url) ?? true),
    hasStyles: isSearch,
    trustedHosts: new Set(link.isDemo ? [new URL(link.origin).hostname] : []),
    resolve: options.resolve ?? resolveHost,
  });
}

/**
 * Ends whatever the page still does and takes the guard off a page that can no longer ask for anything.
 * @throws when the page does not answer
 */
async function leave(page: Page, guard: RequestGuard): Promise<void> {
  await page.goto('about:blank', { timeout: 5000 });
  await withTimeout(guard.close(), 5000);
}
