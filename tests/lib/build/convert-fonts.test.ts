import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { convertFonts, fontSubsets } from '#lib/build/convert-fonts.ts';

const packageFolder = path.dirname(
  createRequire(import.meta.url).resolve('@fontsource-variable/familjen-grotesk/package.json'),
);
const nameOf = (subset: string) => `files/familjen-grotesk-${subset}-wght-normal.woff2`;
const read = (subset: string) => readFileSync(path.join(packageFolder, nameOf(subset)));

const folder = mkdtempSync(path.join(tmpdir(), 'bilfund-fonts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
await convertFonts(packageFolder, folder);

/** Tables of a TrueType font by tag. */
function tablesOf(font: Buffer): Map<string, Buffer> {
  const count = font.readUInt16BE(4);
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const at = 12 + index * 16;
      const [offset, length] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)];
      return [font.toString('latin1', at, at + 4), font.subarray(offset, offset + length)] as const;
    }),
  );
}

describe.each(fontSubsets)('the font %s', (subset) => {
  const woff2 = read(subset);
  const tables = tablesOf(readFileSync(path.join(folder, `${subset}.ttf`)));

  it('the converted font has every table of its directory, in the order of their tags', () => {
    expect(tables.size).toBe(woff2.readUInt16BE(12));
    expect([...tables.keys()]).toEqual([...tables.keys()].sort());
    for (const tag of ['cmap', 'fvar', 'glyf', 'gvar', 'head', 'hmtx', 'loca', 'maxp'])
      expect(tables.get(tag)?.length, tag).toBeGreaterThan(0);
  });

  it('the converted font has one outline per glyph, each inside its bounding box', () => {
    const [loca, glyf] = [tables.get('loca')!, tables.get('glyf')!];
    const isLong = tables.get('head')!.readInt16BE(50) === 1;
    const glyphCount = tables.get('maxp')!.readUInt16BE(4);
    const offsetOf = (index: number) =>
      isLong ? loca.readUInt32BE(index * 4) : loca.readUInt16BE(index * 2) * 2;
    expect(loca.length).toBe((glyphCount + 1) * (isLong ? 4 : 2));
    expect(offsetOf(glyphCount)).toBe(glyf.length);
    for (let index = 0; index < glyphCount; index++) {
      const at = offsetOf(index);
      if (offsetOf(index + 1) === at) continue;
      const [left, bottom, right, top] = [2, 4, 6, 8].map((by) => glyf.readInt16BE(at + by)) as [
        number,
        number,
        number,
        number,
      ];
      expect(left).toBeLessThanOrEqual(right);
      expect(bottom).toBeLessThanOrEqual(top);
    }
  });
});

it.each([
  ['is no font', () => Buffer.from('wOFF')],
  ['was cut', (font: Buffer) => font.subarray(0, font.length >> 1)],
])('a font file that %s is refused', async (_, change) => {
  const broken = path.join(folder, 'broken');
  mkdirSync(path.join(broken, 'files'), { recursive: true });
  for (const subset of fontSubsets) writeFileSync(path.join(broken, nameOf(subset)), change(read(subset)));
  await expect(convertFonts(broken, folder)).rejects.toThrow();
});
