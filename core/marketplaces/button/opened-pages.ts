import { isObject, type JsonObject } from '#core/marketplaces/page/json-read.ts';

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

/**
 * `text`: a short line; `words`: the seller's text; `value`: also a number or boolean. All entries of a list have one
 * shape.
 */
export type Shape = 'text' | 'words' | 'value' | readonly Shape[] | { readonly [key: string]: Shape };

const mostLetters = { text: 300, value: 40, words: 8_000 } as const;
const mostRows = 60;

/** A copy of an ad's data with only the fields of `shape`, whatever the original contains. */
export function keepFields(ad: unknown, shape: Shape): JsonObject {
  const kept = keep(ad, shape);
  return isObject(kept) ? kept : {};
}

function keep(value: unknown, shape: Shape): unknown {
  if (typeof value === 'string') return keepText(value, shape);
  if (typeof shape === 'string')
    return shape === 'value' && ['number', 'boolean'].includes(typeof value) ? value : undefined;
  if (isList(shape)) return Array.isArray(value) ? keepRows(value, shape[0]!) : undefined;
  if (!isObject(value)) return undefined;
  const kept: JsonObject = {};
  for (const key of Object.keys(shape)) {
    const inner = Object.hasOwn(value, key) ? keep(value[key], shape[key]!) : undefined;
    if (inner !== undefined) kept[key] = inner;
  }
  return kept;
}

/** Rows of specifications can be texts or objects, and so can a plate. */
function keepText(text: string, shape: Shape): string | undefined {
  if (isList(shape)) return undefined;
  return text.slice(0, mostLetters[typeof shape === 'string' ? shape : 'text']);
}

const keepRows = (rows: readonly unknown[], shape: Shape): unknown[] =>
  rows
    .slice(0, mostRows)
    .map((row) => keep(row, shape))
    .filter((row) => row !== undefined);

const isList = (shape: Shape): shape is readonly Shape[] => Array.isArray(shape);
