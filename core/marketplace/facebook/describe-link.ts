import { shortNames } from '#core/marketplace/marketplace-id.ts';

/** "copenhagen" → "Copenhagen"; a place that the marketplace names by number says nothing to a person. */
function placeName(slug: string): string | null {
  if (['search', 'category', 'vehicles', 'cars'].includes(slug) || /^\d+$/.test(slug)) return null;
  const words = slug.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a search looks for, and where: "octavia · Odense". */
export function describeFacebookLink({ pathname, searchParams }: URL): string {
  const words = searchParams.get('query') ?? searchParams.get('make');
  const place = placeName(pathname.split('/')[2] ?? '');
  return [words, place].filter(Boolean).join(' · ') || shortNames.facebook;
}
