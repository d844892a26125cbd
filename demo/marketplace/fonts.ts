import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const files = {
  '/fonts/latin.woff2': 'familjen-grotesk-latin-wght-normal.woff2',
  '/fonts/latin-ext.woff2': 'familjen-grotesk-latin-ext-wght-normal.woff2',
} as const;

/** The product's own typeface from its package; null for another path. */
export async function readFont(path: string): Promise<Buffer | null> {
  const file = files[path as keyof typeof files];
  if (!file) return null;
  const url = import.meta.resolve(`@fontsource-variable/familjen-grotesk/files/${file}`);
  return readFile(fileURLToPath(url));
}

const face = (path: string, range: string) =>
  `@font-face{font-family:"Familjen Grotesk Variable";font-weight:400 700;font-display:swap;src:url(${path}) format("woff2-variations");unicode-range:${range}}`;

export const fontFaces =
  face('/fonts/latin.woff2', 'U+0000-00FF,U+2013-2026,U+20AC') +
  face('/fonts/latin-ext.woff2', 'U+0100-02FF');
