import { anonymous, isLocked } from '#core/cars/car.ts';
import type { Card } from '#core/cars/card.ts';
import { compareTexts, languages } from '#core/shared.ts';
import { carPath } from './car-page.ts';
import { addressIn, escapeMarkup } from './html.ts';

/** A page that is the same for all visitors, with its path. `name` is also the name of its prerendered file. */
export type StaticPage = {
  name: string;
  path: string;
  /** Whether search engines should index it. */
  isListed: boolean;
};

export const staticPages = [
  { name: 'home', path: '/', isListed: true },
  { name: 'guide', path: '/?view=guide', isListed: true },
  { name: 'faq', path: '/?view=faq', isListed: true },
  { name: 'future', path: '/?view=future', isListed: true },
  { name: 'support', path: '/?view=support', isListed: true },
  { name: 'terms', path: '/terms', isListed: true },
  { name: 'privacy', path: '/privacy', isListed: true },
  { name: 'changelog', path: '/changelog', isListed: true },
  { name: 'login', path: '/login', isListed: false },
  { name: 'register', path: '/register', isListed: true },
] as const satisfies readonly StaticPage[];

/** The protocol allows 50,000 addresses per file, and a function's answer 6 MB; this stays well below both. */
export const mostAddresses = 20_000;

type Entry = { path: string; changedAt: string | null; isInLanguages: boolean };

const header = '<?xml version="1.0" encoding="UTF-8"?>';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const alternates = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/** Whether search engines may list a card's car: for sale and not locked for visitors. */
const isListed = (card: Card) =>
  card.ownerId === null && card.availability === 'live' && !isLocked(anonymous, card);

/** The site map: `whole` is the answer without a page number, `pages` are the numbered pages from 1. */
export type SiteMap = { whole: string; pages: readonly string[] };

/** A car in the site map. All cards would not fit in memory beside the catalog. */
export type CarLine = Pick<Card, 'id' | 'firstSeenAt' | 'updatedAt'>;

export function* carLines(cards: Iterable<Card>): Generator<CarLine> {
  for (const card of cards) {
    const { id, firstSeenAt, updatedAt } = card;
    if (isListed(card)) yield { id, firstSeenAt, updatedAt };
  }
}

const staticEntries: readonly Entry[] = staticPages
  .filter((page) => page.isListed)
  .map(({ path }) => ({ path, changedAt: null, isInLanguages: true }));

const entriesOf = (cars: Iterable<CarLine>): Entry[] =>
  [...cars]
    // A stable order, so that an address stays in its file when others are added or removed.
    .sort((one, other) => compareTexts(one.firstSeenAt, other.firstSeenAt) || compareTexts(one.id, other.id))
    .map(({ id, updatedAt }) => ({ path: carPath(id), changedAt: updatedAt, isInLanguages: false }));

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

const pageOf = (entries: readonly Entry[], origin: string): string =>
  `${header}\n<urlset ${namespace} ${alternates}>\n${entries.map((entry) => urlOf(entry, origin)).join('\n')}\n</urlset>\n`;

/** The answer without a page number, where there are several: a list of these pages. */
export function siteMapIndex(pages: readonly number[], origin: string): string {
  const parts = pages.map(
    (page) => `<sitemap><loc>${escapeMarkup(`${origin}/sitemap.xml?page=${page}`)}</loc></sitemap>`,
  );
  return `${header}\n<sitemapindex ${namespace}>\n${parts.join('\n')}\n</sitemapindex>\n`;
}

/** Pages of the site map with these cars, with the pages of the app before them where `hasStatic` says so. */
export function siteMapPages(cars: Iterable<CarLine>, origin: string, hasStatic: boolean): string[] {
  const entries = [...(hasStatic ? staticEntries : []), ...entriesOf(cars)];
  const pages: string[] = [];
  for (let from = 0; from < entries.length; from += mostAddresses)
    pages.push(pageOf(entries.slice(from, from + mostAddresses), origin));
  return pages;
}

/** The site map as XML: one page with all addresses or, if they are too many, an index of the pages. */
export function sitemap(cards: Iterable<Card>, origin: string): SiteMap {
  const pages = siteMapPages(carLines(cards), origin, true);
  return {
    whole:
      pages.length === 1
        ? pages[0]!
        : siteMapIndex(
            pages.map((_, n) => n + 1),
            origin,
          ),
    pages,
  };
}
