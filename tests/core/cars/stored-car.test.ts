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
import { storedFixture } from '#tests/support/stored-fixtures.ts';

type Fields = Record<string, unknown>;
const item = storedFixture('CAR') as { car: Fields; card: Fields; source: Record<string, Fields> };
const premium: Viewer = { id: 'u', isPremium: true, seesEstimates: true };
const marks = { isStarred: false, discoveredAt: null, lookedAt: '2026-11-21T08:00:00.000Z' };
const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
const unread = completeIdentification(undefined);
/** Without these there is no car or no ad. */
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

describe('a stored car', () => {
  it('is read as it was stored', () => {
    // What fields of later say of it stands in completed-cars.txt.
    expect(completeCar(item.car)).toMatchObject(item.car);
    expect(completeListing(item.source.listing)).toMatchObject(item.source.listing!);
    expect(completeIdentification(item.source.identification)).toMatchObject(item.source.identification!);
    expect(completeChange(item.card)).toMatchObject(item.card);
  });

  it.each(namesIn(item.car))(
    'has a page and a place in the list when it was stored without its %s',
    (name) => {
      expectPage(without(item.car, name));
    },
  );

  it.each(namesIn(item.car.rating as Fields))(
    'has a page when its rating was stored without its %s',
    (name) => {
      expectPage({ ...item.car, rating: without(item.car.rating as Fields, name) });
    },
  );

  it('has a page when its photos were stored in one size, without blurred plates', () => {
    expectPage({ ...item.car, photos: [{ small: 's1' }, {}, null] });
    expect(completeCar({ ...item.car, photos: [{ small: 's1' }, {}, null] })?.photos).toEqual([
      { small: 's1', large: 's1', blurredSmall: null, blurredLarge: null, hash: null },
    ]);
  });

  it('was read when it says, whatever changed of it later', () => {
    const scrapedAt = '2026-10-01T08:00:00.000Z';
    expect(completeCar({ ...item.car, scrapedAt })?.scrapedAt).toBe(scrapedAt);
  });

  it('takes the last moment it knows for one that it lacks', () => {
    const { updatedAt } = item.car;
    expect(completeCar(without(item.car, 'scrapedAt'))?.scrapedAt).toBe(updatedAt);
  });

  it.each([null, undefined, 'car', [], {}, { id: 7, itemUrl: 'x' }, { id: 'x' }])(
    'is none in %j',
    (stored) => {
      expect(completeCar(stored)).toBeNull();
    },
  );
});

describe('a card of the catalog’s index', () => {
  it.each(namesIn(item.card).filter((name) => name !== 'updatedAt'))(
    'has its place in the list when it was stored without its %s',
    (name) => {
      const change = completeChange(without(item.card, name))!;
      expect(isCard(change) && cardSchema.parse(wireCar(change, premium, marks)).id).toBe(item.card.id);
    },
  );

  it('tells that a car was taken out', () => {
    const gone = { id: 'x', updatedAt: '2026-11-02T10:00:00.000Z', isListed: false };
    expect(completeChange(gone)).toEqual(gone);
  });

  it('is none without its car or its moment', () => {
    expect(completeChange(without(item.card, 'id'))).toBeNull();
    expect(completeChange(without(item.card, 'updatedAt'))).toBeNull();
  });
});

describe('what a car was built from', () => {
  it('is what the car tells itself where no ad was kept beside it', () => {
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

  it('is an ad with what it says and nothing else, whatever was stored of it', () => {
    const { id, itemUrl } = item.source.listing as { id: string; itemUrl: string };
    expect(completeListing({ id, itemUrl })).toMatchObject({
      photoUrls: [],
      flags: [],
      availability: 'live',
    });
    expect(completeListing({ id })).toBeNull();
  });

  it('is an unread plate and an unknown vehicle where nothing was stored', () => {
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
