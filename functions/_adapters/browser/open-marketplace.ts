import type { PageFailure } from '#core/marketplace/page-failure.ts';
import type { ParsedPage } from '#core/marketplace/parsed-page.ts';
import { openAnsweringPage } from './answering-page.ts';
import { resolveHost } from './guard-requests.ts';
import { type GateOptions, openOutgoingGate } from './outgoing-gate.ts';
import { readItem } from './read-item.ts';
import { type Visits, visitGuarded } from './visit-guarded.ts';
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
  const visits: Visits = { tab, options, standing: null };
  return {
    visitSearch: async (href, search) => {
      const outcome = await visitGuarded(
        visits,
        href,
        { isSearch: true },
        (page, address, guard, marketplace) =>
          visitSearch(page, address, guard, { marketplace, demoOrigin }, search),
      );
      return outcome ?? { failure: refusedAddress, isEmpty: false };
    },
    visitItem: async (href) => {
      const read = await visitGuarded(
        visits,
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

function failed(failure: PageFailure): ParsedPage {
  return { kind: 'failure', listings: [], pageInfo: null, shownCount: 0, rejected: [], failure };
}
