import { type Card, isCard } from '../../car/card.ts';
import { completeChange } from '../../car/stored-car.ts';
import { findTown } from '../../place/find-town.ts';
import { sortOptions } from '../sort-options.ts';
import { segmentOfSorted } from './build-segment.ts';
import { readFields } from './card-text.ts';
import { type Names, type NumberColumns, numberColumns, type Segment } from './segment.ts';
import { type Column, readChunk, writeChunk } from './snapshot-chunk.ts';
import { format, formerFields } from './snapshot-format.ts';
import { type Texts, textAt } from './texts.ts';
import type { WordIndex } from './word-index.ts';

/** A catalog of one segment, whose columns lie in the chunks that were opened: nothing is parsed, sorted or indexed. */
export type Snapshot = {
  segment: Segment;
  removedAt: Map<string, string>;
  mergedInto: Map<string, string>;
  version: string;
};

/** What every chunk says of itself; the first says the rest. */
type About = { format: string; version: string; number: number; chunks: number; catalog: Contents | null };
type Contents = {
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

type NamedColumn = readonly [string, Column];

const wordColumns = (name: string, { words, offsets, rows }: WordIndex): NamedColumn[] => [
  [`${name}.words`, joinLines(words)],
  [`${name}.offsets`, offsets],
  [`${name}.rows`, rows],
];

const columnsOf = (segment: Segment): NamedColumn[] => [
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

/** Neighbouring columns together as far as they fit; one that is larger stands alone. */
function group(columns: readonly NamedColumn[], chunkBytes: number): NamedColumn[][] {
  const groups: NamedColumn[][] = [];
  let left = 0;
  for (const column of columns) {
    const { byteLength } = column[1];
    if (byteLength > left || groups.length === 0) {
      groups.push([]);
      left = chunkBytes;
    }
    groups.at(-1)!.push(column);
    left -= byteLength;
  }
  return groups;
}

/** The snapshot as chunks of about `chunkBytes`, made one after another. */
export function* closeSnapshot(
  { segment, removedAt, mergedInto, version }: Snapshot,
  chunkBytes: number,
): Iterable<Uint8Array<ArrayBuffer>> {
  const groups = group(columnsOf(segment), chunkBytes);
  const contents: Contents = {
    size: segment.size,
    removedAt: [...removedAt],
    mergedInto: [...mergedInto],
    makes: segment.makes.values,
    models: segment.models.values,
    cities: segment.cities.values,
  };
  for (const [number, columns] of groups.entries()) {
    const catalog = number === 0 ? contents : null;
    yield writeChunk<About>({ format, version, number, chunks: groups.length, catalog }, columns);
  }
}

type Columns = ReadonlyMap<string, Column>;
const columnIn =
  (columns: Columns) =>
  <T extends Column>(name: string): T =>
    columns.get(name) as T;

function textsOf(columns: Columns): Texts {
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

function wordsOf(columns: Columns): Segment['words'] {
  const column = columnIn(columns);
  const index = (name: string): WordIndex => ({
    words: linesIn(columns, `${name}.words`),
    offsets: column(`${name}.offsets`),
    rows: column(`${name}.rows`),
  });
  return { open: index('open'), guarded: index('guarded') };
}

/** The orders that are there: the former format lacks those that came with this one. */
const ordersOf = (columns: Columns): Partial<Segment['orders']> =>
  Object.fromEntries(
    sortOptions.flatMap((sort) =>
      columns.has(`orders.${sort}`) ? [[sort, columns.get(`orders.${sort}`)]] : [],
    ),
  );

function segmentOf({ size, makes, models, cities }: Contents, columns: Columns): Segment {
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

/** A segment of the former format: its cards are read one by one, and what they do not say is unknown until they change. */
function segmentOfFormer({ size }: Contents, columns: Columns, fields: readonly string[]): Segment | null {
  const texts = textsOf(columns);
  const cards: Card[] = [];
  for (let row = 0; row < size; row++) {
    const change = completeChange(readFields(textAt(texts, row), fields));
    if (!change || !isCard(change)) return null;
    cards.push(change);
  }
  return segmentOfSorted(cards, wordsOf(columns), ordersOf(columns));
}

/** Null when the chunks are not all of one snapshot, in their order, of this format or the one before. */
export function openSnapshot(chunks: readonly Uint8Array[]): Snapshot | null {
  const columns = new Map<string, Column>();
  let first: About | null = null;
  for (const [number, bytes] of chunks.entries()) {
    const chunk = readChunk<About>(bytes);
    if (!chunk) return null;
    first ??= chunk.about;
    const { about } = chunk;
    if (about.number !== number || about.chunks !== chunks.length) return null;
    if (about.version !== first.version || about.format !== first.format) return null;
    for (const [name, column] of chunk.columns) columns.set(name, column);
  }
  if (!first?.catalog) return null;
  const { version, catalog } = first;
  const former = first.format === format ? null : formerFields(first.format);
  if (first.format !== format && !former) return null;
  const segment = former ? segmentOfFormer(catalog, columns, former) : segmentOf(catalog, columns);
  const { removedAt, mergedInto = [] } = catalog;
  return segment && { segment, removedAt: new Map(removedAt), mergedInto: new Map(mergedInto), version };
}
