import { describe, expect, it } from 'vitest';
import type { Car, CarFact } from '#core/cars/car.ts';
import {
  hasMoved,
  hasRatingMoved,
  isOfThisMarket,
  lastGone,
  lessonOf,
  weightOf,
} from '#core/cars/listing-life.ts';
import { basisOf, ratedFrom, rateFrom, type Said } from '#core/cars/rating-basis.ts';
import { type StoryEvent, storyEvent } from '#core/register/story.ts';
import { estimate } from '#core/valuation/estimate.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { inventMarket, observedYear, ordinaryCar } from '#tests/core/valuation/invented-market.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';

describe('basisOf', () => {
  const valuation = { lowDkk: 90_000, avgDkk: 100_000, highDkk: 110_000, count: 12 };

  it('the basis contains exactly the fields of the car that a rating needs', () => {
    const car = makeCar({
      flags: ['imported'],
      facts: [{ kind: 'fuel_differs', ad: 'petrol', register: 'diesel', date: null }],
      registerState: 'pending',
      rating: makeRating({ deal: 'poor', reason: 'rated', avgDkk: 99_000, comparableFactors: [1, 1.1] }),
    });
    const basis = basisOf(car, valuation, true);
    expect(basis).toEqual({
      id: car.id,
      itemUrl: car.itemUrl,
      availability: 'live',
      scrapedAt: car.scrapedAt,
      updatedAt: car.updatedAt,
      listedAt: car.listedAt,
      firstSeenAt: car.firstSeenAt,
      goneAt: null,
      from: {
        facts: expect.objectContaining({ make: car.make, mileageKm: car.mileageKm }),
        priceDkk: car.priceDkk,
        currency: 'DKK',
        flags: ['imported'],
        isContradicted: true,
        isRiskyByRegister: false,
        registerValuation: valuation,
        mayBeWhyCheap: false,
        inspectionDue: car.nextInspection,
      },
      said: { deal: 'poor', reason: 'rated', avgDkk: 99_000, restsOn: 'test' },
      isOwed: true,
      isIndexedInPart: true,
      askedModel: null,
    });
    expect(JSON.parse(JSON.stringify(basis))).toEqual(basis);
  });
  it('the basis of a car whose price changed contains its prices', () => {
    const priceHistory = [9, 8].map((tens) => ({
      at: `2026-11-0${tens}T10:00:00.000Z`,
      priceDkk: tens * 10_000,
    }));
    expect(basisOf(makeCar({ priceHistory }), null).prices).toEqual(priceHistory);
    expect(basisOf(makeCar({ priceHistory: priceHistory.slice(1) }), null)).not.toHaveProperty('prices');
  });

  it('the basis has no price for a price of 0, and names a foreign currency', () => {
    expect(ratedFrom(makeCar({ priceDkk: 0 }), null).priceDkk).toBeNull();
    expect(ratedFrom(makeCar({ foreignPrice: { amount: 9_000, currency: 'EUR' } }), null).currency).toBe(
      'EUR',
    );
    const facts = [{ kind: 'deregistered' as const, ad: null, register: null, date: null }];
    expect(ratedFrom(makeCar({ facts }), null)).toMatchObject({
      ...{ isContradicted: false, isRiskyByRegister: true },
    });
    expect(basisOf(makeCar({ registerState: 'found' }), null)).toMatchObject({
      ...{ isOwed: false, isIndexedInPart: false },
      from: { isContradicted: false, registerValuation: null },
    });
  });
});

describe('hasRatingMoved', () => {
  const said: Said = { deal: 'fair', reason: 'rated', avgDkk: 100_000, restsOn: 'same' };
  /** The rating with a range that ends this share above and below the value. */
  const ranged = (of: Said, share = 0.05) => ({
    ...of,
    lowDkk: of.avgDkk && of.avgDkk * (1 - share),
    highDkk: of.avgDkk && of.avgDkk * (1 + share),
  });

  it.each<[boolean, Partial<Said>]>([
    [false, {}],
    [false, { avgDkk: 102_000 }],
    [false, { avgDkk: 98_000 }],
    [true, { avgDkk: 102_001 }],
    [true, { avgDkk: 97_999 }],
    [true, { avgDkk: null }],
    [false, { deal: 'amazing', avgDkk: 110_000 }],
    [false, { deal: 'poor', avgDkk: 90_000 }],
    [false, { deal: 'no_estimate', reason: 'uncertain', avgDkk: 105_000 }],
    [true, { deal: 'amazing', avgDkk: 110_001 }],
    [true, { deal: 'poor', avgDkk: 89_999 }],
    [true, { deal: 'no_estimate', reason: 'contradicted' }],
    [true, { reason: 'risky' }],
    [true, { restsOn: 'another' }],
  ])('a changed rating counts as moved: %s for %o', (hasChanged, change) => {
    expect(hasRatingMoved(said, ranged({ ...said, ...change }))).toBe(hasChanged);
  });

  it('a rating moves when an estimate appears, not when there is again none', () => {
    expect(hasRatingMoved({ ...said, avgDkk: null }, ranged(said))).toBe(true);
    expect(hasRatingMoved({ ...said, avgDkk: null }, ranged({ ...said, avgDkk: null }))).toBe(false);
  });

  it('a rating moves as soon as a car without one gets one, since its reader waits for it', () => {
    const uncertain: Said = { ...said, deal: 'no_estimate', reason: 'uncertain' };
    expect(hasRatingMoved(uncertain, ranged({ ...said, avgDkk: 101_000 }, 0.2))).toBe(true);
  });

  it('a label does not move while the former value lies within the new range', () => {
    const dear: Said = { ...said, deal: 'amazing', avgDkk: 125_000 };
    expect(hasRatingMoved(said, ranged(dear, 0.21))).toBe(false);
    expect(hasRatingMoved(said, ranged(dear, 0.19))).toBe(true);
    const cheap: Said = { ...said, deal: 'poor', avgDkk: 80_000 };
    expect(hasRatingMoved(said, ranged(cheap, 0.26))).toBe(false);
    expect(hasRatingMoved(said, ranged(cheap, 0.24))).toBe(true);
  });

  it('a rating does not move when comparables became too few but the car is the same', () => {
    const few: Said = { ...said, deal: 'no_estimate', reason: 'few_comparables', avgDkk: null };
    expect(hasRatingMoved(said, ranged(few))).toBe(false);
    expect(hasRatingMoved(said, ranged({ ...few, restsOn: 'another' }))).toBe(true);
    expect(hasRatingMoved(said, ranged({ ...few, reason: 'too_old' }))).toBe(true);
    expect(hasRatingMoved(few, ranged(said))).toBe(true);
  });

  it('a car’s rating moves when the register has answered', () => {
    const car = makeCar({ registerState: 'pending' });
    expect(hasMoved(car, { ...car })).toBe(false);
    expect(hasMoved(car, { ...car, registerState: 'found' })).toBe(true);
  });
});

describe('the register’s reasons for a low price', () => {
  const now = '2024-07-01T12:00:00.000Z';
  const model = fitModel(inventMarket(500, 1), { seed: 7, version: 'v1' });
  const facts = ordinaryCar({ observedYear });
  const marketDkk = estimate(model, facts)!.avgDkk;
  /** Of a car of the market's most ordinary kind, asked at this share of its value. */
  const ratingOf = (fields: Partial<Car>, share = 0.7) =>
    rateFrom(
      { ...ratedFrom(makeCar({ priceDkk: Math.round(share * marketDkk), ...fields }), null), facts },
      model,
      now,
    );
  const fact = (kind: CarFact['kind']) => ({ facts: [{ kind, ad: null, register: null, date: null }] });
  const told = (...events: StoryEvent[]) => ({ story: { asked: [], events } });
  const read = (date: string, mileageKm: number) =>
    storyEvent('inspection', 'inspection_report', { date, mileageKm });

  const fallen = [
    ...[read('2017-01-01', 180_000), read('2019-01-01', 210_000)],
    ...[read('2021-01-01', 90_000), read('2023-01-01', 95_000)],
  ];

  it('a cheap car is amazing when the register knows no reason for its price', () => {
    expect(ratingOf({})).toMatchObject({ deal: 'amazing', reason: 'rated' });
    expect(ratingOf(told(storyEvent('recall', 'recall_list'))).deal).toBe('amazing');
  });

  it('an inspection that has become overdue since the last visit counts from its day on', () => {
    const market = { lowDkk: 180_000, avgDkk: 200_000, highDkk: 210_000, count: 40 };
    const from = ratedFrom(makeCar({ priceDkk: 165_000, nextInspection: '2026-11-25' }), market);
    expect(rateFrom(from, null, '2026-11-25T08:00:00.000Z')).toMatchObject({ reason: 'thin_evidence' });
    const later = rateFrom(from, null, '2026-11-26T08:00:00.000Z');
    expect(later.reason).toBe('risky');
    expect(later.restsOn).not.toBe(rateFrom(from, null, '2026-11-25T08:00:00.000Z').restsOn);
  });

  it.each<[string, Partial<Car>]>([
    ['stolen', told(storyEvent('theft', 'vehicle_register', { date: '2026-01-01' }))],
    ['blocked', told(storyEvent('blocked', 'vehicle_register'))],
    ['of a bankrupt estate', told(storyEvent('bankruptcy', 'debt_register'))],
    ['written off', told(storyEvent('status', 'vehicle_register', { said: 'Totalskadet' }))],
    ['a taxi', told(storyEvent('use', 'vehicle_register', { said: 'Taxikørsel' }))],
    ['shown with falling readings', told(...fallen)],
    ['in debt', fact('debt')],
    ['leased', fact('leasing')],
    ['deregistered', fact('deregistered')],
    ['of a plate that the register does not know', { registerState: 'absent' }],
  ])('a car that is %s is never amazing, and poor when it is expensive', (_, fields) => {
    const { deal, reason, avgDkk } = ratingOf(fields);
    expect([deal, avgDkk]).toEqual(['fair', ratingOf({}).avgDkk]);
    expect(['told_by_register', 'risky']).toContain(reason);
    const dear = ratingOf(fields, 1.45);
    expect([dear.deal, dear.reason]).toEqual(['poor', 'rated']);
  });
});

const now = '2026-11-25T00:00:00.000Z';
const taught = (car: Car) => lessonOf(basisOf(car, null), now);
const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.parse(now) - days * dayMs).toISOString();
/** A car that has been gone for `goneDays` after it was for sale for `stoodDays`. */
const goneCar = (goneDays: number, stoodDays: number): Car =>
  makeCar({
    availability: 'gone',
    goneAt: daysAgo(goneDays),
    listedAt: null,
    firstSeenAt: daysAgo(goneDays + stoodDays),
  });

describe('cars that are gone, as evidence', () => {
  it('a car that is gone is evidence for twelve months', () => {
    expect([0, 364, 365, 700].map((days) => isOfThisMarket(goneCar(days, 9), now))).toEqual([
      ...[true, true, false, false],
    ]);
    expect(taught(goneCar(365, 9))).toBeNull();
  });

  it('a car that is gone teaches its last price as of the day it was gone', () => {
    const lesson = taught({ ...goneCar(73, 9), priceDkk: 84_000 });
    expect(lesson).toMatchObject({ price: 84_000, observedYear: expect.closeTo(2026.7, 2) });
  });

  it('a car counts half after half a year, and less when it was for sale unusually long', () => {
    expect(weightOf(goneCar(0, 9), now)).toBe(1);
    expect(weightOf(goneCar(180, 9), now)).toBe(0.5);
    expect(weightOf(goneCar(180, 90), now)).toBe(0.25);
    expect(weightOf(goneCar(364, 900), now)).toBe(0.1);
    expect(taught(goneCar(180, 9))?.weight).toBe(0.5);
  });

  it('a car for sale keeps its full weight, however long it has been listed', () => {
    const offered = makeCar({ goneAt: null, firstSeenAt: daysAgo(400), listedAt: null });
    expect(weightOf(offered, now)).toBe(1);
    expect(taught(offered)).not.toHaveProperty('weight');
  });

  it('a fit reads the cars gone last, as far as there is room', () => {
    const gone = [40, 3, 500, 90].map((days) => ({ ...goneCar(days, 9), id: `gone-${days}` }));
    const cars = [...gone, makeCar({ id: 'offered', goneAt: null })];
    expect(lastGone(cars, now, 10)).toEqual(['gone-3', 'gone-40', 'gone-90']);
    expect(lastGone(cars, now, 2)).toEqual(['gone-3', 'gone-40']);
    expect(lastGone(cars, now, -1)).toEqual([]);
  });
});
