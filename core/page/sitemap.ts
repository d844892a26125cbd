import type { Card } from '../car/card.ts';
import { anonymous, isLocked } from '../car/viewer.ts';
import { languages } from '../language.ts';
import { carPath } from './car-page.ts';
import { escapeMarkup } from './escape.ts';
import { addressIn } from './page-head.ts';
import { staticPages } from './static-pages.ts';

/** The protocol allows 50,000 addresses a file; a function's answer may have 6 MB, which these stay well below. */
export const mostAddresses = 20_000;

type Entry = { path: string; changedAt: string | null; isInLanguages: boolean };

const header = '<?xml version="1.0" encoding="UTF-8"?>';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const alternates = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/** Of the catalog's cards, what search engines may list: offered now and not locked for visitors. */
const isListed = (card: Card) =>
  card.ownerId === null && card.availability === 'live' && !isLocked(anonymous, card);

function entriesOf(cards: Iterable<Card>): Entry[] {
  const pages = staticPages
    .filter((page) => page.isListed)
    .map(({ path }) => ({ path, changedAt: null, isInLanguages: true }));
  const cars = [...cards]
    .filter(isListed)
    // The same order every time, so that an address stays in its file while others come and go after it.
    .sort((a, b) => a.firstSeenAt.localeCompare(b.firstSeenAt) || a.id.localeCompare(b.id))
    .map(({ id, updatedAt }) => ({ path: carPath(id), changedAt: updatedAt, isInLanguages: false }));
  return [...pages, ...cars];
}

function urlOf({ path, changedAt, isInLanguages }: Entry, origin: string): string {
  const links = isInLanguages
    ? languages.map(
        (language) =>
          `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeMarkup(origin + addressIn(path, language))}"/>`,
      )
    : [];
  const changed = changedAt ? `<lastmod>${changedAt.slice(0, 10)}</lastmod>` : '';
  return `<url><loc>${escapeMarkup(origin + path)}</loc>${changed}${links.join('')}</url>`;
}

/**
 * The site's map as XML. Without a page: every address, or, when they are too many for one file, the list of the pages. With
 * a page (from 1): its addresses; null when there is no such page.
 */
export function sitemap(cards: Iterable<Card>, origin: string, page: number | null): string | null {
  const entries = entriesOf(cards);
  const pageCount = Math.ceil(entries.length / mostAddresses);
  if (page === null && pageCount > 1) {
    const parts = Array.from(
      { length: pageCount },
      (_, index) =>
        `<sitemap><loc>${escapeMarkup(`${origin}/sitemap.xml?page=${index + 1}`)}</loc></sitemap>`,
    );
    return `${header}\n<sitemapindex ${namespace}>\n${parts.join('\n')}\n</sitemapindex>\n`;
  }
  const shown = page ?? 1;
  if (shown < 1 || shown > pageCount) return null;
  const urls = entries
    .slice((shown - 1) * mostAddresses, shown * mostAddresses)
    .map((entry) => urlOf(entry, origin));
  return `${header}\n<urlset ${namespace} ${alternates}>\n${urls.join('\n')}\n</urlset>\n`;
}
