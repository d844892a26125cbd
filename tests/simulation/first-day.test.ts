import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { learnLentMarket, lentMarketKey } from '#core/valuation/lent-market.ts';
import { readMarket } from '#lib/operations/market.ts';
import { inventMarket } from '#tests/core/valuation/invented-market.ts';
import { searchAddress } from '#tests/support/fake-marketplace.ts';
import { makeListing } from '#tests/support/make-car.ts';
import { loadPeople } from '#tests/support/person.ts';
import { type PipelineWorld, startPipelineWorld } from '#tests/support/pipeline-world.ts';
import { readCatalog } from '#tests/support/read-catalog.ts';

let world: PipelineWorld;
beforeAll(async () => {
  world = await startPipelineWorld('2024-09-21T08:00:00.000Z');
});
afterAll(() => world.close());

/** A market of half a year ago, as a file of the operator's. */
const file = [
  'Mærke;Model;Variant;År;Km;Pris;Gear;Hk',
  ...inventMarket(600, 1).map((car) =>
    [car.make, car.model, car.variant, car.year, car.mileageKm, car.price, car.gearbox, car.horsepower].join(
      ';',
    ),
  ),
].join('\n');
const map = 'make=Mærke,year=År,mileage=Km,price=Pris,gearbox=Gear,horsepower=Hk';

describe('the first day of an installation', () => {
  it('a new installation rates its first import with a lent market', async () => {
    const { revalueWorker: revalue } = await import('#functions/valuation/workers.ts');
    const { getCars } = await import('#functions/cars/store.ts');
    const { cars } = readMarket(file, { map, date: '2024-04-01' });
    const lent = learnLentMarket(cars, { seed: 1, version: 'file' });
    await world.objects.put('data', lentMarketKey, gzipSync(JSON.stringify(lent)), {});
    await revalue();
    // Functions look for another valuation every half a minute.
    world.advance(60_000);

    const ads = inventMarket(12, 2).map((car, place) => {
      const id = `9007199254740${String(place).padStart(6, '0')}`;
      const { make, model, variant, year, gearbox, horsepower } = car;
      return makeListing({
        ...{ id, itemUrl: `${world.photos.origin}/marketplace/item/${id}/`, photoUrls: [] },
        ...{ make, model, variant, year, horsepower, title: car.title!, description: null },
        ...{ gearbox: gearbox === 'automatic' ? 'automatic' : 'manual', fuel: 'petrol' },
        ...{
          mileage: { km: car.mileageKm!, precision: 'exact' },
          price: { amount: car.price, currency: 'DKK' },
        },
      });
    });
    const link = searchAddress(world.photos.origin, 'first');
    world.marketplace.searches.set(link, { batches: [ads], end: {} });
    const anna = (await loadPeople())('anna');
    await anna.start(link);
    await world.run();

    const stored = await getCars((await readCatalog()).map(({ id }) => id));
    const ratings = stored.map(({ car }) => car.rating);
    expect(ratings).toHaveLength(12);
    const rated = ratings.filter(({ reason, source }) => reason === 'rated' && source === 'model');
    expect(rated.length).toBeGreaterThanOrEqual(10);
    expect(ratings.filter(({ deal }) => deal === 'amazing')).toEqual([]);
    expect(rated.flatMap(({ comparableIds }) => comparableIds)).toEqual([]);
  });
});
