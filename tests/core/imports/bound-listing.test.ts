import { expect, it } from 'vitest';
import { boundListing } from '#core/imports/listings.ts';
import { makeListing } from '#tests/support/make-car.ts';

it('boundListing leaves an ordinary listing unchanged', () => {
  expect(boundListing(makeListing())).toEqual(makeListing());
  const bare = makeListing({ description: null, city: null, make: null, model: null, variant: null });
  expect(boundListing(bare)).toEqual(bare);
});

it('boundListing cuts texts and photos so that the car fits into one table item', () => {
  const endless = 'ø'.repeat(1_000_000);
  const bounded = boundListing(
    makeListing({
      title: endless,
      description: endless,
      city: endless,
      variant: endless,
      photoUrls: Array.from(
        { length: 5_000 },
        (_, i) => `https://scontent.fbcdn.net/${'p'.repeat(500)}/${i}`,
      ),
    }),
  );
  expect(Buffer.byteLength(JSON.stringify(bounded))).toBeLessThan(100_000);
});

it.each([
  ['title', 200],
  ['description', 6000],
  ['city', 100],
  ['make', 100],
  ['model', 100],
  ['variant', 100],
  ['color', 100],
  ['dealerName', 100],
  ['postalCode', 100],
] as const)('boundListing cuts the %s to %i characters', (field, length) => {
  const letters = 'abcdefghij'.repeat(1000);
  expect(boundListing(makeListing({ [field]: letters }))[field]).toBe(letters.slice(0, length));
});

it.each([
  ['specifications', 60],
  ['photoCaptions', 60],
  ['photoUrls', 40],
] as const)('boundListing limits the %s to the first %i', (field, count) => {
  const lines = Array.from({ length: 100 }, (_, i) => `line ${i}`);
  expect(boundListing(makeListing({ [field]: lines }))[field]).toEqual(lines.slice(0, count));
});

it('boundListing cuts each line to the length of a title', () => {
  const { specifications } = boundListing(makeListing({ specifications: ['x'.repeat(300)] }));
  expect(specifications).toEqual(['x'.repeat(200)]);
});

it('boundListing never cuts through a surrogate pair', () => {
  const cars = `x${'🚗'.repeat(5_000)}`;
  const bounded = boundListing(makeListing({ title: cars, description: cars, city: cars, color: cars }));
  for (const text of [bounded.title, bounded.description, bounded.city, bounded.color])
    expect(text?.isWellFormed()).toBe(true);
});
