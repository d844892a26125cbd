import { gunzipSync, gzipSync } from 'node:zlib';
import type { RatingBasis } from '#core/cars/rating-basis.ts';
import { formatNumber } from '#core/catalog/memory/snapshot.ts';
import { readData, writeData } from '#functions/platform/objects.ts';

/**
 * Keys of the book of ratings: pages, written completely by each run alternately as generation `a` and `b`, and a pointer to
 * the current one. The pointer is written last, and nothing is deleted.
 */
const prefix = 'valuation/bases/';
const pointerKey = `${prefix}current.json`;
/** A new shape of entries needs a new format. A new format of cards does too, because every car must then be read once. */
const format = `5-${formatNumber}`;

export type PagesPointer = {
  generation: 'a' | 'b';
  /** Also stored in each page, so that pages of two concurrent runs are never mixed. */
  run: string;
  pages: number;
  cars: number;
  /** ISO instant: the pages contain every earlier change; null: not all cars have been read yet. */
  readUpTo: string | null;
  /** ISO instant of the last comparison with the whole index; null: never. */
  comparedAt: string | null;
  /** The page with which the next run begins to rate. */
  nextPage: number;
};

const pageKey = (generation: string, page: number) => `${prefix}${generation}/${page}`;

/** Packed fast rather than small: each run packs all pages twice. */
export const packPage = (bases: readonly RatingBasis[]): Uint8Array =>
  gzipSync(JSON.stringify(bases), { level: 1 });
export const unpackPage = (page: Uint8Array): RatingBasis[] =>
  JSON.parse(gunzipSync(page).toString('utf8')) as RatingBasis[];

/** A page as stored: the id of its run, a line break, the page. */
const signed = (run: string, page: Uint8Array) => Buffer.concat([Buffer.from(`${run}\n`), page]);

function unsigned(run: string, stored: Uint8Array | null): Uint8Array {
  const name = Buffer.from(`${run}\n`);
  if (!stored || !name.equals(stored.subarray(0, name.length))) throw new Error('a page is from another run');
  return stored.subarray(name.length);
}

/** Null when there is no book of this format. @throws when it cannot be read, or a page is missing or from another run */
export async function readPages(): Promise<{ pointer: PagesPointer; pages: Uint8Array[] } | null> {
  const bytes = await readData(pointerKey);
  if (!bytes) return null;
  const { format: written, ...pointer } = JSON.parse(Buffer.from(bytes).toString('utf8'));
  if (written !== format) return null;
  const { generation, run, pages: count } = pointer as PagesPointer;
  const pages = Array.from({ length: count }, async (_, page) =>
    unsigned(run, await readData(pageKey(generation, page))),
  );
  return { pointer, pages: await Promise.all(pages) };
}

export async function writePages(
  pages: readonly Uint8Array[],
  about: Omit<PagesPointer, 'pages'>,
): Promise<void> {
  const { generation, run } = about;
  await Promise.all(
    pages.map((page, n) => writeData(pageKey(generation, n), signed(run, page), 'application/octet-stream')),
  );
  const pointer = { format, ...about, pages: pages.length };
  await writeData(pointerKey, Buffer.from(JSON.stringify(pointer)), 'application/json');
}
