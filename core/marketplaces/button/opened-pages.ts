import type { JsonObject } from '#core/marketplaces/page/json-read.ts';
import type { Shape } from './keep-fields.ts';

/** What a page shows according to its path: many cars, or the ad with this number. */
export type OpenedKind = { kind: 'search' } | { kind: 'item'; id: string };

/** What the button knows about the pages of one marketplace. */
export type OpenedPages = {
  /** Whether an origin is the marketplace's own. A demo's origin is not; its pages are recognised by their paths. */
  isOwnOrigin(origin: string): boolean;
  /** Null for pages that belong to the visitor, are about people, or show something else. */
  kindOf(pathname: string): OpenedKind | null;
  /** What the query of the address holds to which the site leads from an ad that it has no longer. */
  goneMark?: RegExp;
  /** Its links to ads' pages: what their addresses hold, and where the ad's number stands in one (the first group). */
  adLinks: { part: string; id: RegExp };
  /** The address of an ad's page; `origin` is that of a demo. */
  adAddress(id: string, origin?: string): string;
  /** The parameters of its searches; other parameters may identify the visitor. */
  parameters: readonly string[];
  /** The fields of an ad's data that are kept. */
  fields: Shape;
  /** The id of the ad in the kept data. */
  idOf(ad: JsonObject): string | null;
  /** The ad's title on its card; null if the kept data has none. */
  titleOf(ad: JsonObject): string | null;
  /** Whether rendered cards are read if the page's data lacks them; otherwise they only confirm what is shown. */
  readsCards: boolean;
};
