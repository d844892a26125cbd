import { findTown } from '../../place/find-town.ts';
import { sortOptions } from '../sort-options.ts';
import { type Columns, columnIn, joinLines, linesIn, type NamedColumn } from './named-columns.ts';
import { type Names, type NumberColumns, numberColumns, type Segment } from './segment.ts';
import { wordColumns, wordsOf } from './snapshot-words.ts';
import { TextBlock, type TextCodec, type Texts } from './texts.ts';

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

export function textsOf(columns: Columns, codec: TextCodec): Texts {
  const column = columnIn(columns);
  const texts: TextBlock[] = [];
  for (let block = 0; columns.has(`texts.${block}.offsets`); block++) {
    const offsets = column<Uint32Array<ArrayBuffer>>(`texts.${block}.offsets`);
    const packed = column<Uint8Array<ArrayBuffer>>(`texts.${block}.packed`);
    texts.push(new TextBlock(offsets, () => codec.unpack(packed, offsets.at(-1)!)));
  }
  return texts;
}

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
    orders: Object.fromEntries(
      sortOptions.map((sort) => [sort, column(`orders.${sort}`)]),
    ) as Segment['orders'],
    words: wordsOf(columns),
    texts: textsOf(columns, codec),
  };
}
