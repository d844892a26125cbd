import { createRequire } from 'node:module';
import path from 'node:path';
import { loadSharp } from '../drawing-library.ts';

export const fontFamily = 'Familjen Grotesk';

let latinFile: Promise<string> | undefined;

/**
 * The file of the product's font, for the drawing library. Letters like Š are in a second file, which the library keeps once
 * it has drawn with it.
 */
export function loadFonts(): Promise<string> {
  latinFile ??= loadBoth();
  return latinFile;
}

async function loadBoth(): Promise<string> {
  const folder = process.env.FONTS_DIR ?? stagedFonts();
  const sharp = await loadSharp();
  await sharp({ text: { text: 'Š', font: fontFamily, fontfile: path.join(folder, 'latin-ext.ttf') } })
    .png()
    .toBuffer();
  return path.join(folder, 'latin.ttf');
}

/** The build puts the converted files beside the function (`lib/build/convert-fonts.ts`). */
function stagedFonts(): string {
  const require = createRequire(import.meta.url);
  return path.dirname(require.resolve('@fontsource-variable/familjen-grotesk/package.json'));
}
