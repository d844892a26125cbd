import { gunzipSync, gzipSync } from 'node:zlib';
import type { RatingBasis } from '#core/cars/rating-basis.ts';
import { formatNumber } from '#core/catalog/memory/snapshot.ts';
import { readData, writeData } from '#functions/platform/objects.ts';

/**
 * Where the bases of all ratings lie: in pages, written whole by each run in turn as generation `a` and `b`, and a pointer
 * that names the one in use. The pointer is written last, and nothing is ever deleted.
 */
const prefix = 'valuation/bases/';
const pointerKey = `${prefix}current.json`;
/** Another shape of a basis is another format. Where cards have another one, every car must be looked at once. */
const format = `4-${formatNumber}`;

export type PagesPointer = {
  generation: 'a' | 'b';
  /** Stands in each of its pages: those of two runs at once are never taken for one. */
  run: string;
  pages: number;
  cars: number;
  /** ISO instant: every change before it is in the pages; null: the first runs have not read all cars yet. */
  readUpTo: string | null;
  /** ISO instant at which they were held against all that the catalog's index holds; null: not yet. */
  comparedAt: string | null;
  /** The page with which the next run begins to rate. */
  nextPage: number;
};

const pageKey = (generation: string, page: number) => `${prefix}${generation}/${page}`;

/** Fast rather than small: a run packs all of them twice. */
export const packPage = (bases: readonly RatingBasis[]): Uint8Array =>
  gzipSync(JSON.stringify(bases), { level: 1 });
export const unpackPage = (page: Uint8Array): RatingBasis[] =>
  JSON.parse(gunzipSync(page).toString('utf8')) as RatingBasis[];

/** A page as it is stored: the name of its run, a line break, and the page. */
const signed = (run: string, page: Uint8Array) => Buffer.concat([Buffer.from(`${run}\n`), page]);

function unsigned(run: string, stored: Uint8Array | null): Uint8Array {
  const name = Buffer.from(`${run}\n`);
  if (!stored || !name.equals(stored.subarray(0, name.length))) throw new Error('a page is of another run');
  return stored.subarray(name.length);
}

/** Null where there are none of this format. @throws when they cannot be read, or a page is missing or of another run */
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
