import { sortOptions } from '../../contract/routes/car-query.ts';
import { findTown } from '../../place/find-town.ts';
import { cardFields } from './card-text.ts';
import { type Names, type NumberColumns, numberColumns, type Segment } from './segment.ts';
import type { WordIndex } from './word-index.ts';

/**
 * A catalog as bytes: a header, then every column as it lies in memory (little-endian, as all machines it runs on), each at a
 * multiple of eight. Opening copies the chunks together and lays the columns over them: nothing is parsed, sorted or indexed.
 */
export type Snapshot = { segment: Segment; removedAt: Map<string, string>; version: string };

const format = 'bilfund-catalog-1';
const alignment = 8;
const align = (bytes: number) => Math.ceil(bytes / alignment) * alignment;

const arrayTypes = { Uint8Array, Uint16Array, Int16Array, Uint32Array, Float64Array } as const;
type ArrayType = keyof typeof arrayTypes;
type Column = InstanceType<(typeof arrayTypes)[ArrayType]>;

const typeOf = (column: Column): ArrayType =>
  (Object.keys(arrayTypes) as ArrayType[]).find((name) => column instanceof arrayTypes[name])!;

type Header = {
  format: string;
  fields: readonly string[];
  version: string;
  size: number;
  removedAt: [string, string][];
  makes: readonly string[];
  models: readonly string[];
  cities: readonly string[];
  columns: { name: string; type: ArrayType; length: number }[];
};

const encoder = new TextEncoder();
const decoder = new TextDecoder();
// Ids and folded words hold no line breaks.
const joinLines = (lines: readonly string[]) => encoder.encode(lines.join('\n'));
const splitLines = (bytes: Uint8Array) => (bytes.length === 0 ? [] : decoder.decode(bytes).split('\n'));

function wordColumns(name: string, { words, offsets, rows }: WordIndex): [string, Column][] {
  return [
    [`${name}.words`, joinLines(words)],
    [`${name}.offsets`, offsets],
    [`${name}.rows`, rows],
  ];
}

function columnsOf(segment: Segment): [string, Column][] {
  return [
    ['ids', joinLines(segment.ids)],
    ...Object.entries(segment.numbers),
    ['makes', segment.makes.codes],
    ['models', segment.models.codes],
    ['cities', segment.cities.codes],
    ...Object.entries(segment.orders).map(([sort, rows]): [string, Column] => [`orders.${sort}`, rows]),
    ...wordColumns('open', segment.words.open),
    ...wordColumns('guarded', segment.words.guarded),
    ['texts.offsets', segment.texts.offsets],
    ['texts.bytes', segment.texts.bytes],
  ];
}

/** Pieces one after another, cut anew into chunks. */
function* cut(pieces: readonly Uint8Array[], chunkBytes: number): Iterable<Uint8Array<ArrayBuffer>> {
  let left = pieces.reduce((sum, piece) => sum + piece.length, 0);
  let chunk = new Uint8Array(Math.min(chunkBytes, left));
  let end = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + chunk.length - end);
      chunk.set(part, end);
      end += part.length;
      at += part.length;
      if (end < chunk.length) continue;
      yield chunk;
      left -= chunk.length;
      chunk = new Uint8Array(Math.min(chunkBytes, left));
      end = 0;
    }
  }
}

const padded = (bytes: Uint8Array): Uint8Array[] => [
  bytes,
  new Uint8Array(align(bytes.length) - bytes.length),
];

/** The snapshot as chunks of `chunkBytes`, the last one shorter. */
export function closeSnapshot(
  { segment, removedAt, version }: Snapshot,
  chunkBytes: number,
): Iterable<Uint8Array<ArrayBuffer>> {
  const columns = columnsOf(segment);
  const header: Header = {
    format,
    fields: cardFields,
    version,
    size: segment.size,
    removedAt: [...removedAt],
    makes: segment.makes.values,
    models: segment.models.values,
    cities: segment.cities.values,
    columns: columns.map(([name, column]) => ({ name, type: typeOf(column), length: column.length })),
  };
  const text = encoder.encode(JSON.stringify(header));
  const start = new Uint8Array(new Float64Array([text.length]).buffer);
  const bytes = columns.map(
    ([, { buffer, byteOffset, byteLength }]) => new Uint8Array(buffer, byteOffset, byteLength),
  );
  return cut([start, ...padded(text), ...bytes.flatMap(padded)], chunkBytes);
}

function join(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let end = 0;
  for (const chunk of chunks) {
    whole.set(chunk, end);
    end += chunk.length;
  }
  return whole;
}

function readHeader(whole: Uint8Array<ArrayBuffer>): { header: Header; end: number } | null {
  if (whole.length < alignment) return null;
  const [length] = new Float64Array(whole.buffer, 0, 1);
  if (!Number.isInteger(length) || length! < 0 || length! > whole.length) return null;
  try {
    const text = decoder.decode(whole.subarray(alignment, alignment + length!));
    return { header: JSON.parse(text) as Header, end: alignment + align(length!) };
  } catch {
    return null;
  }
}

/** The columns where they lie; null when the bytes are fewer or more than the header says. */
function layOut(whole: Uint8Array<ArrayBuffer>, header: Header, start: number): Map<string, Column> | null {
  const columns = new Map<string, Column>();
  let at = start;
  for (const { name, type, length } of header.columns) {
    const ArrayOf = arrayTypes[type];
    const bytes = length * ArrayOf.BYTES_PER_ELEMENT;
    if (at + bytes > whole.length) return null;
    columns.set(name, new ArrayOf(whole.buffer, at, length));
    at += align(bytes);
  }
  return at === whole.length ? columns : null;
}

function segmentOf(header: Header, columns: ReadonlyMap<string, Column>): Segment {
  const column = <T extends Column>(name: string) => columns.get(name) as T;
  const lines = (name: string) => splitLines(column<Uint8Array<ArrayBuffer>>(name));
  const names = (name: string, values: readonly string[]): Names => ({ codes: column(name), values });
  const words = (name: string): WordIndex => ({
    words: lines(`${name}.words`),
    offsets: column(`${name}.offsets`),
    rows: column(`${name}.rows`),
  });
  return {
    size: header.size,
    ids: lines('ids'),
    isGone: new Uint8Array(header.size),
    goneCount: 0,
    numbers: Object.fromEntries(
      Object.keys(numberColumns).map((name) => [name, column(name)]),
    ) as NumberColumns,
    makes: names('makes', header.makes),
    models: names('models', header.models),
    cities: names('cities', header.cities),
    towns: header.cities.map(findTown),
    orders: Object.fromEntries(
      sortOptions.map((sort) => [sort, column(`orders.${sort}`)]),
    ) as Segment['orders'],
    words: { open: words('open'), guarded: words('guarded') },
    texts: { bytes: column('texts.bytes'), offsets: column('texts.offsets') },
  };
}

/** Whether a snapshot holds what this version of the product asks of it. */
function isReadable(header: Header, columns: ReadonlyMap<string, Column>): boolean {
  const asked = [...Object.keys(numberColumns), ...sortOptions.map((sort) => `orders.${sort}`)];
  return (
    header.format === format &&
    JSON.stringify(header.fields) === JSON.stringify(cardFields) &&
    asked.every((name) => columns.get(name)?.length === header.size)
  );
}

/** Null when the chunks are no whole snapshot of this format. */
export function openSnapshot(chunks: readonly Uint8Array[]): Snapshot | null {
  const whole = join(chunks);
  const read = readHeader(whole);
  if (read?.header.format !== format) return null;
  const columns = layOut(whole, read.header, read.end);
  if (!columns || !isReadable(read.header, columns)) return null;
  const { header } = read;
  return {
    segment: segmentOf(header, columns),
    removedAt: new Map(header.removedAt),
    version: header.version,
  };
}
