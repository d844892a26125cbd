import { expect, it } from 'vitest';
import { mergeListings } from '#core/import/merge-listings.ts';
import { makeListing } from '#tests/support/make-car.ts';

it('keeps what the item page said of a price when the feed, which shows no description, brings a new one', () => {
  const older = makeListing({ priceKind: 'leasing', description: 'Flexleasing.' });
  const seen = makeListing({
    priceKind: 'cash',
    description: null,
    price: { amount: 2995, currency: 'DKK' },
  });
  expect(mergeListings(older, seen)).toMatchObject({ priceKind: 'leasing', price: { amount: 2995 } });
  expect(mergeListings({ ...older, priceKind: null }, seen).priceKind).toBe('cash');
  expect(mergeListings(older, { ...seen, description: 'Sælges kontant.' }).priceKind).toBe('cash');
});
