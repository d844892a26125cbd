import { findTown } from '../../place/find-town.ts';
import { sortOptions } from '../sort-options.ts';
import { type Names, type NumberColumns, numberColumns, type Segment } from './segment.ts';
import type { Column } from './snapshot-chunk.ts';
import type { Texts } from './texts.ts';
import type { WordIndex } from './word-index.ts';

/** What the first chunk says of the catalog. */
export type Contents = {
  size: number;
  removedAt: [string, string][];
  /** Snapshots of before have none. */
  mergedInto?: [string, string][];
  makes: readonly string[];
  models: readonly string[];
  cities: readonly string[];
};

const encoder = new TextEncoder();
const decoder = new TextDecoder();
// Ids and folded words hold no line breaks.
const joinLines = (lines: readonly string[]) => encoder.encode(lines.join('\n'));
const splitLines = (bytes: Uint8Array) => (bytes.length === 0 ? [] : decoder.decode(bytes).split('\n'));

export type NamedColumn = readonly [string, Column];

const wordColumns = (name: string, { words, offsets, rows }: WordIndex): NamedColumn[] => [
  [`${name}.words`, joinLines(words)],
  [`${name}.offsets`, offsets],
  [`${name}.rows`, rows],
];

/** A segment as columns to be written, in the order in which they are. */
export const columnsOf = (segment: Segment): NamedColumn[] => [
  ['ids', joinLines(segment.ids)],
  ...Object.entries(segment.numbers),
  ['makes', segment.makes.codes],
  ['models', segment.models.codes],
  ['cities', segment.cities.codes],
  ...Object.entries(segment.orders).map(([sort, rows]): NamedColumn => [`orders.${sort}`, rows]),
  ...wordColumns('open', segment.words.open),
  ...wordColumns('guarded', segment.words.guarded),
  ...segment.texts.flatMap(({ bytes, offsets }, block): NamedColumn[] => [
    [`texts.${block}.offsets`, offsets],
    [`texts.${block}.bytes`, bytes],
  ]),
];

/** What left a catalog, and what became of it. */
export type Departures = { removedAt: ReadonlyMap<string, string>; mergedInto: ReadonlyMap<string, string> };

/** What columns alone do not say of a catalog of one segment. */
export const contentsOf = (segment: Segment, { removedAt, mergedInto }: Departures): Contents => ({
  size: segment.size,
  removedAt: [...removedAt],
  mergedInto: [...mergedInto],
  makes: segment.makes.values,
  models: segment.models.values,
  cities: segment.cities.values,
});

/** The columns of a snapshot by their names. */
export type Columns = ReadonlyMap<string, Column>;
const columnIn =
  (columns: Columns) =>
  <T extends Column>(name: string): T =>
    columns.get(name) as T;

export function textsOf(columns: Columns): Texts {
  const column = columnIn(columns);
  const texts: Texts[number][] = [];
  while (columns.has(`texts.${texts.length}.bytes`)) {
    const block = `texts.${texts.length}`;
    texts.push({ bytes: column(`${block}.bytes`), offsets: column(`${block}.offsets`) });
  }
  return texts;
}

const linesIn = (columns: Columns, name: string) =>
  splitLines(columnIn(columns)<Uint8Array<ArrayBuffer>>(name));

export function wordsOf(columns: Columns): Segment['words'] {
  const column = columnIn(columns);
  const index = (name: string): WordIndex => ({
    words: linesIn(columns, `${name}.words`),
    offsets: column(`${name}.offsets`),
    rows: column(`${name}.rows`),
  });
  return { open: index('open'), guarded: index('guarded') };
}

/** The orders that are there: the former format lacks those that came with this one. */
export const ordersOf = (columns: Columns): Partial<Segment['orders']> =>
  Object.fromEntries(
    sortOptions.flatMap((sort) =>
      columns.has(`orders.${sort}`) ? [[sort, columns.get(`orders.${sort}`)]] : [],
    ),
  );

/** The segment whose columns lie in the chunks. */
export function segmentOf({ size, makes, models, cities }: Contents, columns: Columns): Segment {
  const column = columnIn(columns);
  const names = (name: string, values: readonly string[]): Names => ({ codes: column(name), values });
  const numbers = Object.keys(numberColumns).map((name) => [name, column(name)]);
  return {
    size,
    ids: linesIn(columns, 'ids'),
    isGone: new Uint8Array(size),
    goneCount: 0,
    numbers: Object.fromEntries(numbers) as NumberColumns,
    makes: names('makes', makes),
    models: names('models', models),
    cities: names('cities', cities),
    towns: cities.map(findTown),
    orders: ordersOf(columns) as Segment['orders'],
    words: wordsOf(columns),
    texts: textsOf(columns),
  };
}
