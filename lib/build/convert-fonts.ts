import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import decompress from 'woff2-encoder/decompress';

/** The letters of Danish and English, and those of Europe's other languages. */
export const fontSubsets = ['latin', 'latin-ext'] as const;

/**
 * Writes the product's font as TrueType, "latin.ttf" and "latin-ext.ttf", from the web's form in the installed package: the
 * library that draws the share pictures reads nothing else. Throws when a file is no WOFF2.
 * @param packageFolder the folder of `@fontsource-variable/familjen-grotesk`
 * @param target a folder, made when it is not there
 */
export async function convertFonts(packageFolder: string, target: string): Promise<void> {
  mkdirSync(target, { recursive: true });
  for (const subset of fontSubsets) {
    const web = readFileSync(join(packageFolder, `files/familjen-grotesk-${subset}-wght-normal.woff2`));
    writeFileSync(join(target, `${subset}.ttf`), await decompress(web));
  }
}
