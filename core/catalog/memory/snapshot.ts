import { type Card, isCard } from '#core/cars/card.ts';
import { energyPrices, usualKmPerYear } from '#core/cars/cost.ts';
import { colorFamilies, features } from '#core/cars/features.ts';
import { completeChange } from '#core/cars/stored-car.ts';
import { steadySorts } from '#core/catalog/card-query.ts';
import { bodies } from '#core/marketplaces/ad/listing.ts';
import { marketplaceIds } from '#core/marketplaces/marketplace-id.ts';
import { findTown } from '#core/places/places.ts';
import {
  type Columns,
  cardFields,
  columnIn,
  joinLines,
  linesIn,
  type NamedColumn,
  type Names,
  type NumberColumns,
  numberColumns,
  packRows,
  readFields,
  type Segment,
  segmentOfSorted,
  TextBlock,
  type TextCodec,
  type Texts,
  textAt,
  traitFields,
  unpackRows,
} from './segment.ts';
import type { WordIndex } from './words.ts';

/**
 * Layout of a chunk: the header's length, the header as JSON, then the number columns as in memory (little-endian, like all
 * machines it runs on), each aligned to eight bytes. Reading makes views of the bytes without copying.
 */
const alignment = 8;
const align = (bytes: number) => Math.ceil(bytes / alignment) * alignment;

const arrayTypes = { Uint8Array, Uint16Array, Int16Array, Uint32Array, Float64Array } as const;
type ArrayType = keyof typeof arrayTypes;
export type Column = InstanceType<(typeof arrayTypes)[ArrayType]>;

const typeOf = (column: Column): ArrayType =>
  (Object.keys(arrayTypes) as ArrayType[]).find((name) => column instanceof arrayTypes[name])!;

type Header<About> = { about: About; columns: [name: string, type: ArrayType, length: number][] };

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function writeChunk<About>(
  about: About,
  columns: readonly (readonly [string, Column])[],
): Uint8Array<ArrayBuffer> {
  const header: Header<About> = {
    about,
    columns: columns.map(([name, column]) => [name, typeOf(column), column.length]),
  };
  const text = encoder.encode(JSON.stringify(header));
  const start = alignment + align(text.length);
  const chunk = new Uint8Array(columns.reduce((sum, [, { byteLength }]) => sum + align(byteLength), start));
  new Float64Array(chunk.buffer, 0, 1)[0] = text.length;
  chunk.set(text, alignment);
  let at = start;
  for (const [, { buffer, byteOffset, byteLength }] of columns) {
    chunk.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += align(byteLength);
  }
  return chunk;
}

function readHeader<About>(chunk: Uint8Array<ArrayBuffer>): { header: Header<About>; end: number } | null {
  const length = chunk.length < alignment ? -1 : new Float64Array(chunk.buffer, chunk.byteOffset, 1)[0]!;
  if (!Number.isInteger(length) || length <= 0 || length > chunk.length) return null;
  try {
    const text = decoder.decode(chunk.subarray(alignment, alignment + length));
    return { header: JSON.parse(text) as Header<About>, end: alignment + align(length) };
  } catch {
    return null;
  }
}

/** A chunk's header and its columns, as views of its bytes; null if it is damaged. */
export function readChunk<About>(bytes: Uint8Array): { about: About; columns: [string, Column][] } | null {
  // Views need an alignment of eight; bytes from a pool may lack it and are copied.
  const isAligned = bytes.byteOffset % alignment === 0 && bytes.buffer instanceof ArrayBuffer;
  const chunk = isAligned ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
  const read = readHeader<About>(chunk);
  if (!read) return null;
  const columns: [string, Column][] = [];
  let at = read.end;
  for (const [name, type, length] of read.header.columns) {
    const ArrayOf = arrayTypes[type];
    const byteLength = length * ArrayOf.BYTES_PER_ELEMENT;
    if (at + byteLength > chunk.length) return null;
    columns.push([name, new ArrayOf(chunk.buffer, chunk.byteOffset + at, length)]);
    at += align(byteLength);
  }
  return at === chunk.length ? { about: read.header.about, columns } : null;
}

export const wordColumns = (name: string, index: WordIndex): NamedColumn[] => [
  [`${name}.words`, joinLines(index.words)],
  [`${name}.offsets`, index.offsets],
  [`${name}.packedRows`, packRows(index)],
];

/** The rows, kept packed until the first search for words. */
function rowsIn(columns: Columns, name: string, offsets: Uint32Array): () => WordIndex['rows'] {
  const column = columnIn(columns);
  let rows: WordIndex['rows'] | undefined;
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

/** What the first chunk says about the catalog. */
export type Contents = {
  size: number;
  removedAt: [string, string][];
  /** Missing in older snapshots. */
  mergedInto?: [string, string][];
  makes: readonly string[];
  models: readonly string[];
  cities: readonly string[];
};

/**
 * A segment's columns in the order of writing. Compressed columns come last, together, so that their memory can be freed
 * once all are decompressed.
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

export type Departures = { removedAt: ReadonlyMap<string, string>; mergedInto: ReadonlyMap<string, string> };

/** The parts of a catalog of one segment that its columns do not have. */
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
      steadySorts.map((sort) => [sort, column(`orders.${sort}`)]),
    ) as Segment['orders'],
    words: wordsOf(columns),
    texts: textsOf(columns, codec),
  };
}

/**
 * The number of the format. Snapshots are stored under it, because functions of two versions run side by side during a
 * rollout and each must find one that it can open. Any change of `format` must raise it
 * (tests/core/catalog/snapshot.test.ts).
 */
export const formatNumber = 9;

/** The meaning of orders that their names do not give. */
const ordersBy = 'listed: age known first';

/** What reader and writer must agree on beside the cards' fields: columns, orders and the meaning of codes. */
const columns = [
  Object.keys(numberColumns),
  [...steadySorts, ordersBy],
  Object.values(traitFields).map(({ values }) => values),
  [marketplaceIds, bodies, colorFamilies, features],
  // What `running` is reckoned with.
  [usualKmPerYear, ...Object.values(energyPrices).map(({ dkk }) => dkk)],
];

/** Everything that reader and writer must agree on. */
export const format = JSON.stringify([`catalog-${formatNumber}`, cardFields, ...columns]);

/** The field names of the former format's cards, in the order of their texts; null for any other format. */
export function formerFormat(other: string): string[] | null {
  try {
    const [name, fields] = JSON.parse(other) as [string, string[]];
    return name === `catalog-${formatNumber - 1}` && Array.isArray(fields) ? fields : null;
  } catch {
    return null;
  }
}

/** A segment of the former format. Fields that its cards lack are unknown until the cards change. */
function segmentOfFormer(size: number, columns: Columns, fields: string[], codec: TextCodec): Segment | null {
  const texts = textsOf(columns, codec);
  const cards: Card[] = [];
  for (let row = 0; row < size; row++) {
    const change = completeChange(readFields(textAt(texts, row), fields));
    if (!change || !isCard(change)) return null;
    cards.push(change);
  }
  return segmentOfSorted(cards, wordsOf(columns));
}

/** A catalog of one segment, whose columns are views of the chunks: nothing is parsed, sorted or indexed. */
export type Snapshot = {
  segment: Segment;
  removedAt: Map<string, string>;
  mergedInto: Map<string, string>;
  version: string;
};

/** The header of each chunk; only the first has `catalog`. */
type About = { format: string; version: string; number: number; chunks: number; catalog: Contents | null };
/** Groups neighbouring columns into chunks as far as they fit; a larger column gets a chunk of its own. */
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

/** The snapshot as chunks of about `chunkBytes`, generated one by one. */
export function* closeSnapshot(
  { segment, removedAt, mergedInto, version }: Snapshot,
  chunkBytes: number,
  codec: TextCodec,
): Iterable<Uint8Array<ArrayBuffer>> {
  const groups = group(columnsOf(segment, codec), chunkBytes);
  const contents = contentsOf(segment, { removedAt, mergedInto });
  for (const [number, columns] of groups.entries()) {
    const catalog = number === 0 ? contents : null;
    yield writeChunk<About>({ format, version, number, chunks: groups.length, catalog }, columns);
  }
}

/** Null unless all chunks are of one snapshot, in order, and of this format or the one before. */
export function openSnapshot(chunks: readonly Uint8Array[], codec: TextCodec): Snapshot | null {
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
  const former = first.format === format ? null : formerFormat(first.format);
  if (first.format !== format && !former) return null;
  const segment = former
    ? segmentOfFormer(catalog.size, columns, former, codec)
    : segmentOf(catalog, columns, codec);
  const { removedAt, mergedInto = [] } = catalog;
  return segment && { segment, removedAt: new Map(removedAt), mergedInto: new Map(mergedInto), version };
}
