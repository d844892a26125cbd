import { marketplaceNames } from '#core/marketplace/marketplace-id.ts';
import { makesAsked } from '#core/marketplace/vend/make-codes.ts';

/** "copenhagen" → "Copenhagen"; a place that the marketplace names by number says nothing to a person. */
function placeName(slug: string): string | null {
  if (['search', 'category', 'vehicles', 'cars'].includes(slug) || /^\d+$/.test(slug)) return null;
  return capital(slug.replace(/[-_]+/g, ' ').trim());
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const describeVend = (search: URLSearchParams): string =>
  [search.get('q'), ...makesAsked(search).slice(0, 3), marketplaceNames.dba].filter(Boolean).join(' · ');

/** "/brugt/bil/fiat/panda" → "Fiat Panda"; what was typed there comes first. */
const describeBilbasen = (pathname: string, search: URLSearchParams): string => {
  const names = pathname
    .split('/')
    .slice(3, 5)
    .map((name) => name.replace(/[-_]+/g, ' '));
  const words = [search.get('free'), names.map(capital).join(' ')];
  return [...words, marketplaceNames.bilbasen].filter(Boolean).join(' · ');
};

/**
 * What a normalised marketplace link looks for, in a few words that need no language: "octavia · Odense". A link that
 * names neither words nor place is called by its kind, "Marketplace"; one of another marketplace says so: "VW · DBA".
 */
export function describeLink(href: string): string {
  if (!URL.canParse(href)) return 'Marketplace';
  const { pathname, searchParams } = new URL(href);
  if (pathname.startsWith('/mobility/')) return describeVend(searchParams);
  if (pathname.startsWith('/brugt/')) return describeBilbasen(pathname, searchParams);
  const place = placeName(pathname.split('/')[2] ?? '');
  const words = searchParams.get('query') ?? searchParams.get('make');
  return [words, place].filter(Boolean).join(' · ') || 'Marketplace';
}
