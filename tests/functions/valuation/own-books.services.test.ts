import { beforeAll, describe, expect, it } from 'vitest';
import { type Car, unrated } from '#core/cars/car.ts';
import { RegisterUnavailable, type VehicleRegister } from '#core/register/vehicle.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { inventMarket } from '#tests/core/valuation/invented-market.ts';
import { makeCar, makeListing, makeVehicle } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';

const market = inventMarket(320, 1);
const model = fitModel(market, { seed: 7, version: 'v1' });
const now = '2026-11-21T08:00:00.000Z';
const soon = () => performance.now() + 60_000;
let lookup: VehicleRegister['lookup'] = () => Promise.reject(new RegisterUnavailable('silent'));

await worldOfFile(now);
const { rateOwnBooks } = await import('#functions/valuation/revalue.ts');
const store = await import('#functions/valuation/own-book-store.ts');
const cars = await import('#functions/cars/store.ts');
beforeAll(async () => {
  const { replaceServices } = await import('#functions/platform/services.ts');
  replaceServices({ register: async () => ({ lookup: (plate) => lookup(plate) }) });
});

/** A car like one of the market at this share of its price, from a page of its owner's. */
async function putOwn(ownerId: string, id: string, share: number, facts: Partial<Car> = {}) {
  const { make, model: name, variant, title, year, mileageKm, price } = market[3]!;
  const car = makeCar({
    ...{ id, ownerId, make, model: name, variant, title: title!, year, mileageKm },
    ...{ priceDkk: Math.round(price * share), registerState: 'no_plate', plate: null, rating: unrated },
    ...{ scrapedAt: now, updatedAt: now },
    ...facts,
  });
  const candidate = car.registerState === 'pending' ? { plate: 'ZX48217', score: -0.2, widthPx: 200 } : null;
  const identification = {
    photos: [],
    plate: null,
    candidate,
    vehicle: null,
    registerState: car.registerState,
  };
  await cars.storeCar(car, { listing: makeListing({ id, make, model: name, year }), identification }, null);
}
async function storeOwn(ownerId: string, id: string, share: number, facts: Partial<Car> = {}) {
  await putOwn(ownerId, id, share, facts);
  await store.noteOwnCars(ownerId, [id], now);
}
const own = async (ownerId: string, id: string) => (await cars.getCar(id, ownerId))!.car;

describe('the own cars of a person', () => {
  it('are rated when the valuation learns, and become amazing', async () => {
    await storeOwn('anna', 'p-cheap', 0.6);
    await storeOwn('anna', 'p-usual', 1);
    await rateOwnBooks(null, now, soon());
    expect((await own('anna', 'p-cheap')).rating.deal).toBe('no_estimate');
    expect(await rateOwnBooks(model, now, soon())).toBe(2);
    expect((await own('anna', 'p-usual')).rating).toMatchObject({ modelVersion: 'v1' });
    expect((await own('anna', 'p-cheap')).rating.deal).toBe('amazing');
    expect(await rateOwnBooks(model, now, soon())).toBe(0);
  });

  it('are not read again while nothing moved', async () => {
    const before = await cars.getCar('p-cheap', 'anna');
    await rateOwnBooks(model, now, soon());
    expect(await cars.getCar('p-cheap', 'anna')).toEqual(before);
  });

  it('are asked for at the register once more while it was silent', async () => {
    await storeOwn('bo', 'p-owed', 1, { registerState: 'pending' });
    await rateOwnBooks(model, now, soon());
    expect(await own('bo', 'p-owed')).toMatchObject({ registerState: 'pending', plate: null });
    const { make, model: name, year } = market[3]!;
    lookup = async (plate) => makeVehicle({ plate, make, model: name, year });
    await rateOwnBooks(model, now, soon());
    expect(await own('bo', 'p-owed')).toMatchObject({ ownerId: 'bo', plate: 'ZX48217' });
    expect((await own('bo', 'p-owed')).registerState).not.toBe('pending');
    // Nobody else has it.
    expect(await cars.getCar('p-owed', null)).toBeNull();
  });

  it('do not leave with time alone', async () => {
    await storeOwn('carl', 'p-old', 1, { scrapedAt: '2026-01-01T08:00:00.000Z' });
    await rateOwnBooks(model, now, soon());
    expect(await own('carl', 'p-old')).toMatchObject({ availability: 'live', goneAt: null });
  });

  it('are the newest five hundred', async () => {
    const ids = Array.from({ length: 503 }, (_, n) => `p-many-${n}`);
    const seenAt = (n: number) => new Date(Date.parse(now) - n * 60_000).toISOString();
    await Promise.all(ids.map((id, n) => putOwn('dora', id, 1, { scrapedAt: seenAt(n) })));
    await store.noteOwnCars('dora', ids, now);
    await rateOwnBooks(null, now, soon());
    const { unpackPage } = await import('#functions/valuation/rating-pages.ts');
    const book = (await store.getOwnBook('dora'))!;
    expect(book.changed).toEqual([]);
    expect(unpackPage(book.page!).map(({ id }) => id)).toEqual(ids.slice(0, 500));
    // A book is one item of the table.
    expect(book.page!.length).toBeLessThan(300_000);
  });

  it('that are stored during a run are rated by the next', async () => {
    await storeOwn('emma', 'p-first', 1);
    const book = (await store.getOwnBook('emma'))!;
    await storeOwn('emma', 'p-second', 1);
    await store.writeOwnBook(book, { page: new Uint8Array(), model: 'v0' });
    expect((await store.getOwnBook('emma'))!.changed).toEqual(['p-second']);
  });

  it('are forgotten with the account', async () => {
    await storeOwn('finn', 'p-his', 1);
    const accounts = await import('#functions/accounts/store.ts');
    await accounts.markErased({ userId: 'finn', customerId: null, erasedAt: now });
    await accounts.deleteAccountItems('finn');
    await store.noteOwnCars('finn', ['p-his'], now);
    await store.writeOwnBook(
      { userId: 'finn', page: null, changed: [], model: null },
      { page: new Uint8Array(), model: 'v1' },
    );
    expect(await store.listOwnBooks()).not.toContain('finn');
    expect(await store.getOwnBook('finn')).toBeNull();
  });
});
