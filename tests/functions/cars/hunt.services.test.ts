import { expect, it } from 'vitest';
import type { Car } from '#core/cars/car.ts';
import type { HuntedCarWire } from '#core/contract/routes/cars.ts';
import { limits } from '#core/payments/plan.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { storeCar as addCar, storePlan } from '#tests/support/stored-car.ts';

await worldOfFile('2026-11-21T08:00:00.000Z');
const api = await import('#functions/cars/api.ts');

/** Stores a car, in place of the one that had its id. */
async function storeCar(car: Car): Promise<void> {
  const { deleteItem } = await import('#functions/platform/table.ts');
  const { carKey } = await import('#functions/platform/keys.ts');
  await deleteItem(carKey(car.id));
  await addCar(car);
}

/** Leaves the trace of a merge: who asks for one car is led to the other. */
async function leadTo(from: string, to: string): Promise<void> {
  const { putItem } = await import('#functions/platform/table.ts');
  const { carKey } = await import('#functions/platform/keys.ts');
  await putItem({ ...carKey(from), kind: 'CAR', mergedInto: to });
}

const empty = { note: '', stage: null, day: null };
const keep = (as: string, id: string, body: object) =>
  callRoute<{ ok: true; code?: string }>(api.changeHuntRoute, {
    as,
    params: { id },
    body: { ...empty, ...body },
  });
const list = async (as: string) =>
  (await callRoute<{ cars: HuntedCarWire[] }>(api.listHuntRoute, { as })).body.cars;

it('keeps a note, a stage and a day of a car, for their owner alone', async () => {
  await storeCar(makeCar({ id: 'polo', title: 'VW Polo', priceDkk: 75_000 }));
  const body = { note: '  Ask about the timing belt.  ', stage: 'viewing', day: '2026-11-28' };
  expect(await keep('hans', 'polo', body)).toMatchObject({ status: 200 });
  expect(await list('hans')).toMatchObject([
    {
      ...{ id: 'polo', note: 'Ask about the timing belt.', stage: 'viewing', day: '2026-11-28' },
      ...{ car: { title: 'VW Polo', price: 75_000 }, price_before: null, has_ended: false },
    },
  ]);
  expect(await list('grete')).toEqual([]);
});

it('tells what changed about a car since its note was last changed', async () => {
  await storeCar(makeCar({ id: 'golf', priceDkk: 60_000 }));
  await keep('ida', 'golf', { stage: 'written' });
  await storeCar(makeCar({ id: 'golf', priceDkk: 55_000, availability: 'sold' }));
  expect(await list('ida')).toMatchObject([{ price_before: 60_000, has_ended: true }]);
  await keep('ida', 'golf', { stage: 'no' });
  expect(await list('ida')).toMatchObject([{ stage: 'no', price_before: null, has_ended: false }]);
});

it('a real price in place of a placeholder is no price change', async () => {
  await storeCar(makeCar({ id: 'up', priceDkk: 1 }));
  await keep('eva', 'up', { stage: 'found' });
  await storeCar(makeCar({ id: 'up', priceDkk: 79_000 }));
  expect(await list('eva')).toMatchObject([{ price_before: null }]);
});

it('an emptied note is deleted', async () => {
  await storeCar(makeCar({ id: 'fabia' }));
  await keep('jens', 'fabia', { note: 'Nice colour.' });
  expect(await keep('jens', 'fabia', {})).toMatchObject({ status: 200 });
  expect(await list('jens')).toEqual([]);
});

it('a note follows its car through a merge, and is stored under the current id only', async () => {
  await storeCar(makeCar({ id: 'old' }));
  await keep('kim', 'old', { note: 'First.' });
  await storeCar(makeCar({ id: 'new', formerIds: ['old'] }));
  await keep('kim', 'new', { note: 'Second.' });
  expect(await list('kim')).toMatchObject([{ id: 'new', note: 'Second.' }]);
  await keep('kim', 'new', {});
  expect(await list('kim')).toEqual([]);
});

it('notes on two cars that turn out to be one are read together', async () => {
  await storeCar(makeCar({ id: 'left' }));
  await storeCar(makeCar({ id: 'right' }));
  await keep('ole', 'left', { note: 'From the first ad.', stage: 'written' });
  await keep('ole', 'right', { note: 'From the second ad.' });
  await storeCar(makeCar({ id: 'right', formerIds: ['left'] }));
  await leadTo('left', 'right');
  const [entry, ...others] = await list('ole');
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ id: 'right', stage: 'written' });
  expect(entry!.note.split('\n').sort()).toEqual(['From the first ad.', 'From the second ad.']);
});

it('a note on a merged, locked car stays under the id that its reader knows, and reveals no other id', async () => {
  await storeCar(makeCar({ id: 'known', formerIds: [] }));
  await keep('per', 'known', { note: 'First.' });
  await storeCar(makeCar({ id: 'secret', formerIds: ['known'], rating: makeRating({ deal: 'amazing' }) }));
  await leadTo('known', 'secret');
  expect(await keep('per', 'known', { note: 'Second.' })).toMatchObject({ status: 200 });
  expect(await list('per')).toMatchObject([{ id: 'known', note: 'Second.', car: { locked: true } }]);
  expect(JSON.stringify(await list('per'))).not.toContain('secret');
});

it('tells of a car that is locked for the reader only their own note', async () => {
  await storeCar(makeCar({ id: 'deal', priceDkk: 40_000, rating: makeRating({ deal: 'amazing' }) }));
  await keep('lis', 'deal', { note: 'Blue.' });
  await storeCar(makeCar({ id: 'deal', priceDkk: 30_000, rating: makeRating({ deal: 'amazing' }) }));
  const [entry] = await list('lis');
  expect(entry).toMatchObject({ note: 'Blue.', car: { locked: true }, price_before: null, has_ended: false });
  expect(JSON.stringify(entry)).not.toMatch(/30000|40000/);
  await storePlan('lis', { type: 'premium_monthly', currentPeriodEnd: '2026-12-21T08:00:00.000Z' });
  expect(await list('lis')).toMatchObject([{ price_before: 40_000 }]);
});

it.each([
  ['a note that is too long', { note: 'x'.repeat(limits.huntNoteLength + 1) }],
  ['an unknown stage', { stage: 'stolen' }],
  ['a day that does not exist', { day: '2026-02-30' }],
])('refuses %s', async (_, body) => {
  await storeCar(makeCar({ id: 'refused' }));
  expect(await keep('mads', 'refused', body)).toMatchObject({ status: 400 });
});

it('refuses a note on a car that does not exist, and a note beyond the limit of cars', async () => {
  expect(await keep('nina', 'none', { note: 'Where?' })).toMatchObject({ status: 404 });
  const { putItem } = await import('#functions/platform/table.ts');
  const { userKeys } = await import('#functions/platform/keys.ts');
  const ids = Array.from({ length: limits.huntedCars }, (_, i) => `car-${i}`);
  await Promise.all(
    ids.map((carId) => putItem({ ...userKeys.hunt('nina', carId), kind: 'HUNT', carId, changedAt: '' })),
  );
  await storeCar(makeCar({ id: 'one-more' }));
  expect(await keep('nina', 'one-more', { note: 'x' })).toMatchObject({
    status: 403,
    body: { code: 'hunt_full' },
  });
});
