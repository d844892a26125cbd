import type { MarketplaceId } from './marketplace-id.ts';
import type { LinkOptions, MarketplaceLink } from './marketplace-link.ts';
import type { PageInput, ParsedPage } from './parsed-page.ts';

/** How much one visit asks of a marketplace. How long it pauses between two pages is a setting of the installation. */
export type Politeness = {
  /** Item pages in one visit; the rest waits for the next. */
  itemPagesPerVisit: number;
  /**
   * Whose item page is asked for: every new ad's, or only that of an ad which would be called a bargain by what the search
   * says of it (where a search says nearly all, a page for each car would be a burden without use).
   */
  itemPages: 'all' | 'bargains';
};

/** A marketplace whose pages are drawn by scripts and grow while one scrolls: it takes a browser. */
export type BrowserVisit = {
  by: 'browser';
  /** Finds, as a CSS selector, the links to ads that a search page's scripts have drawn. */
  drawnAds: string;
  /** One of these words stands in each data script of an ad's page that speaks of the ad itself. */
  itemWords: readonly string[];
  /** Whether a request of a search page asks for more of the feed. */
  isFeedRequest(method: string, url: URL): boolean;
  /** Answers to scrolling beyond a search's first page. */
  feedAnswersPerVisit: number;
  /** Pause between two turns of the wheel. */
  scrollPauseMs: number;
};

/** A marketplace whose server sends pages that can be read as they are: plain requests, one at a time. */
export type PlainVisit = {
  by: 'plain';
  /** The address of a search's page, the first is 1. */
  pageAddress(href: string, page: number): string;
  /** Where the same answer stands as data alone, for a page that could not be read; null where there is no such address. */
  dataAddress(href: string, page: number): string | null;
  /** Pages of a search that is read for the first time, and of one that is repeated every hour (the newest stand first). */
  firstPages: number;
  repeatPages: number;
  /** Where it says what robots may read. */
  robotsPath: string;
};

/** A marketplace that lets no robots in: pages come from people who have them open, by the button or as saved files. */
export type NoVisit = { by: 'nobody' };

/**
 * A place where used cars are offered. Everything that is true of one alone stands behind this port: who visits or drops a
 * page asks it and knows no host name. `demoOrigin` is that of a demo marketplace that stands in for it.
 */
export type Marketplace = {
  id: MarketplaceId;
  /** Where its pages begin: the address of a page of which none is known. */
  home: string;
  /** Understands what a visit brought. Pure, bounded, never throws. */
  parsePage(input: PageInput): ParsedPage;
  /** What an answer says that has no page: a refusal by its status, else null. */
  parseRefusal(status: number): ParsedPage | null;
  /** The address of an ad's page on the marketplace or, where `origin` is given, on the demo that stands in for it. */
  itemAddress(listingId: string, origin?: string): string;
  visit: BrowserVisit | PlainVisit | NoVisit;
  /** Whether the browser may ask for this address while it visits the link. */
  isVisitable(url: string, link: Pick<MarketplaceLink, 'origin' | 'isDemo'>): boolean;
  /** Whether a photo of an ad may be fetched from here. */
  isPhotoAddress(url: string, options?: LinkOptions): boolean;
  politeness: Politeness;
};

export type BrowserMarketplace = Marketplace & { visit: BrowserVisit };
export type PlainMarketplace = Marketplace & { visit: PlainVisit };

export const needsBrowser = (marketplace: Marketplace): marketplace is BrowserMarketplace =>
  marketplace.visit.by === 'browser';
export const isReadPlain = (marketplace: Marketplace): marketplace is PlainMarketplace =>
  marketplace.visit.by === 'plain';
