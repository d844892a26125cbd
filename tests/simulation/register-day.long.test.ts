import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { optionalCalls } from '#core/register/vehicle.ts';
import { createWorld } from '#demo/cars/world.ts';
import { type DemoMarketplace, startDemoMarketplace } from '#demo/marketplace/server.ts';
import { vehicleOf } from '#demo/register/vehicle-of.ts';
import { makeListing } from '#tests/support/make-car.ts';
import { loadPeople } from '#tests/support/person.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';

const seed = 5;
const hourMs = 3_600_000;
/** What was promised to the registers. */
const mostPerDay = 4;
let demo: DemoMarketplace;
let isOut = false;

const cars = [
  ...new Map(
    createWorld(seed)
      .ads()
      .map(({ car }) => [car.plate, car]),
  ).values(),
].filter((car) => car.body !== 'motorcycle');
const known = cars.filter((car) => vehicleOf(car, '2026-11-21') !== null && car.twist !== 'year_differs');
const unknown = cars.filter((car) => vehicleOf(car, '2026-11-21') === null);

const world = await worldOfFile('2026-11-21T00:05:00.000Z');
const person = await loadPeople();
const { askRegister } = await import('#functions/plates/typed-plate.ts');
const { revalueWorker: revalue } = await import('#functions/valuation/workers.ts');
const { carIdsOf, getCars } = await import('#functions/cars/store.ts');
beforeAll(async () => {
  demo = await startDemoMarketplace({ port: 0, seed, now: () => new Date(), isOut: () => isOut });
  Object.assign(process.env, {
    REGISTER_KIND: 'demo',
    REGISTER_URL: demo.origin,
    REGISTER_CALLS: optionalCalls.join(','),
    REGISTER_SECRET_ARN: 'register',
  });
  const { replaced } = await import('#functions/platform/services.ts');
  delete replaced.register;
});
afterAll(async () => {
  await demo.close();
});

/** Ads that state their plates; a new price makes each visit read them anew. */
const adsOf = (some: typeof cars, priceDkk: number): Listing[] =>
  some.map(({ plate, make, model, firstRegistration }, place) => {
    const id = `77${cars.findIndex((car) => car.plate === plate)}${place}`;
    const year = Number(firstRegistration.slice(0, 4));
    const itemUrl = `${world.photos.origin}/marketplace/item/${id}/`;
    return makeListing({
      ...{ id, itemUrl, plate, make, model, year, title: `${make} ${model}` },
      price: { amount: priceDkk, currency: 'DKK' },
    });
  });

async function importAds(who: string, name: string, listings: Listing[]): Promise<void> {
  await person(who).start(world.marketplace.search(name, [listings]));
  await world.run();
}

const statesOf = async (listings: Listing[]) =>
  (await getCars([...(await carIdsOf(listings, null)).values()])).map(({ car }) => car);

async function goOn(ms: number): Promise<void> {
  world.advance(ms);
  await revalue();
}

const mostAsked = () => Math.max(...demo.registerCalls.values());

describe('the register, asked for a day by several people', () => {
  it('every car is completed although the register is down for ten minutes', async () => {
    const some = [...known.slice(0, 8), ...unknown.slice(0, 1)];
    isOut = true;
    const ads = adsOf(some, 80_000);
    await importAds('gerda', 'down', ads);
    const waiting = await statesOf(ads);
    expect(waiting.map(({ registerState }) => registerState)).toEqual(some.map(() => 'pending'));
    for (let minutes = 0; minutes < 10; minutes++) {
      world.advance(60_000);
      await askRegister(some[minutes % some.length]!.plate);
    }
    isOut = false;
    for (let hour = 0; hour < 12; hour++) await goOn(hourMs);
    const settled = await statesOf(ads);
    expect(settled.map(({ registerState }) => registerState).sort()).toEqual(
      ['no_plate', ...known.slice(0, 8).map(() => 'found')].sort(),
    );
    expect(settled.filter(({ story }) => story.events.length > 0)).toHaveLength(8);
    expect(mostAsked()).toBeLessThanOrEqual(mostPerDay);
  });

  it('the register is asked at most four times for a plate, in repeats and in parallel, with all data kept', async () => {
    const some = known.slice(10, 16);
    // Three people at the same moment, before anything is kept.
    const asked = await Promise.all([0, 1, 2].flatMap(() => some.map(({ plate }) => askRegister(plate))));
    expect(asked.every((vehicle) => vehicle?.story.asked.includes('recalls'))).toBe(true);
    expect(asked.every((vehicle) => vehicle?.story.asked.includes('owners'))).toBe(true);
    for (const { plate } of some)
      expect([...demo.registerCalls].filter(([day]) => day.startsWith(plate))).toMatchObject([[{}, 4]]);
    let price = 90_000;
    for (let hour = 0; hour < 26; hour += 2) {
      price -= 500;
      await importAds(hour % 4 === 0 ? 'hans' : 'ida', `day${hour % 4}`, adsOf(some, price));
      await goOn(2 * hourMs);
    }
    const states = await statesOf(adsOf(some, price));
    expect(states.map(({ registerState }) => registerState)).toEqual(some.map(() => 'found'));
    expect(mostAsked()).toBe(mostPerDay);
    // A day later they are asked anew.
    const days = new Set([...demo.registerCalls.keys()].map((key) => key.split(' ')[1]));
    expect(days.size).toBeGreaterThan(1);
  });

  it('a register that is down all day is left alone after four calls and answers the next day', async () => {
    const [car] = known.slice(20);
    isOut = true;
    const before = demo.registerCalls.size;
    for (let hour = 0; hour < 20; hour++) {
      expect(await askRegister(car!.plate)).toBeUndefined();
      world.advance(hourMs);
    }
    expect(demo.registerCalls.size).toBeGreaterThan(before);
    const counts = [...demo.registerCalls].filter(([key]) => key.startsWith(car!.plate));
    expect(Math.max(...counts.map(([, calls]) => calls))).toBeLessThanOrEqual(mostPerDay);
    isOut = false;
    world.advance(24 * hourMs);
    expect(await askRegister(car!.plate)).toMatchObject({ plate: car!.plate });
  });
});
