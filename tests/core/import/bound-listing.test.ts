import { expect, it } from 'vitest';
import { boundListing } from '#core/import/bound-listing.ts';
import { makeListing } from '#tests/support/make-car.ts';

it('leaves an ordinary listing as it is', () => {
  expect(boundListing(makeListing())).toEqual(makeListing());
  const bare = makeListing({ description: null, city: null, make: null, model: null, variant: null });
  expect(boundListing(bare)).toEqual(bare);
});

it('cuts words and photos so that a car of them fits into one item of the table', () => {
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

it('leaves no half of a surrogate pair where it cuts', () => {
  const cars = `x${'🚗'.repeat(5_000)}`;
  const bounded = boundListing(makeListing({ title: cars, description: cars, city: cars, color: cars }));
  for (const text of [bounded.title, bounded.description, bounded.city, bounded.color])
    expect(text?.isWellFormed()).toBe(true);
});
