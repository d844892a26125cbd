import { beforeAll, describe, expect, it } from 'vitest';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { currentModelKey, modelKey, packModel } from '#functions/valuation/model.ts';
import { inventMarket, ordinaryCar } from '#tests/core/valuation/invented-market.ts';
import { makeListing } from '#tests/support/make-car.ts';
import { loadPeople } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';

const world = await worldOfFile('2024-07-01T08:00:00.000Z');
const person = await loadPeople();
const cars = await import('#functions/cars/store.ts');
beforeAll(async () => {
  process.env.SOURCES = 'facebook,dba';
  const version = 'v1';
  const model = fitModel(inventMarket(500, 1), { seed: 7, version });
  const put = (key: string, body: Buffer) => world.objects.put('data', key, body, {});
  await put(modelKey(version), packModel(model));
  await put(currentModelKey, Buffer.from(JSON.stringify({ version, offered: 500, packing: 'brotli' })));
});

const hourMs = 3600_000;
const { make, model, variant, year, horsepower } = ordinaryCar();

/** A row of DBA's search for an ordinary car: the ad's own words stand on its page alone. */
const row = (amount: number): Listing =>
  makeListing({
    source: 'dba',
    id: '22400100',
    itemUrl: `${world.photos.origin}/mobility/item/22400100`,
    ...{ make, model, variant, year, horsepower, engineLitres: null },
    title: `${make} ${model} ${variant}`,
    mileage: { km: 120_000, precision: 'exact' },
    description: null,
    price: { amount, currency: 'DKK' },
    flags: ['conditions_unread'],
  });

describe('an ad whose words were never read', () => {
  it("an ad's page is read once a lower price could make it a bargain", async () => {
    const anna = person('anna');
    const href = `${world.photos.origin}/mobility/search/car?q=unread`;
    const search = async (amount: number) => {
      world.marketplace.searches.set(href, { batches: [[row(amount)]] });
      expect((await anna.start(href)).status).toBe(202);
      await world.run();
      world.advance(25 * hourMs);
      const [carId] = (await cars.carIdsOf([row(amount)], null)).values();
      return (await cars.getCar(carId!, null))?.car.rating;
    };
    world.marketplace.items.set(row(1).itemUrl, {
      ...row(62_000),
      description: 'Sælges for kunde.',
      flags: [],
    });
    expect(await search(78_000)).toMatchObject({ deal: 'fair', reason: 'rated' });
    expect(world.marketplace.visits.items).toEqual([]);
    expect(await search(62_000)).toMatchObject({ deal: 'amazing', reason: 'rated' });
    expect(world.marketplace.visits.items).toEqual([row(1).itemUrl]);
    // Read once, its words are known: a feed that does not show them takes nothing back.
    await search(61_000);
    expect(world.marketplace.visits.items).toHaveLength(1);
  });
});
