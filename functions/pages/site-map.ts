import type { Catalog } from '#core/catalog/catalog.ts';
import {
  type CarLine,
  carLines,
  type SiteMap,
  siteMapIndex,
  siteMapPages,
  sitemap,
} from '#core/pages/site.ts';
import { compareTexts } from '#core/shared.ts';
import { isListedCard, pagesOfPartition } from '#functions/catalog/change-store.ts';
import { deleteObjects, writeObject } from '#functions/catalog/snapshots.ts';
import { clock } from '#functions/platform/clock.ts';
import { catalogPartitions } from '#functions/platform/keys.ts';
import { log } from '#functions/platform/log.ts';
import { readObject } from '#functions/platform/objects.ts';
import { env } from '#functions/platform/settings.ts';

/**
 * The sitemap is stored beside the catalog's snapshots: its pages, what is served without a page number, and a pointer that
 * is written last.
 */
const prefix = 'catalog/site-map/';
/** Stands for the origin in a stored sitemap, so that it stays valid when the site gets another name. */
export const storedOrigin = 'https://site.invalid';
export const siteMapPointerKey = `${prefix}current.json`;
export const siteMapKey = (page: number | null): string => `${prefix}${page ?? 'whole'}.xml`;

export type SiteMapPointer = {
  /** Instant of domain time. */
  at: string;
  pages: number;
  /** The catalog it was made from: its newest change and its number of cars. */
  newest: string;
  cars: number;
  /** Where it is written in parts: for each partition of the catalog its number of pages, and when they were written. */
  parts?: Record<string, { at: string; pages: number }>;
};

async function readText(key: string): Promise<string | null> {
  const bytes = await readObject(env('CATALOG_BUCKET'), key);
  return bytes && Buffer.from(bytes).toString('utf8');
}

/** Null until the first sitemap is written. */
export async function readSiteMapPointer(): Promise<SiteMapPointer | null> {
  const text = await readText(siteMapPointerKey);
  return text === null ? null : (JSON.parse(text) as SiteMapPointer);
}

/**
 * A page of the sitemap (`page` null: what is served without a page number) with addresses of `origin`. Null when it does
 * not exist.
 */
export async function readSiteMap(page: number | null, origin: string): Promise<string | null> {
  const text = await readText(siteMapKey(page));
  return text?.replaceAll(storedOrigin, origin) ?? null;
}

const writePage = (page: number | null, xml: string) =>
  writeObject(siteMapKey(page), Buffer.from(xml), 'application/xml');
const writePointer = (pointer: SiteMapPointer) =>
  writeObject(siteMapPointerKey, Buffer.from(JSON.stringify(pointer)), 'application/json');

/**
 * Writes the pages before the files that refer to them, then deletes pages left from a longer sitemap
 * (`formerPages`), since they may list cars that are locked by now.
 */
export async function storeSiteMap(
  { whole, pages }: SiteMap,
  about: Omit<SiteMapPointer, 'pages'>,
  formerPages = 0,
): Promise<void> {
  for (const [index, page] of pages.entries()) await writePage(index + 1, page);
  await writePage(null, whole);
  await writePointer({ ...about, pages: pages.length });
  const tooMany = Math.max(0, formerPages - pages.length);
  await deleteObjects(Array.from({ length: tooMany }, (_, n) => siteMapKey(pages.length + 1 + n)));
}

/** Once an hour; the job runs every quarter of an hour, not to the second. */
const everyMs = 55 * 60_000;
/** Prerendered pages change only with a deployment. */
const unchangedMs = 24 * 3600_000;

function isFresh({ at, newest, cars }: SiteMapPointer, catalog: Catalog): boolean {
  const ageMs = Math.abs(clock.now().getTime() - Date.parse(at));
  const isOfThis = newest === catalog.version && cars === catalog.size;
  return ageMs < (isOfThis ? unchangedMs : everyMs);
}

/** Writes the sitemap of the listed cars when the last one is old or `anew` is set. */
export async function writeSiteMap(catalog: Catalog, { anew = false } = {}): Promise<void> {
  const last = anew ? null : await readSiteMapPointer();
  if (last && isFresh(last, catalog)) return;
  const map = sitemap(catalog.cards(), storedOrigin);
  const at = clock.now().toISOString();
  await storeSiteMap(map, { at, newest: catalog.version, cars: catalog.size }, last?.pages);
  log.info('the map of the site was written', { pages: map.pages.length });
}

/** The pages of a partition's part have every sixteenth number, so that parts grow without moving others. */
const pageNumber = (partition: string, n: number): number =>
  n * catalogPartitions.length + catalogPartitions.indexOf(partition) + 1;

const pageNumbers = (partition: string, pages: number): number[] =>
  Array.from({ length: pages }, (_, n) => pageNumber(partition, n));

async function writePart(partition: string): Promise<{ at: string; pages: number }> {
  const lines: CarLine[] = [];
  for await (const changes of pagesOfPartition(partition, null))
    lines.push(...carLines(changes.filter(isListedCard)));
  const pages = siteMapPages(lines, storedOrigin, partition === catalogPartitions[0]);
  for (const [n, page] of pages.entries()) await writePage(pageNumber(partition, n), page);
  log.info('a part of the map of the site was written', { partition, pages: pages.length });
  return { at: clock.now().toISOString(), pages: pages.length };
}

/**
 * Writes the part of the sitemap that was written longest ago, from the table: where OpenSearch answers the list, no function
 * holds all cars. Every quarter of an hour one of sixteen; at first all, because pages of the former sitemap are replaced.
 */
export async function writePartOfSiteMap(): Promise<void> {
  const last = await readSiteMapPointer();
  const parts = { ...last?.parts };
  const missing = catalogPartitions.filter((partition) => !parts[partition]);
  const oldest = catalogPartitions.toSorted((one, other) =>
    compareTexts(parts[one]?.at ?? '', parts[other]?.at ?? ''),
  )[0]!;
  const about = { at: clock.now().toISOString(), newest: '', cars: 0, parts };
  for (const partition of missing.length > 0 ? missing : [oldest]) {
    parts[partition] = await writePart(partition);
    // A run that is cut off is continued by the next.
    await writePointer({ ...about, pages: last?.pages ?? 0 });
  }
  const listed = catalogPartitions.flatMap((partition) => pageNumbers(partition, parts[partition]!.pages));
  await writePage(null, siteMapIndex(listed, storedOrigin));
  await writePointer({ ...about, pages: Math.max(0, ...listed) });
  const isListed = new Set(listed);
  const former = Array.from({ length: last?.pages ?? 0 }, (_, n) => n + 1);
  await deleteObjects(former.filter((page) => !isListed.has(page)).map(siteMapKey));
}
