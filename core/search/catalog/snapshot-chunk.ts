/**
 * A chunk of a snapshot: the length of its header, the header as JSON, then columns of numbers as they lie in memory
 * (little-endian, as all machines it runs on), each at a multiple of eight. Reading lays the columns over the bytes.
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

/** What a chunk says about itself and its columns, which are views of it; null when it is broken. */
export function readChunk<About>(bytes: Uint8Array): { about: About; columns: [string, Column][] } | null {
  // Views must begin at a multiple of eight; bytes that came out of some pool may not.
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
