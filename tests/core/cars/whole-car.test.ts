import { inspect, isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { buildCar } from '#core/cars/build-car.ts';
import {
  anonymous,
  type Car,
  formerCarId,
  isPrivateCarId,
  isReachable,
  listingIdIn,
  newCarId,
  type Viewer,
} from '#core/cars/car.ts';
import { lessonOf } from '#core/cars/listing-life.ts';
import { basisOf, valuationFacts } from '#core/cars/rating-basis.ts';
import {
  completeCar,
  completeChange,
  completeListing,
  completeVehicle,
  listingOfCar,
} from '#core/cars/stored-car.ts';
import { wireCarDetail } from '#core/cars/wire.ts';
import { fuels } from '#core/marketplaces/ad/listing.ts';
import { storyEvent, tellStory } from '#core/register/story.ts';
import { ratingReasons } from '#core/valuation/valuation.ts';
import {
  identifiedAs,
  makeCar,
  makeListing,
  makeRating,
  makeVehicle,
  notIdentified,
  sampleComparable,
} from '#tests/support/make-car.ts';

const now = '2026-11-21T08:00:00.000Z';
const viewers: Record<string, Viewer> = {
  anonymous,
  free: { id: 'u', isPremium: false, seesEstimates: false },
  premium: { id: 'u', isPremium: true, seesEstimates: true },
};
const unread = notIdentified;
const found = (fields: Parameters<typeof makeVehicle>[0] = {}) => identifiedAs(makeVehicle(fields));
const bareListing = completeListing({ id: '7', itemUrl: 'https://example.com/7' })!;
const bareCar = completeCar({ id: '7', itemUrl: 'https://example.com/7' })!;
/** Of the second and later of a group only the fields that differ from the first. */
const asText = (groups: Record<string, object>[]) => {
  const told = groups.flatMap((group) => {
    const [[, first] = ['', {}]] = Object.entries(group) as [string, Record<string, unknown>][];
    return Object.entries(group).map(([name, one], index) => {
      const fields: Record<string, unknown> = { ...one };
      const names = new Set([...Object.keys(first), ...Object.keys(fields)]);
      const others = [...names].filter((field) => !isDeepStrictEqual(first[field], fields[field]));
      return index === 0
        ? [name, fields]
        : [`${name}, otherwise`, Object.fromEntries(others.map((field) => [field, fields[field]]))];
    });
  });
  const whole = { depth: null, breakLength: 110, maxArrayLength: null, maxStringLength: null };
  return `${inspect(Object.fromEntries(told), whole)}\n`;
};

describe('complete cars', () => {
  it('cars on the wire match the snapshot for each kind of reader', async () => {
    const marks = { isStarred: true, discoveredAt: now, lookedAt: '2026-11-21T08:00:00.000Z' };
    const fact = { kind: 'model_differs', ad: 'CX41287 Fabia', register: 'OCTAVIA', date: null } as const;
    const inspection = storyEvent('inspection', 'inspection_report', {
      date: '2025-03-11',
      mileageKm: 98_800,
    });
    const story = tellStory(['inspections', 'debt'], [inspection]);
    const car = makeCar({ facts: [fact], story, priceHistory: [{ at: now, priceDkk: 1 }], ownerId: 'o' });
    const comparables = [sampleComparable];
    const told = (of: string, tell: (viewer: Viewer) => object) =>
      Object.fromEntries(Object.entries(viewers).map(([name, viewer]) => [`${name}${of}`, tell(viewer)]));
    await expect(
      asText([
        told('', (viewer) => wireCarDetail(car, viewer, marks, comparables)),
        told(', of an ad that says nothing', (viewer) => wireCarDetail(bareCar, viewer, marks, [])),
      ]),
    ).toMatchFileSnapshot('cars-on-the-wire.txt');
  });

  it('cars built from ad and register match the snapshot', async () => {
    const built = (listing = makeListing(), identified = found(), previous: Car | null = null) =>
      buildCar('1', listing, identified, previous, null, now);
    const photo = { small: 's', large: 'l', blurredSmall: null, blurredLarge: null, hash: null };
    await expect(
      asText([
        {
          'an ad and its register': built(),
          'an ad alone': built(makeListing(), unread),
          'an ad whose plate was misread': built(makeListing(), found({ make: 'Toyota' })),
          'photos, and an ad that is hidden': built(makeListing({ availability: 'hidden' }), {
            ...unread,
            photos: [photo],
          }),
        },
        {
          'an ad that says nothing, and its register': built(bareListing),
          'an ad that says nothing, read again': built(
            bareListing,
            unread,
            makeCar({ description: 'before' }),
          ),
          'a register that knows the year only': built(
            bareListing,
            found({ firstRegistration: null, make: null }),
          ),
        },
      ]),
    ).toMatchFileSnapshot('built-cars.txt');
  });

  it('items completed from few stored fields match the snapshot', async () => {
    await expect(
      asText([
        { car: bareCar },
        { card: completeChange({ id: '7', updatedAt: now })! },
        { vehicle: completeVehicle({ plate: 'CX41287' })! },
        { listing: bareListing, 'the ad of a bare car': listingOfCar(bareCar) },
        {
          'the ad of a car': listingOfCar(makeCar()),
          'the ad of a car that is gone': listingOfCar(
            makeCar({
              availability: 'gone',
              foreignPrice: { amount: 1, currency: 'EUR' },
              mileagePrecision: null,
            }),
          ),
        },
      ]),
    ).toMatchFileSnapshot('completed-cars.txt');
  });
});

describe('the price history', () => {
  const historyOf = (previous: Car['priceHistory'], amount: number, currency = 'DKK') =>
    buildCar(
      '1',
      makeListing({ price: { amount, currency } }),
      unread,
      makeCar({ itemUrl: makeListing().itemUrl, priceHistory: previous }),
      null,
      now,
    ).priceHistory;

  it('the price history grows when the price changes, up to fifty entries', () => {
    const prices = Array.from({ length: 50 }, (_, i) => ({ at: now, priceDkk: i }));
    expect(historyOf(prices, 49)).toEqual(prices);
    expect(historyOf(prices, 50)).toEqual([...prices.slice(1), { at: now, priceDkk: 50 }]);
    expect(historyOf([], 49.6)).toEqual([{ at: now, priceDkk: 50 }]);
    expect(historyOf([], 49, 'EUR')).toEqual([{ at: now, priceDkk: 0 }]);
  });
});

describe('valuationFacts and lessonOf', () => {
  it('a car is observed at its listing date, with the month of its first registration', () => {
    expect(valuationFacts(makeCar({ listedAt: '2026-07-02T12:00:00.000Z' }))).toEqual({
      id: '1',
      make: 'Škoda',
      model: 'Octavia',
      variant: '1.5 TSI',
      title: 'Škoda Octavia 1.5 TSI Combi Style',
      year: 2019,
      month: 3,
      mileageKm: 111_000,
      fuel: 'petrol',
      gearbox: 'manual',
      horsepower: 150,
      engineLitres: 1.5,
      body: null,
      sellerType: 'private',
      region: 'Odense',
      newPrice: null,
      observedYear: 2026.5,
    });
    const unknown = valuationFacts(
      makeCar({ firstRegistration: null, listedAt: null, firstSeenAt: '2026-01-01T00:00:00.000Z' }),
    );
    expect([unknown.month, unknown.observedYear]).toEqual([null, 2026]);
  });

  it('a car teaches its price unless its rating says that the price is not from the market', () => {
    const now = '2026-11-25T00:00:00.000Z';
    const taught = (fields: Partial<Car> = {}) => lessonOf(basisOf(makeCar(fields), null), now);
    const teaches = (fields: Partial<Car>) => taught(fields) !== null;
    expect(taught()).toMatchObject({ id: '1', price: 149_900 });
    expect(teaches({ priceDkk: 1 })).toBe(true);
    expect(teaches({ priceDkk: 0 })).toBe(false);
    const teaching = ratingReasons.filter((reason) => teaches({ rating: makeRating({ reason }) }));
    expect(teaching).toEqual([
      ...['rated', 'uncertain', 'few_comparables', 'too_good_to_be_true', 'far_above_market', 'too_old'],
      ...['small_pool', 'thin_evidence', 'mixed_evidence', 'version_untold', 'risky'],
      ...['told_by_register', 'conditions_unread', 'contradicted'],
    ]);
  });
});

describe('the id of a car', () => {
  it('a car id has sixteen unambiguous letters and digits and begins with a letter', () => {
    const bytes = (from: number) => Uint8Array.from({ length: 20 }, (_, i) => from + i);
    expect(newCarId(bytes(0), false)).toBe('abcdefghijkmnpqr');
    expect(newCarId(bytes(16), true)).toBe('p-stuvwxyz23456789');
    expect(newCarId(Uint8Array.of(24, 31, 32), false)).toBe('a9a');
    expect(newCarId(Uint8Array.of(23), false)).toBe('z');
  });

  it('a car id tells whether the car is private, and a former id which ad it names', () => {
    expect([isPrivateCarId('p-abc'), isPrivateCarId('abc'), isPrivateCarId('xp-')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([formerCarId('12', true), formerCarId('12', false)]).toEqual(['p-12', '12']);
    expect(['12', 'p-12', 'abc', 'p-abc', '12a', 'x-12'].map(listingIdIn)).toEqual([
      ...['12', '12', null, null, null, null],
    ]);
  });

  it('a reader without premium reaches a locked car by its random id only', () => {
    const locked = makeCar({ rating: makeRating({ deal: 'amazing' }) });
    const open = makeCar();
    expect(isReachable('12', locked, anonymous)).toBe(false);
    expect(isReachable('12', locked, viewers.premium!)).toBe(true);
    expect(isReachable('12', open, anonymous)).toBe(true);
    expect(isReachable('abc', locked, anonymous)).toBe(true);
  });
});

it('every fuel has the register’s Danish name', () => {
  const named = fuels.map((fuel) => {
    const detail = wireCarDetail(
      makeCar({ fuel }),
      anonymous,
      { isStarred: false, discoveredAt: null, lookedAt: '2026-11-21T08:00:00.000Z' },
      [],
    );
    return 'drivkraft_type_navn' in detail ? detail.drivkraft_type_navn : null;
  });
  expect(named).toEqual(['Benzin', 'Diesel', 'El', 'Plug-in hybrid', 'Hybrid', 'Gas', 'Brint']);
});
