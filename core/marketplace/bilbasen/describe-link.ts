import { marketplaceNames } from '#core/marketplace/marketplace-id.ts';

const named = (slug: string): string => {
  const words = slug.replace(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** "/brugt/bil/fiat/panda" → "Fiat Panda · Bilbasen"; what was typed there comes first. */
export function describeBilbasenLink({ pathname, searchParams }: URL): string {
  const car = pathname.split('/').slice(3, 5).map(named).join(' ');
  return [searchParams.get('free'), car, marketplaceNames.bilbasen].filter(Boolean).join(' · ');
}
