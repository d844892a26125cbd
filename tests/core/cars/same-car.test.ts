import { describe, expect, it } from 'vitest';
import type { Identification } from '#core/cars/build-car.ts';
import type { CarPhoto } from '#core/cars/car.ts';
import {
  type BuiltCar,
  betterIdentified,
  type CarTraits,
  canHoldBoth,
  identifiedAgain,
  isSameByLikelyPlate,
  isSameByNumber,
  isSameByPhotos,
  mergeCars,
  mostFormerIds,
  survivorOf,
  vinAmong,
} from '#core/cars/same-car.ts';
import { randomSequence } from '#core/valuation/statistics.ts';
import { makeCar, makeListing, makeRating, makeTraits, makeVehicle } from '#tests/support/make-car.ts';

const one = makeTraits();
const month = '2026-12-01T10:00:00.000Z';
const vin = 'WVWZZZ1KZ6W000001';

const contradictions: [string, Partial<CarTraits>, Partial<CarTraits>?][] = [
  ['another make', { make: 'Opel', model: 'Corsa' }],
  ['another model', { model: 'Passat' }],
  ['two years between', { year: 2018 }],
  ['another fuel', { fuel: 'petrol' }],
  ['another chassis number', { vin }, { vin: 'WVWZZZ1KZ6W000002' }],
  [
    'another confirmed plate',
    { plate: 'AB12345', likelyPlate: 'AB12345' },
    { plate: 'CD12345', likelyPlate: 'CD12345' },
  ],
];

describe('isSameByNumber', () => {
  const withPlate = { plate: 'CX41287', likelyPlate: 'CX41287' };

  it.each([
    ['the plate', withPlate],
    ['the chassis number', { vin }],
  ] as [string, Partial<CarTraits>][])(
    'two ads with %s in common are one car, whatever else is unknown',
    (_, number) => {
      const nothing = {
        make: null,
        model: null,
        year: null,
        mileageKm: null,
        fuel: null,
        gearbox: null,
        city: null,
      };
      expect(isSameByNumber(makeTraits({ ...number, ...nothing, photoHashes: [] }), makeTraits(number))).toBe(
        true,
      );
      expect(isSameByNumber(makeTraits(number), makeTraits({ ...number, year: 2017 }))).toBe(true);
    },
  );

  it('two ads without a known number are not joined by number', () => {
    expect(isSameByNumber(one, one)).toBe(false);
  });

  it.each(contradictions)('two ads with one number are not one car with %s', (_, fields, others = {}) => {
    const number = 'vin' in fields ? withPlate : { vin };
    expect(isSameByNumber(makeTraits({ ...number, ...fields }), makeTraits({ ...number, ...others }))).toBe(
      false,
    );
  });

  it('two ads with one plate are not one car with half of the mileage', () => {
    expect(isSameByNumber(makeTraits(withPlate), makeTraits({ ...withPlate, mileageKm: 70_000 }))).toBe(
      false,
    );
  });

  it('a hybrid may be called by its petrol engine', () => {
    const [petrol, hybrid] = [
      makeTraits({ vin, fuel: 'petrol' }),
      makeTraits({ vin, fuel: 'plugin_hybrid' }),
    ];
    expect(isSameByNumber(petrol, hybrid)).toBe(true);
  });

  it('vinAmong reads only complete chassis numbers', () => {
    const ad = { plate: null };
    expect(
      vinAmong([
        { ...ad, vin: null },
        { ...ad, vin: 'WVWZZZ' },
      ]),
    ).toBeNull();
    expect(vinAmong([{ ...ad, vin: 'WVWZZZ1KZ6W00000I' }])).toBeNull();
    expect(vinAmong([{ ...ad, vin: vin.toLowerCase() }])).toBe(vin);
  });
});

describe('isSameByLikelyPlate', () => {
  const confirmed = { plate: 'CX41287', likelyPlate: 'CX41287' };

  it('a plate confirmed for one ad and read in the other joins them when all else fits', () => {
    expect(isSameByLikelyPlate(makeTraits(confirmed), makeTraits({ likelyPlate: 'CX41287' }))).toBe(true);
  });

  it.each<[string, Partial<CarTraits>]>([
    ['is another one', { likelyPlate: 'CX41288' }],
    ['is unknown', { likelyPlate: null }],
    ['goes with an unknown mileage', { likelyPlate: 'CX41287', mileageKm: null }],
    ['goes with an unknown year', { likelyPlate: 'CX41287', year: null }],
    ['goes with another mileage', { likelyPlate: 'CX41287', mileageKm: 120_000 }],
    ['goes with another model', { likelyPlate: 'CX41287', model: 'Polo' }],
  ])('a confirmed plate does not join an ad whose plate %s', (_, fields) => {
    expect(isSameByLikelyPlate(makeTraits(confirmed), makeTraits(fields))).toBe(false);
  });

  it('a plate confirmed for neither ad does not join them', () => {
    const likely = makeTraits({ likelyPlate: 'CX41287' });
    expect(isSameByLikelyPlate(likely, likely)).toBe(false);
  });
});

describe('isSameByPhotos', () => {
  it('two ads with the same photos are one car when all else fits', () => {
    expect(isSameByPhotos(one, makeTraits())).toBe(true);
    // The later ad shows the mileage of another month.
    expect(isSameByPhotos(one, makeTraits({ mileageKm: 152_500, offeredAt: month }))).toBe(true);
    expect(isSameByPhotos(one, makeTraits({ mileageKm: 149_200, offeredAt: month }))).toBe(true);
    expect(isSameByPhotos(one, makeTraits({ city: 'Otterup' }))).toBe(true);
    expect(
      isSameByPhotos(one, makeTraits({ color: null, gearbox: null, fuel: null, horsepower: null })),
    ).toBe(true);
  });

  it.each<[string, Partial<CarTraits>, Partial<CarTraits>?]>([
    ...contradictions,
    ['another likely plate', { likelyPlate: 'AB12345' }, { likelyPlate: 'CD12345' }],
    ['another gearbox', { gearbox: 'automatic' }],
    ['another colour', { color: 'rød' }],
    ['a hybrid’s drive', { fuel: 'plugin_hybrid' }, { fuel: 'petrol' }],
    ['another engine', { horsepower: 150 }],
    ['fewer kilometres later', { mileageKm: 140_000, offeredAt: month }],
    ['far more kilometres in a month', { mileageKm: 156_000, offeredAt: month }],
    ['an unknown mileage', { mileageKm: null }],
    ['hardly any mileage', { mileageKm: 10 }, { mileageKm: 12 }],
    ['an unknown year', { year: null }],
    ['an unknown place', { city: null }],
    ['a place far away', { city: 'Aalborg' }],
    ['no photos', { photoHashes: [] }],
    ['other photos', { photoHashes: ['f0f0f0f0f0f0f0f0', 'cc33cc33cc33cc33'] }],
  ])('two ads with the same photos are not one car with %s', (_, fields, others = {}) => {
    expect(isSameByPhotos(makeTraits(fields), makeTraits(others))).toBe(false);
    expect(isSameByPhotos(makeTraits(others), makeTraits(fields))).toBe(false);
  });

  it.each([
    [100, 105, true],
    [100, 106, false],
  ])('two ads of %i and %i hp with the same photos are one car: %s', (horsepower, other, isOne) => {
    expect(isSameByPhotos(makeTraits({ horsepower }), makeTraits({ horsepower: other }))).toBe(isOne);
  });

  it('a picture that many ads share does not join two ads', () => {
    const banner = '0f0f0f0f0f0f0f0f';
    const [a, b] = [makeTraits({ photoHashes: [banner] }), makeTraits({ photoHashes: [banner] })];
    expect(isSameByPhotos(a, b)).toBe(true);
    expect(isSameByPhotos(a, b, (hash) => hash === banner)).toBe(false);
  });

  it('one shared picture of many does not join two ads', () => {
    const albums = [
      ['0f0f0f0f0f0f0f0f', '1111222233334444', '5555666677778888'],
      ['0f0f0f0f0f0f0f0f', 'ff00ff00ff00ff00', '00ffff0000ffff00'],
    ];
    const [a, b] = albums.map((photoHashes) => makeTraits({ photoHashes }));
    expect(isSameByPhotos(a!, b!)).toBe(false);
  });
});

describe('any two cars', () => {
  const random = randomSequence(7);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const any = (): CarTraits =>
    makeTraits({
      make: pick(['Volkswagen', 'Volkswagen', null]),
      model: pick(['Golf', 'Golf', 'Polo', null]),
      year: pick([2015, 2016, 2018, null]),
      mileageKm: pick([149_500, 150_000, 150_500, 90_000, null]),
      fuel: pick(['diesel', 'petrol', 'hybrid', null]),
      gearbox: pick(['manual', 'automatic', null]),
      color: pick(['sort', 'Rød', 'grey', null]),
      city: pick(['Odense', 'Otterup', 'Odense', 'Aalborg', null]),
      likelyPlate: pick([null, null, 'AB12345', 'CD12345']),
      plate: pick([null, null, 'AB12345']),
      vin: pick([null, null, vin]),
      photoHashes: pick([[], ['0f0f0f0f0f0f0f0f'], ['0f0f0f0f0f0f0f0e', '33cc33cc33cc33cc']]),
      offeredAt: pick([month, '2026-11-01T10:00:00.000Z']),
    });
  const pairs = Array.from({ length: 20_000 }, () => [any(), any()] as const);

  it('the answer does not depend on the order of the two cars, unless the offer date matters', () => {
    for (const [a, b] of pairs) {
      expect(isSameByNumber(a, b)).toBe(isSameByNumber(b, a));
      if (a.offeredAt !== b.offeredAt) expect(isSameByPhotos(a, b)).toBe(isSameByPhotos(b, a));
    }
  });

  it('an unknown field never separates two cars, and a contradiction always does', () => {
    let joined = 0;
    for (const [a, b] of pairs) {
      const isSame = isSameByPhotos(a, b);
      joined += Number(isSame);
      if (isSame) {
        expect(isSameByPhotos({ ...a, gearbox: null, color: null, likelyPlate: null, fuel: null }, b)).toBe(
          true,
        );
        expect(a.make !== null && a.make === b.make && a.model === b.model).toBe(true);
        for (const field of ['gearbox', 'fuel', 'likelyPlate', 'vin'] as const)
          expect(a[field] === null || b[field] === null || a[field] === b[field]).toBe(true);
      }
    }
    expect(joined).toBeGreaterThan(20);
  });
});

const plate = 'CX41287';
const candidate = { plate, score: -2.5, widthPx: 0 };
const photos = (count: number): CarPhoto[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ small: `small-${n}`, large: `large-${n}`, blurredSmall: null, blurredLarge: null, hash: null },
  }));
const found: Identification = {
  ...{ photos: photos(2), plate, candidate, vehicle: makeVehicle({ plate }), registerState: 'found' },
};
const none: Identification = {
  ...{ photos: photos(5), plate: null, candidate: null, vehicle: null, registerState: 'no_plate' },
};
const silent: Identification = { ...none, candidate, registerState: 'pending' };
const typed: Identification = { ...found, plate: 'ZX48217', isTyped: true };

describe('betterIdentified', () => {
  it('keeps the plate that the register confirmed, with the larger set of photos', () => {
    for (const other of [none, silent]) {
      expect(betterIdentified(found, other)).toEqual({ ...found, photos: other.photos });
      expect(betterIdentified(other, found)).toEqual({ ...found, photos: other.photos });
    }
  });

  it('prefers a confirmed plate to a typed one, and a typed one to none', () => {
    expect(betterIdentified(typed, found).plate).toBe(found.plate);
    expect(betterIdentified(none, typed).plate).toBe(typed.plate);
  });

  it('keeps the first of two equally certain plates', () => {
    const other = { ...found, plate: 'ZX48217' };
    expect(betterIdentified(found, other).plate).toBe(found.plate);
    expect(betterIdentified(other, found).plate).toBe(other.plate);
  });
});

describe('identifiedAgain', () => {
  it('a confirmed plate survives a reading without a plate or a silent register', () => {
    for (const seen of [none, silent, { ...silent, plate }])
      expect(identifiedAgain(found, seen)).toEqual({ ...found, photos: seen.photos });
  });

  it('a confirmed plate is dropped when the register does not know it any more', () => {
    const absent: Identification = { ...silent, plate, registerState: 'absent' };
    expect(identifiedAgain(found, absent)).toEqual(absent);
    expect(identifiedAgain(found, { ...absent, plate: 'ZX48217' }).plate).toBe(found.plate);
  });

  it('a confirmed plate is replaced by another confirmed one', () => {
    const seen = { ...found, plate: 'ZX48217', photos: [] };
    expect(identifiedAgain(found, seen)).toEqual({ ...seen, photos: found.photos });
  });

  it('a typed plate is not kept by identifiedAgain, since another rule decides about it', () => {
    expect(identifiedAgain(typed, none)).toEqual(none);
    expect(identifiedAgain(typed, { ...none, photos: [] }).photos).toEqual(typed.photos);
  });
});

const [early, late, now] = ['2026-11-01', '2026-11-10', '2026-11-20'].map((day) => `${day}T10:00:00.000Z`);
const photo = (n: number) => ({
  small: `s${n}`,
  large: `l${n}`,
  blurredSmall: null,
  blurredLarge: null,
  hash: null,
});

function built(id: string, firstSeenAt: string, amount: number, source: 'facebook' | 'dba'): BuiltCar {
  const itemUrl = `https://m.example/${id}`;
  const listing = makeListing({ id, source, itemUrl, price: { amount, currency: 'DKK' } });
  const photos = source === 'dba' ? [photo(1), photo(2)] : [photo(3)];
  const isKnown = source === 'dba';
  const [plate, registerState] = [isKnown ? 'CX41287' : null, isKnown ? 'found' : 'no_plate'] as const;
  const priceHistory = [{ at: firstSeenAt, priceDkk: amount }];
  const adPaths = [{ source, itemUrl, firstSeenAt, prices: priceHistory }];
  const car = makeCar({
    ...{ id, source, itemUrl, firstSeenAt, scrapedAt: firstSeenAt, priceDkk: amount, priceHistory, adPaths },
    ...{ plate, photos, registerState, rating: makeRating({ deal: source === 'dba' ? 'amazing' : 'fair' }) },
  });
  const identification = { photos, plate, candidate: null, vehicle: null, registerState };
  return { car, source: { listing, identification, foundBy: `job-${id}` } };
}

describe('mergeCars', () => {
  const [first, second] = [built('a', early!, 90_000, 'facebook'), built('b', late!, 85_000, 'dba')];
  const { car, source } = mergeCars(
    { ...first, source: { ...first.source, adIds: ['x'] } },
    { car: { ...second.car, formerIds: ['c'] }, source: { ...second.source, adIds: ['y'] } },
    now!,
  );

  it('merged cars keep the id of the one known first, whatever the order', () => {
    expect(survivorOf(first, second)).toEqual([first, second]);
    expect(survivorOf(second, first)).toEqual([first, second]);
    expect(car).toMatchObject({ id: 'a', formerIds: ['b', 'c'], firstSeenAt: early });
    expect(source).toMatchObject({ foundBy: 'job-a', adIds: ['x', 'y'] });
  });

  it('merged cars are shown by the cheaper ad, with the plate and photos that either had', () => {
    expect(car).toMatchObject({
      ...{ source: 'dba', priceDkk: 85_000, plate: 'CX41287', registerState: 'found', scrapedAt: late },
      alsoAt: [{ source: 'facebook', priceDkk: 90_000 }],
      rating: { deal: 'amazing' },
    });
    expect(car.photos).toEqual([photo(1), photo(2)]);
    expect(source.others).toMatchObject([{ id: 'a' }]);
  });

  it('merged cars keep the price path of each ad and the lowest price over time', () => {
    expect(car.adPaths.map(({ itemUrl }) => itemUrl)).toEqual(['https://m.example/a', 'https://m.example/b']);
    expect(car.priceHistory).toEqual([
      { at: early, priceDkk: 90_000 },
      { at: late, priceDkk: 85_000, isOtherAd: true },
    ]);
  });

  it('cars are not merged when their former ids exceed the limit', () => {
    const many = { ...first.car, formerIds: Array.from({ length: mostFormerIds - 1 }, (_, n) => `f${n}`) };
    expect(canHoldBoth(first.car, second.car)).toBe(true);
    expect(canHoldBoth(many, second.car)).toBe(true);
    expect(canHoldBoth(many, { ...second.car, formerIds: ['c'] })).toBe(false);
  });
});
