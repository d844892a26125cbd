import { describe, expect, it } from 'vitest';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { makeVehicle } from '#tests/support/make-car.ts';
import { loadPeople } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';

const world = await worldOfFile();
const person = await loadPeople();
const cars = await import('#functions/cars/store.ts');

let lastId = 0;
const golf = { make: 'Volkswagen', model: 'Golf', year: 2016 } as const;

/** An ad that states this plate, on the first marketplace or on DBA. */
function ad(plate: string, fields: Partial<Listing> = {}): Listing {
  const id = String(31_000_000 + ++lastId);
  const path = fields.source === 'dba' ? `/mobility/item/${id}` : `/marketplace/item/${id}/`;
  return world.marketplace.ad({ ...golf, id, plate, itemUrl: `${world.photos.origin}${path}`, ...fields });
}

const search = (query: string, ads: Listing[]) => world.marketplace.search(query, [ads]);

async function carOf(listing: Listing) {
  const carId = (await cars.carIdsOf([listing], null)).get(`${listing.source}-${listing.id}`)!;
  return { carId, stored: await cars.getCar(carId, null) };
}

function register(plate: string): void {
  world.register.vehicles.set(plate, makeVehicle({ plate, ...golf, firstRegistration: '2016-05-01' }));
}

describe('one car on two marketplaces', () => {
  it('a car on two marketplaces is one car with two ads, shown and rated by the cheaper one', async () => {
    const plate = 'CX41287';
    register(plate);
    const first = ad(plate, { price: { amount: 85_000, currency: 'DKK' } });
    const second = ad(plate, { source: 'dba', price: { amount: 81_000, currency: 'DKK' } });
    const anna = person('anna');
    await anna.start(search('first', [first]));
    await world.run();
    await anna.start(search('second', [second]));
    await world.run();
    const [one, other] = [await carOf(first), await carOf(second)];
    expect(other.carId).toBe(one.carId);
    expect(one.stored?.car).toMatchObject({
      source: 'dba',
      priceDkk: 81_000,
      itemUrl: second.itemUrl,
      alsoAt: [{ source: 'facebook', itemUrl: first.itemUrl, priceDkk: 85_000 }],
    });
    // Nothing new to who has the car already: one discovery, and so one alert.
    expect((await anna.list({ view: 'discovered' })).body.totalCount).toBe(1);
    expect(await anna.status()).toMatchObject({
      status: 'completed',
      carsFound: 1,
      carsDone: 1,
      carsFailed: 0,
    });
    const added = (await anna.history()).map((row) => row.cars_added_count);
    expect(added.toSorted()).toEqual([0, 1]);
  });

  it('two imports at the same moment still make one car of two ads', async () => {
    const plate = 'ZX48217';
    register(plate);
    const [first, second] = [ad(plate), ad(plate, { source: 'dba' })];
    const [bo, carla] = [person('bo'), person('carla')];
    await bo.start(search('side', [first]));
    await carla.start(search('by-side', [second]));
    await world.run();
    expect((await carOf(first)).carId).toBe((await carOf(second)).carId);
    for (const each of [bo, carla])
      expect(await each.history()).toMatchObject([{ status: 'completed', cars_added_count: 1 }]);
  });

  it("each ad's price is followed separately, so that the other ad may become the better offer again", async () => {
    const plate = 'HM30965';
    register(plate);
    const first = ad(plate, { price: { amount: 85_000, currency: 'DKK' } });
    const second = ad(plate, { source: 'dba', price: { amount: 81_000, currency: 'DKK' } });
    const dan = person('dan');
    await dan.start(search('both', [first, second]));
    await world.run();
    await dan.start(search('dearer', [{ ...second, price: { amount: 90_000, currency: 'DKK' } }]));
    await world.run();
    expect((await carOf(first)).stored?.car).toMatchObject({
      source: 'facebook',
      priceDkk: 85_000,
      alsoAt: [{ source: 'dba', priceDkk: 90_000 }],
    });
  });

  it('ads are not joined by a plate that the register does not know or whose facts contradict each other', async () => {
    const [unknown, wrong] = ['AB12345', 'PT71406'];
    register(wrong);
    const ads = [
      ad(unknown),
      ad(unknown, { source: 'dba' }),
      ad(wrong),
      ad(wrong, { source: 'dba', mileage: { km: 3000, precision: 'exact' }, year: 2016 }),
    ];
    await person('eva').start(search('apart', ads));
    await world.run();
    const carIds = await Promise.all(ads.map(async (one) => (await carOf(one)).carId));
    expect(new Set(carIds).size).toBe(4);
  });

  it('a car keeps its plate and register data when an ad without a plate joins it', async () => {
    const [plate, vin] = ['DB20456', 'WVWZZZAUZGW000017'];
    register(plate);
    const first = ad(plate, { vin });
    const second = { ...ad(plate, { source: 'dba', vin }), plate: null };
    const finn = person('finn');
    await finn.start(search('with-plate', [first]));
    await world.run();
    await finn.start(search('without-plate', [second]));
    await world.run();
    expect((await carOf(second)).carId).toBe((await carOf(first)).carId);
    expect((await carOf(first)).stored?.car).toMatchObject({ plate, registerState: 'found' });
  });

  it('a car keeps its plate and register data when another ad joins it while the register is silent', async () => {
    const plate = 'DX41287';
    register(plate);
    const mileage = { km: 84_000, precision: 'exact' } as const;
    const [first, second] = [ad(plate, { mileage }), ad(plate, { source: 'dba', mileage })];
    const gry = person('gry');
    await gry.start(search('register-up', [first]));
    await world.run();
    world.register.isDown = true;
    await gry.start(search('register-down', [second]));
    await world.run();
    world.register.isDown = false;
    expect((await carOf(second)).carId).toBe((await carOf(first)).carId);
    expect((await carOf(first)).stored?.car).toMatchObject({ plate, registerState: 'found' });
  });
});
