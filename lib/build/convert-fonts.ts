import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import decompress from 'woff2-encoder/decompress';

/** The letters of Danish and English, and those of other European languages. */
export const fontSubsets = ['latin', 'latin-ext'] as const;

/**
 * Writes the product's font as TrueType, "latin.ttf" and "latin-ext.ttf", from the WOFF2 files of the installed package: the
 * only format that the share pictures' library reads.
 * @throws when a file is no WOFF2
 * @param packageFolder the folder of `@fontsource-variable/familjen-grotesk`
 * @param target a folder, created if missing
 */
export async function convertFonts(packageFolder: string, target: string): Promise<void> {
  mkdirSync(target, { recursive: true });
  for (const subset of fontSubsets) {
    const web = readFileSync(join(packageFolder, `files/familjen-grotesk-${subset}-wght-normal.woff2`));
    writeFileSync(join(target, `${subset}.ttf`), await decompress(web));
  }
}
