import { brotliDecompressSync } from 'node:zlib';
import { ByteReader } from './byte-reader.ts';
import { restoreGlyphs } from './woff2-glyphs.ts';

type Table = { tag: string; length: number; storedLength: number; isTransformed: boolean };

/** Tags by number (section 4.1 of the standard); 63 is any other. */
const knownTags =
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
    .split(' ')
    .map((tag) => tag.replace('_', ' '));
const anyTag = 63;
const untransformedOutlines = 3;

/** A font as TrueType has it, which every drawing library reads, from the form that the web loads. Throws for what is no WOFF2. */
export function decodeWoff2(font: Buffer): Buffer {
  const reader = new ByteReader(font);
  if (reader.take(4).toString('latin1') !== 'wOF2') throw new Error('The font is no WOFF2.');
  const flavor = reader.uint32();
  if (reader.uint32() !== font.length) throw new Error('The font is not as long as it says.');
  reader.at = 12;
  const count = reader.uint16();
  reader.at = 20;
  const compressedLength = reader.uint32();
  reader.at = 48;
  const directory = Array.from({ length: count }, () => readEntry(reader));
  const data = new ByteReader(brotliDecompressSync(reader.take(compressedLength)));
  const tables = new Map<string, Buffer>();
  for (const { tag, storedLength, isTransformed } of directory) {
    const stored = data.take(storedLength);
    if (tag === 'glyf' && isTransformed) {
      const { glyf, loca } = restoreGlyphs(stored);
      tables.set('glyf', glyf).set('loca', loca);
    } else if (isTransformed && tag !== 'loca') throw new Error(`The table ${tag} is transformed.`);
    else if (!tables.has(tag)) tables.set(tag, stored);
  }
  return writeFont(flavor, tables);
}

function readEntry(reader: ByteReader): Table {
  const flags = reader.uint8();
  const index = flags & 0x3f;
  const tag = index === anyTag ? reader.take(4).toString('latin1') : knownTags[index]!;
  const version = flags >> 6;
  const isOutline = tag === 'glyf' || tag === 'loca';
  const isTransformed = isOutline ? version !== untransformedOutlines : version !== 0;
  const length = reader.base128();
  return { tag, length, storedLength: isTransformed ? reader.base128() : length, isTransformed };
}

const padded = (length: number) => (length + 3) & ~3;

function checksum(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) {
    const word = Buffer.alloc(4);
    table.copy(word, 0, at, Math.min(at + 4, table.length));
    sum = (sum + word.readUInt32BE(0)) >>> 0;
  }
  return sum;
}

/** Header, directory in the order of the tags, then the tables, each on a boundary of four bytes. */
function writeFont(flavor: number, tables: ReadonlyMap<string, Buffer>): Buffer {
  const tags = [...tables.keys()].sort();
  const header = Buffer.alloc(12 + tags.length * 16);
  const log = Math.floor(Math.log2(tags.length));
  header.writeUInt32BE(flavor, 0);
  header.writeUInt16BE(tags.length, 4);
  header.writeUInt16BE(2 ** log * 16, 6);
  header.writeUInt16BE(log, 8);
  header.writeUInt16BE((tags.length - 2 ** log) * 16, 10);
  const parts: Buffer[] = [header];
  let offset = header.length;
  tags.forEach((tag, index) => {
    const table = tables.get(tag)!;
    const at = 12 + index * 16;
    header.write(tag, at, 'latin1');
    header.writeUInt32BE(checksum(table), at + 4);
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(table.length, at + 12);
    parts.push(table, Buffer.alloc(padded(table.length) - table.length));
    offset += padded(table.length);
  });
  return Buffer.concat(parts);
}
