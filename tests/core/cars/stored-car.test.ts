import { describe, expect, it } from 'vitest';
import { buildCar } from '#core/cars/build-car.ts';
import { anonymous, type Viewer } from '#core/cars/car.ts';
import { isCard, toCard } from '#core/cars/card.ts';
import {
  completeCar,
  completeChange,
  completeIdentification,
  completeListing,
  completeVehicle,
  listingOfCar,
} from '#core/cars/stored-car.ts';
import { wireCar, wireCarDetail } from '#core/cars/wire.ts';
import { wireCar as cardSchema, wireCarDetail as detailSchema } from '#core/contract/routes/cars.ts';
import { makeCar } from '#tests/support/make-car.ts';
import { storedFixture } from '#tests/support/stored-fixtures.ts';

type Fields = Record<string, unknown>;
const item = storedFixture('CAR') as { car: Fields; card: Fields; source: Record<string, Fields> };
const premium: Viewer = { id: 'u', isPremium: true, seesEstimates: true };
const marks = { isStarred: false, discoveredAt: null, lookedAt: '2026-11-21T08:00:00.000Z' };
const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
const unread = completeIdentification(undefined);
/** Required fields: without them an item is not read as a car or an ad. */
const needed = ['id', 'itemUrl'];
const namesIn = (fields: Fields) => Object.keys(fields).filter((name) => !needed.includes(name));

function expectPage(stored: unknown): void {
  const car = completeCar(stored)!;
  for (const viewer of [anonymous, premium]) {
    const page = wireCarDetail(car, viewer, marks, []);
    if (!('locked' in page && page.locked)) expect(() => detailSchema.parse(page)).not.toThrow();
  }
  expect(() => cardSchema.parse(wireCar(toCard(car), premium, marks))).not.toThrow();
}

describe('completeCar', () => {
  it('of a car stored before moments were kept the first moment is what was stored last', () => {
    const { moments: _, ...older } = makeCar({ priceDkk: 90_000, updatedAt: '2026-11-02T08:00:00.000Z' });
    expect(completeCar(older)!.moments).toMatchObject([
      { at: '2026-11-02T08:00:00.000Z', priceDkk: 90_000, isOffered: true },
    ]);
  });

  it('a stored car keeps every stored field', () => {
    // completed-cars.txt shows the values of fields added later.
    expect(completeCar(item.car)).toMatchObject(item.car);
    expect(completeListing(item.source.listing)).toMatchObject(item.source.listing!);
    expect(completeIdentification(item.source.identification)).toMatchObject(item.source.identification!);
    expect(completeChange(item.card)).toMatchObject(item.card);
  });

  it.each(namesIn(item.car))('a car stored without its %s has a page and a place in the list', (name) => {
    expectPage(without(item.car, name));
  });

  it.each(namesIn(item.car.rating as Fields))(
    'a car whose rating was stored without its %s has a page',
    (name) => {
      expectPage({ ...item.car, rating: without(item.car.rating as Fields, name) });
    },
  );

  it('a car whose photos were stored in one size without blurred ones has a page', () => {
    expectPage({ ...item.car, photos: [{ small: 's1' }, {}, null] });
    expect(completeCar({ ...item.car, photos: [{ small: 's1' }, {}, null] })?.photos).toEqual([
      { small: 's1', large: 's1', blurredSmall: null, blurredLarge: null, hash: null },
    ]);
  });

  it('a stored car keeps its own reading time when it was changed later', () => {
    const scrapedAt = '2026-10-01T08:00:00.000Z';
    expect(completeCar({ ...item.car, scrapedAt })?.scrapedAt).toBe(scrapedAt);
  });

  it('a car stored without a reading time takes the time of its last change', () => {
    const { updatedAt } = item.car;
    expect(completeCar(without(item.car, 'scrapedAt'))?.scrapedAt).toBe(updatedAt);
  });

  it.each([null, undefined, 'car', [], {}, { id: 7, itemUrl: 'x' }, { id: 'x' }])(
    '%j is not read as a car',
    (stored) => {
      expect(completeCar(stored)).toBeNull();
    },
  );
});

describe('completeChange', () => {
  it.each(namesIn(item.card).filter((name) => name !== 'updatedAt'))(
    'a card stored without its %s has its place in the list',
    (name) => {
      const change = completeChange(without(item.card, name))!;
      expect(isCard(change) && cardSchema.parse(wireCar(change, premium, marks)).id).toBe(item.card.id);
    },
  );

  it('a stored removal is read as a removal', () => {
    const gone = { id: 'x', updatedAt: '2026-11-02T10:00:00.000Z', isListed: false };
    expect(completeChange(gone)).toEqual(gone);
  });

  it('a card without its id or time is not read', () => {
    expect(completeChange(without(item.card, 'id'))).toBeNull();
    expect(completeChange(without(item.card, 'updatedAt'))).toBeNull();
  });
});

describe('the sources of a stored car', () => {
  it('a car without a stored ad is rebuilt from its own fields', () => {
    const car = completeCar(item.car)!;
    const again = buildCar(car.id, listingOfCar(car), unread, car, null, car.updatedAt);
    for (const name of [
      'title',
      'description',
      'priceDkk',
      'make',
      'model',
      'year',
      'mileageKm',
      'availability',
      'priceHistory',
    ] as const)
      expect(again[name], name).toEqual(car[name]);
  });

  it('an ad stored with an id and address only is completed with empty fields', () => {
    const { id, itemUrl } = item.source.listing as { id: string; itemUrl: string };
    expect(completeListing({ id, itemUrl })).toMatchObject({
      photoUrls: [],
      flags: [],
      availability: 'live',
    });
    expect(completeListing({ id })).toBeNull();
  });

  it('an ad whose missing tax was kept as missing VAT is read as without tax', () => {
    const ad = storedFixture('DRAFT', 'v3').listing as Fields;
    expect(completeListing(ad)?.flags).toEqual(['imported', 'ex_tax']);
    expect(completeListing({ ...ad, priceKind: 'wholesale' })?.flags).toEqual(['imported', 'wholesale']);
    expect(completeListing({ ...ad, priceKind: 'ex_vat' })?.flags).toEqual(['imported', 'ex_vat']);
    const both = ['ex_vat', 'ex_tax'];
    expect(completeListing({ ...ad, flags: both })?.flags).toEqual(both);
    expect(completeListing({ ...ad, flags: ['imported'] })?.flags).toEqual(['imported']);
  });

  it('a missing identification or vehicle is completed as unknown', () => {
    expect(unread).toEqual({
      photos: [],
      plate: null,
      candidate: null,
      vehicle: null,
      registerState: 'no_plate',
    });
    expect(completeVehicle(null)).toBeNull();
    const plate = String((item.source.identification!.vehicle as Fields).plate);
    const inspections = [{ date: '2024-01-02', result: 'Godkendt', mileageKm: 90_000 }];
    expect(completeVehicle({ plate, inspections })?.story.events).toMatchObject([{ date: '2024-01-02' }]);
    expect(completeVehicle({ plate })).toMatchObject({
      story: { asked: [], events: [] },
      plate,
      inspections: [],
      equipment: [],
      hasDebt: null,
    });
  });
});
