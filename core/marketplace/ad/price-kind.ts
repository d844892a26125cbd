import type { ListingFlag, PriceKind } from './listing.ts';
import { foldText } from './text.ts';

/** The words of a price without its taxes, the most telling first. */
const words: readonly [RegExp, PriceKind][] = [
  [/\bengros|moms\s?\/\s?engros|\beksportpris/, 'wholesale'],
  [
    /\b(?:ekskl|eksl|excl|exkl|ex|eks|u|uden|plus)\b\.?\s*(?:dansk\s)?(?:afgift|reg\.?\s?afgift|registreringsafgift)|\+\s?afgift|\bafgiftsfri\b/,
    'ex_registration_tax',
  ],
];

/** What an ad's price is the price of, by what its words were found to say (`flags.ts`). */
export function priceKindOf(
  { title, description }: { title: string; description: string | null },
  flags: readonly ListingFlag[],
): PriceKind {
  if (flags.includes('leasing')) return 'leasing';
  if (!flags.includes('ex_vat')) return 'cash';
  const text = foldText(`${title}\n${description ?? ''}`);
  return words.find(([pattern]) => pattern.test(text))?.[1] ?? 'ex_vat';
}
