import { describe, expect, it } from 'vitest';
import {
  type CarTraits,
  isSameByLikelyPlate,
  isSameByNumber,
  isSameByPhotos,
  vinAmong,
} from '#core/cars/same-car.ts';
import { randomSequence } from '#core/valuation/statistics.ts';
import { makeTraits } from '#tests/support/car-traits.ts';

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
