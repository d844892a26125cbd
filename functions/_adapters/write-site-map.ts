import type { SiteMap } from '#core/page/sitemap.ts';
import { type SiteMapPointer, siteMapKey, siteMapPointerKey } from './site-map.ts';
import { deleteObjects, writeObject } from './write-catalog-snapshot.ts';

/**
 * The pages first: what names them comes when they are there. Then go those of a longer map of before (`formerPages`): they
 * may name cars that are locked by now.
 */
export async function storeSiteMap(
  { whole, pages }: SiteMap,
  about: Omit<SiteMapPointer, 'pages'>,
  formerPages = 0,
): Promise<void> {
  const write = (key: string, text: string, type: string) => writeObject(key, Buffer.from(text), type);
  for (const [index, page] of pages.entries()) await write(siteMapKey(index + 1), page, 'application/xml');
  await write(siteMapKey(null), whole, 'application/xml');
  const pointer: SiteMapPointer = { ...about, pages: pages.length };
  await write(siteMapPointerKey, JSON.stringify(pointer), 'application/json');
  const tooMany = Math.max(0, formerPages - pages.length);
  await deleteObjects(Array.from({ length: tooMany }, (_, n) => siteMapKey(pages.length + 1 + n)));
}
