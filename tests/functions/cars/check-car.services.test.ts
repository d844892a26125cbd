import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildCar } from '#core/cars/build-car.ts';
import type { Car } from '#core/cars/car.ts';
import { ratedFrom, rateFrom } from '#core/cars/rating-basis.ts';
import type { CheckedCarWire, LockedCar, WireCarDetail } from '#core/contract/routes/cars.ts';
import type { Vehicle } from '#core/register/vehicle.ts';
import type { Rating } from '#core/valuation/valuation.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { makeCar, makeListing, makeRating, makeVehicle } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { storeCar, storePlan } from '#tests/support/stored-car.ts';

const { plate } = makeVehicle();
const valuation = { lowDkk: 90_000, avgDkk: 100_000, highDkk: 110_000, count: 40 };
const premium = { type: 'premium_monthly', currentPeriodEnd: '2026-12-21T08:00:00.000Z' } as const;

const world = await worldOfFile('2026-11-21T08:00:00.000Z');
const handler = (await import('#functions/cars/api.ts')).checkCarRoute;
const people = await import('#functions/accounts/store.ts');
beforeAll(async () => {
  await storePlan('premium', premium);
});
beforeEach(() => {
  process.env.REGISTER_KIND = 'demo';
  Object.assign(world.register, { isDown: false, vehicles: new Map([[plate, makeVehicle({ valuation })]]) });
});

const check = (as: string, body: object = {}) =>
  callRoute<WireCarDetail | LockedCar>(handler, { as, body: { plate, price: 100_000, ...body } });
const used = (userId: string) => people.getScrapesUsed(userId, '2026-11');
const isStored = async (kind: string, userId: string) => {
  const { readStoredPage } = await import('#functions/accounts/store.ts');
  return (await readStoredPage(userId, null)).items.some((item) => item.kind === kind);
};

describe('check of a car by plate and price', () => {
  it('answers a checked plate with register facts, market value and rating', async () => {
    const { status, body } = await check('premium', { mileage: 111_000 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ locked: false, title: 'Skoda Octavia 1,5 TSI', brand: 'Škoda', model: 'Octavia', year: 2019 },
      ...{ plate, mileage: 111_000, price: 100_000, register_state: 'found', motor_hestekraefter: 150 },
      ...{ deal: 'fair', valuation_low: 90_000, valuation_avg: 100_000, valuation_high: 110_000 },
      ...{ item_url: '', image_urls: [], is_private: true },
    });
  });

  it('takes the age of a checked car from the register, whatever number is in its model name', async () => {
    const peugeot = { make: 'Peugeot', model: '2008', variant: '1,2 PureTech', year: 2019 };
    world.register.vehicles.set(plate, makeVehicle({ valuation, ...peugeot }));
    expect((await check('premium')).body).toMatchObject({ brand: 'Peugeot', model: '2008', year: 2019 });
  });

  it.each(['cx41287', 'CX 41.287', ' cx-41 287 '])('accepts the plate typed as "%s"', async (typed) => {
    expect(await check('premium', { plate: typed })).toMatchObject({ status: 200, body: { plate } });
  });

  it.each([
    { plate: '' },
    { plate: 'A' },
    { plate: 'AB12345678' },
    { plate: '<b>' },
    { plate: 'AB\u000012' },
    { price: 0 },
    { price: 1.5 },
    { price: 'gratis' },
    { mileage: -1 },
    { mileage: '111.000' },
  ])('refuses the check %o', async (wrong) => {
    expect(await check('anna', wrong)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await used('anna')).toBe(0);
  });

  it('shows a free reader no estimate, and calls no car amazing by the register’s value alone', async () => {
    expect((await check('free')).body).toMatchObject({ deal: 'fair', valuation_avg: null, why: null });
    expect((await check('free', { price: 80_000 })).body).toMatchObject({ deal: 'fair', locked: false });
    const { body } = await check('premium', { price: 80_000 });
    expect(body).toMatchObject({ deal: 'fair', deal_reason: 'thin_evidence', valuation_avg: 100_000 });
  });

  it.each([{ hasDebt: true }, { isLeasing: true }])(
    'does not call a car with %o an amazing deal, and tells a free reader why',
    async (register) => {
      world.register.vehicles.set(plate, makeVehicle({ valuation, ...register }));
      const { body } = await check('free', { price: 80_000 });
      expect(body).toMatchObject({ deal: 'fair', locked: false });
      expect((body as WireCarDetail).facts.map(({ kind }) => kind)).toEqual(
        register.hasDebt ? ['debt'] : ['leasing'],
      );
      expect((await check('premium', { price: 80_000 })).body).toMatchObject({ deal: 'fair' });
    },
  );

  it('values a car without a price, for readers who may see estimates', async () => {
    const { status, body } = await check('premium', { price: undefined, mileage: 111_000 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ deal: 'no_estimate', deal_reason: 'no_price', price: 0, mileage: 111_000 },
      ...{ valuation_low: 90_000, valuation_avg: 100_000, valuation_high: 110_000 },
    });
    const { body: shown } = await check('free', { price: null });
    expect(shown).toMatchObject({ deal: 'no_estimate', deal_reason: 'no_price', valuation_avg: null });
    expect(JSON.stringify(shown)).not.toMatch(/90000|100000|110000/);
  });

  it('says why a car without a price has no value', async () => {
    world.register.vehicles.set(plate, makeVehicle({ valuation: null }));
    expect((await check('premium', { price: null })).body).toMatchObject({
      ...{ deal: 'no_estimate', deal_reason: 'small_pool', valuation_avg: null },
    });
  });

  it('doubts a mileage below that of an inspection', async () => {
    const inspections = [{ date: '2025-03-01', result: null, mileageKm: 200_000 }];
    world.register.vehicles.set(plate, makeVehicle({ valuation, inspections }));
    const { body } = await check('premium', { price: 80_000, mileage: 90_000 });
    expect(body).toMatchObject({ facts: [{ kind: 'mileage_below_inspection' }] });
    expect(body.deal).not.toBe('amazing');
  });
});

describe('check of a plate that is in the catalog', () => {
  const vehicle = makeVehicle({ plate: 'CX41288', valuation });
  const at = '2026-11-20T08:00:00.000Z';
  let stored: Car;

  /** A car as an import stores it: of this plate, with a rating that a model gave it then. */
  async function list(id: string, fields: Partial<Car> = {}, rated: Partial<Rating> = {}) {
    const identified = { photos: [], candidate: null, vehicle, registerState: 'found' as const };
    const listing = makeListing({ id });
    const car = buildCar(id, listing, { ...identified, plate: vehicle.plate }, null, null, at);
    const { restsOn } = rateFrom(ratedFrom(car, valuation), null, at);
    stored = { ...car, rating: makeRating({ comparableIds: [], restsOn, ...rated }), ...fields };
    await storeCar(stored);
    const { giveNumber } = await import('#functions/cars/store.ts');
    await giveNumber({ kind: 'PLATECAR', value: vehicle.plate }, id);
  }
  const checkListed = async (as: string, body: object = {}) => {
    world.register.vehicles.set(vehicle.plate, vehicle);
    const answer = await callRoute<CheckedCarWire>(handler, {
      as,
      body: { plate: vehicle.plate, price: stored.priceDkk, ...body },
    });
    return answer.body;
  };
  const named = () => ({ id: stored.id, title: stored.title, price: stored.priceDkk, deal: 'fair' });
  const shownValueOf = ({ rating: { lowDkk, avgDkk, highDkk } }: Car) => ({
    ...{ valuation_low: lowDkk, valuation_avg: avgDkk, valuation_high: highDkk },
  });

  it('names the listed car, with the value and rating of its page and the mileage of its ad', async () => {
    await list('listed1');
    expect(await checkListed('premium')).toMatchObject({
      ...{ deal: stored.rating.deal, mileage: stored.mileageKm, ...shownValueOf(stored), on_list: named() },
    });
    const shown = await checkListed('free');
    expect(shown).toMatchObject({ on_list: named(), valuation_avg: null });
  });

  it('holds the claims of the ad against the register, as its page does', async () => {
    await list('listed9', { flags: ['fresh_inspection'] });
    const shown = await checkListed('premium');
    expect(shown).toMatchObject({ facts: [{ kind: 'claims_fresh_inspection' }] });
    expect(shown).toMatchObject({ findings: { heaviest: { kind: 'claims_fresh_inspection' } } });
  });

  it('tells a free reader what the registers say about the plate of an amazing car, and no value', async () => {
    await list('listed5', {}, { deal: 'amazing' });
    const body = await checkListed('free', { mileage: stored.mileageKm });
    expect(body).toMatchObject({ deal: 'amazing', locked: true });
    expect(Object.keys(body).sort()).toEqual(['asked', 'deal', 'id', 'locked', 'told']);
    expect((body as LockedCar).told).toMatchObject({
      register_state: 'found',
      facts: [],
      is_mileage_typed: true,
    });
    expect(JSON.stringify(body)).not.toMatch(/90000|100000|110000|valuation/);
    expect(await checkListed('premium')).toMatchObject({ deal: 'amazing', locked: false });
  });

  it('uses the same value at another price, rates that price and names the ad’s price', async () => {
    await list('listed2');
    const shown = await checkListed('premium', { price: 90_000 });
    expect(shown).toMatchObject({ price: 90_000, ...shownValueOf(stored), on_list: named() });
  });

  it('values the listed car at the typed mileage when that differs', async () => {
    await list('listed3');
    const shown = await checkListed('premium', { mileage: stored.mileageKm! + 50_000 });
    expect(shown).toMatchObject({ mileage: stored.mileageKm! + 50_000, on_list: { mileage: 111_000 } });
    expect(shown).toHaveProperty('is_mileage_typed', true);
    expect(await checkListed('premium')).not.toHaveProperty('is_mileage_typed');
    expect(shown).not.toMatchObject(shownValueOf(stored));
  });

  it('gives the value of its page to a car without a price', async () => {
    await list('listed8');
    expect(await checkListed('premium', { price: null })).toMatchObject({
      ...{ deal: 'no_estimate', deal_reason: 'no_price', price: 0, ...shownValueOf(stored) },
      on_list: named(),
    });
  });

  it('does not name a locked car to a free reader, at its own price or any other', async () => {
    await list('listed4', { rating: { ...makeRating({ deal: 'amazing' }), comparableIds: [] } });
    stored.rating.restsOn = 'another';
    for (const price of [stored.priceDkk, 100_000]) {
      const shown = await checkListed('free', { price });
      expect(shown).not.toHaveProperty('on_list');
      expect(JSON.stringify(shown)).not.toContain(stored.id);
      expect(JSON.stringify(shown)).not.toContain(stored.title);
      expect(JSON.stringify(shown)).not.toContain(String(stored.mileageKm));
    }
    expect(await checkListed('premium')).toMatchObject({ on_list: { id: stored.id, deal: 'amazing' } });
  });

  it('tells a free reader no caution of a locked car that only its ad gives', async () => {
    const rating = { ...makeRating({ deal: 'amazing' }), comparableIds: [] };
    await list('listed6', { rating, flags: ['fresh_inspection'] });
    expect(await checkListed('premium', { price: null })).toMatchObject({ cautions: ['fresh_inspection'] });
    for (const price of [null, stored.priceDkk])
      expect(JSON.stringify(await checkListed('free', { price }))).not.toContain('fresh_inspection');
  });

  it('gives no stored value beside a reason for having none', async () => {
    const none = { avgDkk: null, lowDkk: null, highDkk: null };
    await list('listed7', {}, { deal: 'no_estimate', reason: 'leasing', ...none });
    const shown = await checkListed('premium', { price: null });
    expect(shown).toMatchObject({ deal_reason: 'no_price' });
    expect((shown as WireCarDetail).valuation_avg).not.toBeNull();
  });

  it.each<[string, Partial<Car>]>([
    ['is sold', { availability: 'sold', goneAt: at }],
    ['was not seen again', { availability: 'unseen', goneAt: at }],
    ['is wanted by somebody', { flags: ['wanted'] }],
    ['has another plate by now', { plate: 'AB12345' }],
    ['is of a page that somebody dropped', { ownerId: 'anna' }],
  ])('does not name the listed car when it %s', async (why, fields) => {
    await list(`other ${why}`, fields);
    expect(await checkListed('premium')).not.toHaveProperty('on_list');
  });
});

describe('check of a plate by a visitor without an account', () => {
  let addresses = 0;
  const visit = (body: object = {}, address = `203.0.113.${++addresses}`) =>
    callRoute<CheckedCarWire>(handler, {
      headers: { 'x-client-address': address },
      body: { plate, price: 100_000, ...body },
    });
  /** A rate as people meet it; one person of the other tests does the work of many. */
  beforeEach(() => {
    process.env.RATE_FACTOR = '1';
    world.advance(25 * 3600_000);
  });
  afterEach(() => {
    process.env.RATE_FACTOR = '1000';
  });

  it('tells what the registers say and the word for the price, and no estimate', async () => {
    const { status, body } = await visit();
    expect(status).toBe(200);
    expect(body).toMatchObject({ deal: 'fair', valuation_avg: null, why: null, register_state: 'found' });
    expect(JSON.stringify(body)).not.toMatch(/90000|110000/);
    // The register's value alone calls no car amazing.
    expect((await visit({ price: 80_000 })).body).toMatchObject({ deal: 'fair', valuation_avg: null });
    expect((await visit({ price: null })).body).toMatchObject({ deal: 'no_estimate', valuation_avg: null });
  });

  it('names no car of the list, and tells nothing of its ad', async () => {
    const vehicle = makeVehicle({ plate: 'DK12345', valuation });
    world.register.vehicles.set(vehicle.plate, vehicle);
    const car = makeCar({ id: 'visited', plate: vehicle.plate, title: 'Secret Octavia', mileageKm: 98_765 });
    await storeCar(car);
    const { giveNumber } = await import('#functions/cars/store.ts');
    await giveNumber({ kind: 'PLATECAR', value: vehicle.plate }, car.id);
    const { body } = await visit({ plate: vehicle.plate });
    expect(body).not.toHaveProperty('on_list');
    expect(JSON.stringify(body)).not.toMatch(/visited|Secret|98765/);
  });

  it('is refused from one address after three a day, before the register is asked', async () => {
    const plates = ['AB11111', 'AB12045', 'CD12345', 'CD67890'];
    for (const each of plates) world.register.vehicles.set(each, makeVehicle({ plate: each, valuation }));
    const address = '198.51.100.7:4711';
    const statuses = [];
    for (const each of plates.slice(0, 3)) statuses.push((await visit({ plate: each }, address)).status);
    world.register.isDown = true;
    expect(await visit({ plate: plates[3] }, address)).toMatchObject({
      ...{ status: 429, body: { code: 'visitor_limit' } },
    });
    expect(statuses).toEqual([200, 200, 200]);
    // A person behind the same address is not a visitor.
    world.register.isDown = false;
    expect((await check('lone')).status).toBe(200);
  });

  it('tells the words of three prices of one plate in a day, from however many addresses', async () => {
    const statuses = [];
    for (const price of [70_000, 80_000, 90_000, 100_000, 110_000])
      statuses.push((await visit({ price })).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });
});

describe('charge for checking a plate', () => {
  it('charges a checked plate like an import, once a day for each plate, and not with premium', async () => {
    for (const price of [100_000, 90_000, 80_000]) await check('bo', { price });
    expect(await used('bo')).toBe(1);
    world.advance(24 * 3600_000 + 1000);
    await check('bo');
    expect(await used('bo')).toBe(2);
    await check('premium');
    expect(await used('premium')).toBe(0);
  });

  const prices = [100_000, 90_000, 80_000, 70_000, 60_000, 50_000, 40_000];

  it('covers three prices where the reader sees no estimate, so that trying prices reveals none', async () => {
    for (const price of prices) await check('gry', { price });
    expect(await used('gry')).toBe(3);
    for (const price of prices.slice(-1)) await check('gry', { price });
    for (const mileage of [1, 2]) await check('gry', { price: 40_000, mileage });
    expect(await used('gry')).toBe(3);
    await check('gry', { price: 40_000, mileage: 3 });
    expect(await used('gry')).toBe(4);
  });

  it('covers three prices also when they are asked for at the same time', async () => {
    const answers = await Promise.all(prices.map((price) => check('hans', { price })));
    expect(answers.map(({ status }) => status)).toEqual(prices.map(() => 200));
    expect(await used('hans')).toBe(3);
  });

  it('covers any number of prices where the reader sees the estimate', async () => {
    await storePlan('ida', { priceUnlock: { until: null } });
    for (const price of prices) await check('ida', { price });
    expect(await used('ida')).toBe(1);
  });

  it('covers three prices of a plate that was paid for before prices were counted', async () => {
    const { putItem } = await import('#functions/platform/table.ts');
    const { userKeys } = await import('#functions/platform/keys.ts');
    const paidAt = new Date().toISOString();
    await putItem({ ...userKeys.checkedPlate('jo', plate), kind: 'CHECKED', plate, paidAt });
    for (const price of prices) await check('jo', { price });
    expect(await used('jo')).toBe(2);
  });

  it('refuses a fourth price when the month’s imports are used up, without asking the register', async () => {
    process.env.NEW_ACCOUNT_SCRAPES = '1';
    for (const price of prices.slice(0, 3)) await check('kai', { price });
    world.register.isDown = true;
    expect(await check('kai', { price: 1 })).toMatchObject({ status: 403, body: { code: 'limit_reached' } });
    world.register.isDown = false;
    expect(await check('kai', { price: prices[0]! })).toMatchObject({ status: 200 });
    delete process.env.NEW_ACCOUNT_SCRAPES;
  });

  it('charges two simultaneous requests once', async () => {
    await Promise.all([check('carl'), check('carl'), check('carl')]);
    expect(await used('carl')).toBe(1);
  });

  it('does not charge when the register knows no such car or does not answer', async () => {
    const unknown: Map<string, Vehicle> = new Map();
    Object.assign(world.register, { vehicles: unknown });
    expect(await check('dan')).toMatchObject({ status: 404, body: { code: 'plate_unknown' } });
    Object.assign(world.register, { isDown: true });
    expect(await check('dan')).toMatchObject({ status: 503, body: { code: 'register_silent' } });
    expect(await used('dan')).toBe(0);
    expect(await isStored('CHECKED', 'dan')).toBe(false);
  });

  it('keeps checks within the limit of the month, and does not ask the register beyond it', async () => {
    process.env.NEW_ACCOUNT_SCRAPES = '1';
    await check('eva');
    expect(await check('eva')).toMatchObject({ status: 200 });
    world.register.isDown = true;
    expect(await check('eva', { plate: 'AB12345' })).toMatchObject({
      status: 403,
      body: { code: 'limit_reached', details: { reason: 'limit_reached' } },
    });
    expect(await used('eva')).toBe(1);
    delete process.env.NEW_ACCOUNT_SCRAPES;
  });

  it('stores no car for a checked plate', async () => {
    await check('fie');
    expect(await isStored('CAR', 'fie')).toBe(false);
    expect(await isStored('CHECKED', 'fie')).toBe(true);
  });
});

it('refuses to check plates where no register is configured', async () => {
  process.env.REGISTER_KIND = 'none';
  expect(await check('premium')).toMatchObject({ status: 503, body: { code: 'not_configured' } });
});
