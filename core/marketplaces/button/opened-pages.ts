import type { JsonObject } from '#core/marketplaces/page/json-read.ts';
import type { Shape } from './keep-fields.ts';

/** What a page shows by its path: many cars, or the ad with this number. */
export type OpenedKind = { kind: 'search' } | { kind: 'item'; id: string };

/** What the button knows of the pages of one marketplace that a person has open. */
export type OpenedPages = {
  /** Whether an origin is the marketplace's own; that of a demo is nobody's, and told apart by its paths. */
  isOwnOrigin(origin: string): boolean;
  /** Null for pages that belong to the visitor, are about people, or are of something else. */
  kindOf(pathname: string): OpenedKind | null;
  /** Its links to ads' pages: what their addresses hold, and where the ad's number stands in one (the first group). */
  adLinks: { part: string; id: RegExp };
  /** The address of an ad's page; `origin` is that of a demo. */
  adAddress(id: string, origin?: string): string;
  /** The parameters of its searches; what else stands in an address may say who is looking. */
  parameters: readonly string[];
  /** The fields of an ad's data that are kept. */
  fields: Shape;
  /** The number of the ad that kept data is of. */
  idOf(ad: JsonObject): string | null;
  /** What an ad is called on its card; null where kept data does not say. */
  titleOf(ad: JsonObject): string | null;
  /** Whether drawn cards are read where the page's data lacks them; elsewhere they only say what is shown. */
  readsCards: boolean;
};
