import type { JsonObject } from '#core/marketplace/page/json-read.ts';

/** Raised when what the button sends changes its shape: buttons are bookmarks, and old ones stay where they are. */
export const buttonVersion = 1;

/** A rendered card: the lines a visitor reads on it, its photo where the data has none. */
export type HandedCard = { id: string; lines: string[]; photo: string | null };

/** What the button read on one page. */
export type HandedPage = {
  kind: 'search' | 'item';
  /** Path and search of the page, without what only the site uses. */
  path: string;
  /** The site says itself that nothing matches; cards below are suggestions then. */
  hasNoResults: boolean;
  /** The data of ads, kept fields only; for an ad's own page the objects it is spread over. */
  ads: JsonObject[];
  cards: HandedCard[];
};

/** From the window of the button to the marketplace's page: it listens. */
export type ReadyMessage = { bilfund: 'ready'; nonce: string };

/** From the marketplace's page to that window; without a page where the button found itself somewhere else. */
export type HandOver = { bilfund: 'cars'; version: number; nonce: string; page: HandedPage | null };

/** Far above what a page holds that somebody has scrolled through; what is longer did not come from the button. */
export const handOverLimits = {
  cars: 500,
  characters: 2_000_000,
  depth: 12,
  values: 200_000,
  cardLines: 12,
  lineLetters: 200,
} as const;
