import { describe, expect, test } from 'vitest';
import { buildCar, doubtMileage } from '#core/cars/build-car.ts';
import { isContradicted } from '#core/cars/findings.ts';
import { ratedFrom, rateFrom } from '#core/cars/rating-basis.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { estimate } from '#core/valuation/estimate.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { inventMarket, observedYear, ordinaryCar, rateAd } from '#tests/core/valuation/invented-market.ts';
import { identifiedAs, makeListing, makeVehicle, notIdentified } from '#tests/support/make-car.ts';
import { listingOf } from '#tests/support/score-ads.ts';

const now = '2026-11-23T12:00:00.000Z';
const read = (km: number) => ({ km, precision: 'exact' as const });
const doubt = (mileage: number | null, other: number | null, year: number | null) =>
  doubtMileage(
    {
      mileage: mileage === null ? null : read(mileage),
      otherMileage: other === null ? null : read(other),
      unclear: [],
    },
    year,
    now,
  );

describe('doubtMileage', () => {
  test.each([
    [149_000, null, 2013, 149_000, []],
    [300, null, 2026, 300, []],
    [50, null, 2025, 50, []],
    [50, null, 2024, null, ['mileage_low_for_age']],
    [1900, null, 2024, 1900, []],
    [187_000, 300, 2013, 187_000, ['mileage_readings_differ']],
    [1609, null, 2013, null, ['mileage_low_for_age']],
    [9000, null, 2013, 9000, ['mileage_low_for_age']],
    [1609, null, null, 1609, []],
    [null, 111_111, 2013, null, ['mileage_readings_differ']],
    [null, null, 2013, null, []],
  ])('of the readings %s and %s for the year %s, the mileage is %s', (mileage, other, year, km, kinds) => {
    const found = doubt(mileage, other, year);
    expect([found.mileage?.km ?? null, found.facts.map(({ kind }) => kind)]).toEqual([km, kinds]);
    expect(found.isDoubtful).toBe(kinds.length > 0);
  });

  test('a doubtful mileage is shown with both of its readings', () => {
    expect(doubt(187_000, 300, 2013).facts[0]?.ad).toBe('187\u00a0000 km / 300 km');
  });
});

describe('unclear words in the ad', () => {
  test('an unclear mileage or year is shown with the words, and an unclear year contradicts the ad', () => {
    const unclear = {
      mileage: null,
      otherMileage: null,
      unclear: [{ fact: 'mileage' as const, words: ['Kørt 189', '89.000 km'] }],
    };
    expect(doubtMileage(unclear, 2013, now).facts).toMatchObject([
      { kind: 'mileage_unclear', ad: 'Kørt 189 / 89.000 km' },
    ]);
    const years = makeListing({ unclear: [{ fact: 'year', words: ['2008', '2014'] }] });
    const { facts } = buildCar('1', years, notIdentified, null, null, now);
    expect(facts).toMatchObject([{ kind: 'year_unclear', ad: '2008 / 2014' }]);
    expect(isContradicted(facts)).toBe(true);
  });
});

const market = fitModel(inventMarket(500, 1), { seed: 7, version: 'v1' });
const facts = ordinaryCar({ observedYear });
const marketDkk = estimate(market, facts)!.avgDkk;
const price = (share: number) => ({ price: { amount: Math.round(share * marketDkk), currency: 'DKK' } });

describe('the rating of a cheap car by the words of its ad', () => {
  const ratingOf = (title: string, description: string) => {
    const car = buildCar('1', listingOf(title, description, price(0.7)), identifiedAs(), null, null, now);
    return rateFrom({ ...ratedFrom(car, null), facts }, market, '2024-07-01T12:00:00.000Z');
  };

  test('a car whose mileage and year are clear is called amazing', () => {
    expect(ratingOf('Skoda Octavia 2019', 'Bilen er fra 2019 og har kørt 120.000 km').deal).toBe('amazing');
  });

  test.each([
    ['Skoda Octavia 2019, 189.000 km', 'Den har kørt 109.000 km'],
    ['Skoda Octavia 2019', 'Kørt 149'],
    ['Skoda Octavia 2019', 'Kørt 1.609 km'],
    ['Skoda Octavia 2019', 'Kørt 111.111 km'],
    ['Skoda Octavia 2019', 'Speedometeret er skiftet, det viser 90.000 km'],
  ])('a car is not called amazing whose ad says %j and %j of its mileage', (title, description) => {
    expect(ratingOf(title, description)).toMatchObject({ deal: 'no_estimate', reason: 'doubtful_mileage' });
  });

  test.each([
    ['Skoda Octavia 2019', 'Årgang 2016. Kørt 120.000 km'],
    ['Skoda Octavia 2019', 'Den er fra 2016. Kørt 120.000 km'],
    ['Skoda Octavia', 'Årgang 2019, modelår 2016. Kørt 120.000 km'],
  ])('a car is not called amazing whose ad says %j and %j of its year', (title, description) => {
    expect(ratingOf(title, description)).toMatchObject({ deal: 'no_estimate', reason: 'contradicted' });
  });
});

describe('the rating of a car with a doubtful mileage', () => {
  /** Of a car of the market's most ordinary kind, asked at 0.7 of its value. */
  const rated = (fields: Partial<Listing>, vehicle = makeVehicle()) => {
    const listing = makeListing({ ...price(0.7), ...fields });
    const car = buildCar('1', listing, identifiedAs(vehicle), null, null, now);
    const { priceDkk, flags } = car;
    return rateAd({ facts, priceDkk, flags, model: market });
  };
  const inspectedAt = (mileageKm: number) =>
    makeVehicle({ inspections: [{ date: '2025-03-11', result: 'Godkendt', mileageKm }] });

  test('a car with a doubtful mileage is never called amazing, and the rating says why', () => {
    expect(rated({}).deal).toBe('amazing');
    for (const rating of [
      rated({ flags: ['doubtful_mileage'] }),
      rated({ otherMileage: read(187_000) }),
      rated({ mileage: read(1609) }),
      rated({}, inspectedAt(187_000)),
    ]) {
      expect(rating).toMatchObject({ deal: 'no_estimate', reason: 'doubtful_mileage' });
      expect(rating.avgDkk).toBe(rated({}).avgDkk);
      expect(rating.cautions).toEqual(['doubtful_mileage']);
    }
  });

  test('a car with a doubtful mileage may be called fair or poor', () => {
    const flags: Listing['flags'] = ['doubtful_mileage'];
    expect(rated({ flags, ...price(1) }).deal).toBe('fair');
    expect(rated({ flags, ...price(1.4) }).deal).toBe('poor');
  });

  test('an inspection of another make casts no doubt on the mileage, since the plate may be misread', () => {
    expect(rated({}, { ...inspectedAt(187_000), make: 'OPEL' }).deal).toBe('amazing');
  });
});
