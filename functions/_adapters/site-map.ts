import { env } from '#functions/_runtime/env.ts';
import { readObject } from './read-objects.ts';

/**
 * The site's map beside the snapshots of the catalog, of which it is made: its pages, what is answered without one, and a
 * pointer that is written last.
 */
const prefix = 'catalog/site-map/';
/** Stands for the site's own in a stored map: a site that is reached under another name has no old ones in its map. */
export const storedOrigin = 'https://site.invalid';
export const siteMapPointerKey = `${prefix}current.json`;
export const siteMapKey = (page: number | null): string => `${prefix}${page ?? 'whole'}.xml`;

export type SiteMapPointer = {
  /** Instant of domain time. */
  at: string;
  pages: number;
  /** The catalog it was made of, by its newest change and how many cars it had. */
  newest: string;
  cars: number;
};

async function readText(key: string): Promise<string | null> {
  const bytes = await readObject(env('CATALOG_BUCKET'), key);
  return bytes && Buffer.from(bytes).toString('utf8');
}

/** Null as long as none was written. */
export async function readSiteMapPointer(): Promise<SiteMapPointer | null> {
  const text = await readText(siteMapPointerKey);
  return text === null ? null : (JSON.parse(text) as SiteMapPointer);
}

/** With addresses of `origin`. `page` null: what is answered without a page. Null when that was not written. */
export async function readSiteMap(page: number | null, origin: string): Promise<string | null> {
  const text = await readText(siteMapKey(page));
  return text && text.replaceAll(storedOrigin, origin);
}
