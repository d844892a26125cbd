import { expect, it } from 'vitest';
import { mergeListings } from '#core/imports/listings.ts';
import { makeListing } from '#tests/support/make-car.ts';

it('mergeListings keeps the item page’s kind of price when a feed without description brings a new price', () => {
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

it('mergeListings does not trust a doubtful mileage again because the feed rounds it', () => {
  const rounded = (km: number) => makeListing({ mileage: { km, precision: 'rounded' }, otherMileage: null });
  const page = makeListing({ mileage: null, otherMileage: { km: 111_111, precision: 'exact' } });
  expect(mergeListings(rounded(111_000), page).mileage).toBeNull();
  expect(mergeListings(page, rounded(111_000)).mileage).toBeNull();
  // The seller has entered another mileage since.
  expect(mergeListings(page, rounded(149_000)).mileage).toMatchObject({ km: 149_000 });
});

it('mergeListings takes every list and text of the newer reading, and keeps what it leaves out', () => {
  const older = makeListing({ specifications: ['Træk'], city: 'Odense' });
  const newer = makeListing({ specifications: ['Træk', 'Klima'], city: 'Vejle' });
  expect(mergeListings(older, newer)).toMatchObject({ specifications: ['Træk', 'Klima'], city: 'Vejle' });
  const silent = makeListing({ specifications: [], city: null });
  expect(mergeListings(older, silent)).toMatchObject({ specifications: ['Træk'], city: 'Odense' });
});
