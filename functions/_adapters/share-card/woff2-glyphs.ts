import { ByteReader } from './byte-reader.ts';

/** The tables `glyf` and `loca` as TrueType has them. */
export type Glyphs = { glyf: Buffer; loca: Buffer };

type Streams = Record<
  'contours' | 'points' | 'flags' | 'glyphs' | 'composites' | 'boxes' | 'codes',
  ByteReader
>;
type Point = { x: number; y: number; isOnCurve: boolean };

const compositeMark = 0xffff;

/** Undoes WOFF2's transformation of the outlines (section 5.1 of the standard): its streams back into one table. */
export function restoreGlyphs(table: Buffer): Glyphs {
  const head = new ByteReader(table, 2);
  const hasOverlaps = (head.uint16() & 1) === 1;
  const count = head.uint16();
  const isLong = head.uint16() === 1;
  const sizes = Array.from({ length: 7 }, () => head.uint32());
  const [contours, points, flags, glyphs, composites, boxes, codes] = sizes.map(
    (size) => new ByteReader(head.take(size)),
  ) as [ByteReader, ByteReader, ByteReader, ByteReader, ByteReader, ByteReader, ByteReader];
  const streams: Streams = { contours, points, flags, glyphs, composites, boxes, codes };
  const hasBox = boxes.take(((count + 31) >> 5) << 2);
  const overlaps = hasOverlaps ? head.take((count + 7) >> 3) : Buffer.alloc(0);
  const isSet = (bits: Buffer, index: number) => (((bits[index >> 3] ?? 0) >> (7 - (index & 7))) & 1) === 1;
  const outlines = Array.from({ length: count }, (_, index) =>
    readGlyph(streams, isSet(hasBox, index), isSet(overlaps, index)),
  );
  return { glyf: Buffer.concat(outlines), loca: locate(outlines, isLong) };
}

function readGlyph(streams: Streams, hasBox: boolean, overlaps: boolean): Buffer {
  const contourCount = streams.contours.uint16();
  if (contourCount === 0) return Buffer.alloc(0);
  const glyph =
    contourCount === compositeMark
      ? readComposite(streams)
      : readSimple(streams, contourCount, hasBox, overlaps);
  return Buffer.concat([glyph, Buffer.alloc((4 - (glyph.length % 4)) % 4)]);
}

function locate(outlines: readonly Buffer[], isLong: boolean): Buffer {
  const width = isLong ? 4 : 2;
  const loca = Buffer.alloc((outlines.length + 1) * width);
  let offset = 0;
  outlines.forEach((outline, index) => {
    offset += outline.length;
    if (isLong) loca.writeUInt32BE(offset, (index + 1) * width);
    else loca.writeUInt16BE(offset / 2, (index + 1) * width);
  });
  return loca;
}

const more = { words: 0x01, scale: 0x08, next: 0x20, twoScales: 0x40, matrix: 0x80, codes: 0x100 } as const;

/** A glyph made of others: its parts stand in the stream as TrueType has them; only their end must be found. */
function readComposite({ composites, glyphs, boxes, codes }: Streams): Buffer {
  const from = composites.at;
  let hasCodes = false;
  for (let flags: number = more.next; flags & more.next; ) {
    flags = composites.uint16();
    hasCodes ||= (flags & more.codes) !== 0;
    const scales = flags & more.scale ? 2 : flags & more.twoScales ? 4 : flags & more.matrix ? 8 : 0;
    composites.take(2 + (flags & more.words ? 4 : 2) + scales);
  }
  const parts = composites.bytes.subarray(from, composites.at);
  const head = Buffer.concat([shorts(-1), boxes.take(8), parts]);
  if (!hasCodes) return head;
  const length = glyphs.short255();
  return Buffer.concat([head, shorts(length), codes.take(length)]);
}

function readSimple(streams: Streams, contourCount: number, hasBox: boolean, overlaps: boolean): Buffer {
  const lengths = Array.from({ length: contourCount }, () => streams.points.short255());
  let last = -1;
  const ends = lengths.map((length) => {
    last += length;
    return last;
  });
  const outline = readPoints(streams, last + 1);
  const codeLength = streams.glyphs.short255();
  const codes = streams.codes.take(codeLength);
  const box = hasBox ? streams.boxes.take(8) : boxOf(outline);
  return Buffer.concat([
    shorts(contourCount),
    box,
    shorts(...ends),
    shorts(codeLength),
    codes,
    writePoints(outline, overlaps),
  ]);
}

function readPoints({ flags, glyphs }: Streams, count: number): Point[] {
  let [x, y] = [0, 0];
  return Array.from({ length: count }, () => {
    const flag = flags.uint8();
    const [dx, dy] = readStep(flag & 0x7f, glyphs);
    x += dx;
    y += dy;
    return { x, y, isOnCurve: flag < 128 };
  });
}

const signed = (bits: number, value: number) => (bits & 1 ? value : -value);

/** The way from one point to the next, as the standard's table of 128 triplets says. */
function readStep(code: number, stream: ByteReader): [number, number] {
  if (code < 10) return [0, signed(code, ((code & 14) << 7) + stream.uint8())];
  if (code < 20) return [signed(code, (((code - 10) & 14) << 7) + stream.uint8()), 0];
  if (code < 84) {
    const [base, byte] = [code - 20, stream.uint8()];
    const dx = 1 + (base & 0x30) + (byte >> 4);
    const dy = 1 + ((base & 0x0c) << 2) + (byte & 0x0f);
    return [signed(code, dx), signed(code >> 1, dy)];
  }
  if (code < 120) {
    const base = code - 84;
    const dx = 1 + (Math.floor(base / 12) << 8) + stream.uint8();
    const dy = 1 + (((base % 12) >> 2) << 8) + stream.uint8();
    return [signed(code, dx), signed(code >> 1, dy)];
  }
  if (code < 124) {
    const [first, second, third] = [stream.uint8(), stream.uint8(), stream.uint8()];
    return [signed(code, (first << 4) + (second >> 4)), signed(code >> 1, ((second & 0x0f) << 8) + third)];
  }
  const [dx, dy] = [stream.uint16(), stream.uint16()];
  return [signed(code, dx), signed(code >> 1, dy)];
}

/** Every step as two full numbers: larger than need be, and read by everybody. */
function writePoints(points: readonly Point[], overlaps: boolean): Buffer {
  const flags = points.map(
    ({ isOnCurve }, index) => (isOnCurve ? 1 : 0) | (overlaps && index === 0 ? 0x40 : 0),
  );
  const steps = (axis: 'x' | 'y') =>
    points.map((point, index) => point[axis] - (index === 0 ? 0 : points[index - 1]![axis]));
  return Buffer.concat([Buffer.from(flags), shorts(...steps('x')), shorts(...steps('y'))]);
}

function boxOf(points: readonly Point[]): Buffer {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return shorts(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
}

/** 16-bit numbers; a count above 32,767 keeps its bits. */
function shorts(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => {
    bytes.writeUInt16BE(value & 0xffff, index * 2);
  });
  return bytes;
}
