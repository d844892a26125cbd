import { describe, expect, it } from 'vitest';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { makeCar, makeListing, notIdentified } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { readCatalog } from '#tests/support/stored-car.ts';

const world = await worldOfFile('2026-11-21T08:00:00.000Z');

const facebook = makeListing({ id: '9007199254740993001' });
const dba = makeListing({
  ...{ source: 'dba', id: '12345', itemUrl: 'https://www.dba.dk/mobility/item/12345' },
  price: { amount: 152_000, currency: 'DKK' },
});
const hour = 3_600_000;

/** A car of these ads, the first of which it is shown by. */
async function store(listing: Listing, others: Listing[] = []): Promise<string> {
  const { carIdsOf, pointAdTo, storeCar } = await import('#functions/cars/store.ts');
  const [id] = [...(await carIdsOf([listing], null)).values()];
  for (const other of others) await pointAdTo(other, id!);
  const car = makeCar({ id: id!, itemUrl: listing.itemUrl, updatedAt: new Date().toISOString() });
  expect(await storeCar(car, { listing, others, identification: notIdentified }, null)).toBe(true);
  return id!;
}
const miss = async (ad: Listing) => (await import('#functions/imports/rate-and-store-car.ts')).missAd(ad);
const read = async (id: string) => {
  const { getCar } = await import('#functions/cars/store.ts');
  return (await getCar(id, null))!;
};

describe('an ad that a visit was told is gone', () => {
  it('an ad that one visit finds gone stays on offer for this and all visits of the same hour', async () => {
    const id = await store(facebook);
    await miss(facebook);
    world.advance(hour / 2);
    await miss(facebook);
    expect((await read(id)).car).toMatchObject({ availability: 'live', goneAt: null });
  });

  it('an ad is gone with the second visit, at its last price and on the day it was first missed', async () => {
    world.advance(hour);
    const missedAt = new Date(Date.now() - 1.5 * hour).toISOString();
    await miss(facebook);
    const { carIdsOf } = await import('#functions/cars/store.ts');
    const [id] = [...(await carIdsOf([facebook], null)).values()];
    const { car, source } = await read(id!);
    expect(car).toMatchObject({ availability: 'gone', goneAt: missedAt, priceDkk: 149_900 });
    expect(source.listing.availability).toBe('hidden');
    expect((await readCatalog()).find((card) => card.id === id)).toMatchObject({ availability: 'gone' });
    // Once more changes nothing.
    await miss(facebook);
    expect((await read(id!)).car).toEqual(car);
  });

  it('a car stays for sale if another of its ads is offered', async () => {
    const ad = makeListing({
      id: '9007199254740993002',
      itemUrl: 'https://www.facebook.com/marketplace/item/2/',
    });
    const id = await store(ad, [dba]);
    await miss(ad);
    world.advance(2 * hour);
    await miss(ad);
    const { car } = await read(id);
    expect(car).toMatchObject({
      availability: 'live',
      source: 'dba',
      priceDkk: 152_000,
      goneAt: null,
      alsoAt: [],
    });
    expect((await read(id)).source.missed).toBeUndefined();
  });

  it('an unknown ad that is gone changes nothing', async () => {
    await expect(miss(makeListing({ id: '42' }))).resolves.toBeUndefined();
  });
});
