import type { Page } from 'puppeteer-core';
import type { Marketplace } from '#core/marketplace/marketplace.ts';
import { marketplaceOf } from '#core/marketplace/marketplaces.ts';
import type { PageFailure } from '#core/marketplace/page-failure.ts';
import type { ParsedPage } from '#core/marketplace/parsed-page.ts';
import { readLink } from '#core/marketplace/read-link.ts';
import { type AnsweringPage, openAnsweringPage } from './answering-page.ts';
import { guardRequests, type RequestGuard, resolveHost } from './guard-requests.ts';
import { withTimeout } from './open-page.ts';
import { type GateOptions, openOutgoingGate } from './outgoing-gate.ts';
import { readItem } from './read-item.ts';
import { type SearchOptions, type SearchOutcome, visitSearch } from './visit-search.ts';

export type MarketplaceBrowserOptions = {
  /** The demo marketplace's origin, where it is in use. */
  demoOrigin?: string;
  /** Narrows the addresses that the rules for links allow; it cannot widen them. */
  allow?: (url: string) => boolean;
  userAgent?: string;
  log?: (message: string, fields: Record<string, string | number | boolean>) => void;
  /** All addresses of a host name; the system's resolver unless a test brings its own. */
  resolve?: (hostname: string) => Promise<string[]>;
  /** Opens the browser's connections; the system's unless a test brings its own. */
  dial?: GateOptions['dial'];
  itemTimeoutMs?: number;
  /** How long the browser may take to be ready for a visit before it is started anew. */
  answerTimeoutMs?: number;
};

export type MarketplaceBrowser = {
  visitSearch(href: string, options: SearchOptions): Promise<SearchOutcome>;
  visitItem(href: string): Promise<ParsedPage>;
  close(): Promise<void>;
};

const refusedAddress: PageFailure = { class: 'unknown_page', evidence: 'no address of the marketplace' };

/**
 * One headless browser for one job: visits are made one after the other on one page, because a
 * single-process Chromium dies with its context. It reaches no host but the marketplace's, whatever a page
 * tries, and says who it is in its user agent.
 * @throws when the browser cannot be started
 */
export async function openMarketplace(options: MarketplaceBrowserOptions = {}): Promise<MarketplaceBrowser> {
  const { demoOrigin } = options;
  const gate = await openOutgoingGate({
    demoOrigin,
    resolve: options.resolve ?? resolveHost,
    dial: options.dial,
  });
  const tab = await openAnsweringPage({
    gateAddress: gate.address,
    userAgent: options.userAgent,
    answerTimeoutMs: options.answerTimeoutMs ?? 15_000,
    onRestart: () => options.log?.('the browser stopped answering and was started anew', {}),
  }).catch(async (error: unknown) => {
    await gate.close();
    throw error;
  });
  return {
    visitSearch: async (href, search) => {
      const outcome = await visitGuarded(
        tab,
        options,
        href,
        { isSearch: true },
        (page, address, guard, marketplace) =>
          visitSearch(page, address, guard, { marketplace, demoOrigin }, search),
      );
      return outcome ?? { failure: refusedAddress, isEmpty: false };
    },
    visitItem: async (href) => {
      const read = await visitGuarded(
        tab,
        options,
        href,
        { isSearch: false },
        (page, address, guard, marketplace) =>
          readItem(page, address, guard, { marketplace, demoOrigin }, options.itemTimeoutMs ?? 20_000),
      );
      if (!read) return failed(refusedAddress);
      return 'kind' in read ? read : failed(read.failure);
    },
    close: async () => {
      await tab.close();
      if (gate.refused.length > 0)
        options.log?.('the browser tried to leave the marketplace', { refused: gate.refused.length });
      await gate.close();
    },
  };
}

/**
 * One visit under guard; null without a visit when the address is not one of the marketplace. Scripts run on
 * search pages only.
 */
async function visitGuarded<T>(
  tab: AnsweringPage,
  options: MarketplaceBrowserOptions,
  href: string,
  kind: { isSearch: boolean },
  read: (page: Page, address: string, guard: RequestGuard, marketplace: Marketplace) => Promise<T>,
): Promise<T | null> {
  const { demoOrigin } = options;
  const parsed = readLink(href, { demoOrigin });
  if (!parsed.ok) return null;
  const { isDemo, source } = parsed.link;
  const marketplace = marketplaceOf(source);
  const { page, prepared: guard } = await tab.prepare(async (ready) => {
    await ready.setJavaScriptEnabled(kind.isSearch);
    return guardRequests(ready, {
      allow: (url) => marketplace.isVisitable(url, parsed.link) && (options.allow?.(url) ?? true),
      trustedHosts: new Set(isDemo ? [new URL(parsed.link.origin).hostname] : []),
      resolve: options.resolve ?? resolveHost,
    });
  });
  try {
    return await read(page, parsed.link.href, guard, marketplace);
  } finally {
    await leave(page, guard).catch(() => tab.giveUp());
    const leftTheSite = guard.blocked.some(({ isDocument }) => isDocument);
    options.log?.('visited the marketplace', { ...kind, blockedRequests: guard.blocked.length, leftTheSite });
  }
}

function failed(failure: PageFailure): ParsedPage {
  return { kind: 'failure', listings: [], pageInfo: null, shownCount: 0, rejected: [], failure };
}

/**
 * Ends whatever the page still does and takes the guard off a page that can no longer ask for anything.
 * @throws when the page does not answer
 */
async function leave(page: Page, guard: RequestGuard): Promise<void> {
  await page.goto('about:blank', { timeout: 5000 });
  await withTimeout(guard.close(), 5000);
}
