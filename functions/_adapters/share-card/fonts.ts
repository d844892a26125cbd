import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSharp } from './drawing-library.ts';
import { decodeWoff2 } from './woff2.ts';

export const fontFamily = 'Familjen Grotesk';

let latinFile: Promise<string> | undefined;

/**
 * The product's font where the drawing library finds it: it takes files only, and does not read the web's form. Letters
 * like Š are in a second file, which the library keeps once it has drawn with it.
 */
export function loadFonts(): Promise<string> {
  latinFile ??= writeFonts();
  return latinFile;
}

async function writeFonts(): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve(
    '@fontsource-variable/familjen-grotesk/package.json',
  );
  const folder = mkdtempSync(path.join(tmpdir(), 'fonts-'));
  const unpack = (subset: string) => {
    const woff2 = path.join(path.dirname(manifest), `files/familjen-grotesk-${subset}-wght-normal.woff2`);
    const file = path.join(folder, `${subset}.ttf`);
    writeFileSync(file, decodeWoff2(readFileSync(woff2)));
    return file;
  };
  const [latin, more] = [unpack('latin'), unpack('latin-ext')];
  const sharp = await loadSharp();
  await sharp({ text: { text: 'Š', font: fontFamily, fontfile: more } })
    .png()
    .toBuffer();
  return latin;
}
