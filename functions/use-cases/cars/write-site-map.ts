import { sitemap } from '#core/page/sitemap.ts';
import type { Catalog } from '#core/search/catalog.ts';
import { readSiteMapPointer, type SiteMapPointer, storedOrigin } from '#functions/_adapters/site-map.ts';
import { storeSiteMap } from '#functions/_adapters/write-site-map.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';

/** Once an hour, by a job that runs every quarter of it and never to the second. */
const everyMs = 55 * 60_000;
/** The pages that are there before the app change with the product alone. */
const unchangedMs = 24 * 3600_000;

function isFresh({ at, newest, cars }: SiteMapPointer, catalog: Catalog): boolean {
  const ageMs = Math.abs(clock.now().getTime() - Date.parse(at));
  const isOfThis = newest === catalog.version && cars === catalog.size;
  return ageMs < (isOfThis ? unchangedMs : everyMs);
}

/** Writes the site's map of what is in the list, where the last one is old or `anew` says so. */
export async function writeSiteMap(catalog: Catalog, { anew = false } = {}): Promise<void> {
  const last = anew ? null : await readSiteMapPointer();
  if (last && isFresh(last, catalog)) return;
  const map = sitemap(catalog.cards(), storedOrigin);
  const at = clock.now().toISOString();
  await storeSiteMap(map, { at, newest: catalog.version, cars: catalog.size }, last?.pages);
  log.info('the map of the site was written', { pages: map.pages.length });
}
