import { findTown } from '../../place/find-town.ts';
import { sortOptions } from '../sort-options.ts';
import { packRows, unpackRows } from './packed-rows.ts';
import { type Names, type NumberColumns, numberColumns, type Segment } from './segment.ts';
import type { Column } from './snapshot-chunk.ts';
import { TextBlock, type TextCodec, type Texts } from './texts.ts';
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

const wordColumns = (name: string, index: WordIndex): NamedColumn[] => [
  [`${name}.words`, joinLines(index.words)],
  [`${name}.offsets`, index.offsets],
  [`${name}.packedRows`, packRows(index)],
];

/**
 * A segment as columns to be written, in the order in which they are. What is packed stands together at the end: memory that
 * holds nothing else is given back when all of it is unpacked.
 */
export const columnsOf = (segment: Segment, codec: TextCodec): NamedColumn[] => [
  ['ids', joinLines(segment.ids)],
  ...Object.entries(segment.numbers),
  ['makes', segment.makes.codes],
  ['models', segment.models.codes],
  ['cities', segment.cities.codes],
  ...Object.entries(segment.orders).map(([sort, rows]): NamedColumn => [`orders.${sort}`, rows]),
  ...wordColumns('open', segment.words.open),
  ...wordColumns('guarded', segment.words.guarded),
  ...segment.texts.map(({ offsets }, block): NamedColumn => [`texts.${block}.offsets`, offsets]),
  ...segment.texts.map(({ bytes }, block): NamedColumn => [`texts.${block}.packed`, codec.pack(bytes)]),
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

/** Packed, or as they lay in the former format. */
export function textsOf(columns: Columns, codec: TextCodec): Texts {
  const column = columnIn(columns);
  const texts: TextBlock[] = [];
  for (let block = 0; columns.has(`texts.${block}.offsets`); block++) {
    const offsets = column<Uint32Array<ArrayBuffer>>(`texts.${block}.offsets`);
    const packed = columns.get(`texts.${block}.packed`) as Uint8Array<ArrayBuffer> | undefined;
    const held = packed
      ? () => codec.unpack(packed, offsets.at(-1)!)
      : column<Uint8Array<ArrayBuffer>>(`texts.${block}.bytes`);
    texts.push(new TextBlock(offsets, held));
  }
  return texts;
}

const linesIn = (columns: Columns, name: string) =>
  splitLines(columnIn(columns)<Uint8Array<ArrayBuffer>>(name));

/** The rows that lie in the former format as they are, and packed in this one until somebody searches for words. */
function rowsIn(columns: Columns, name: string, offsets: Uint32Array): () => WordIndex['rows'] {
  const column = columnIn(columns);
  let rows = columns.get(`${name}.rows`) as WordIndex['rows'] | undefined;
  return () => {
    rows ??= unpackRows(offsets, column<Uint8Array<ArrayBuffer>>(`${name}.packedRows`));
    return rows;
  };
}

export function wordsOf(columns: Columns): Segment['words'] {
  const index = (name: string): WordIndex => {
    const offsets = columnIn(columns)<WordIndex['offsets']>(`${name}.offsets`);
    const rows = rowsIn(columns, name, offsets);
    return {
      words: linesIn(columns, `${name}.words`),
      offsets,
      get rows() {
        return rows();
      },
    };
  };
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
export function segmentOf(
  { size, makes, models, cities }: Contents,
  columns: Columns,
  codec: TextCodec,
): Segment {
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
    texts: textsOf(columns, codec),
  };
}
