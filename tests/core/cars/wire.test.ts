import { describe, expect, it } from 'vitest';
import { anonymous, type Car, type Viewer } from '#core/cars/car.ts';
import { toCard } from '#core/cars/card.ts';
import { wireCostOf } from '#core/cars/cost.ts';
import { toComparable, wireCar, wireCarDetail } from '#core/cars/wire.ts';
import { wireCar as cardSchema, wireCarDetail as detailSchema } from '#core/contract/routes/cars.ts';
import { storyEvent, tellStory } from '#core/register/story.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { futureValues } from '#core/valuation/future-values.ts';
import { inventMarket, ordinaryCar } from '#tests/core/valuation/invented-market.ts';
import { makeCar, makeRating, sampleComparable } from '#tests/support/make-car.ts';

const free: Viewer = { id: 'u', isPremium: false, seesEstimates: false };
const beta: Viewer = { id: 'u', isPremium: false, seesEstimates: true };
const premium: Viewer = { id: 'u', isPremium: true, seesEstimates: true };
const marks = { isStarred: false, discoveredAt: null, lookedAt: '2026-11-21T08:00:00.000Z' };
const comparables = [sampleComparable];

it('a fault that a report names twice is shown once', () => {
  const report = storyEvent('inspection', 'inspection_report', {
    date: '2024-01-02',
    faults: ['Dæk', 'Dæk'],
  });
  const story = tellStory(['inspections'], [report]);
  expect(wireCarDetail(makeCar({ story }), anonymous, marks, [])).toMatchObject({
    story: { events: [{ faults: ['Dæk'] }] },
  });
});

describe('the mileage verdict', () => {
  const reading = (date: string | null, mileageKm: number | null) =>
    storyEvent('inspection', 'inspection_report', { date, mileageKm });
  const verdictOf = (car: Car) => {
    const detail = wireCarDetail(car, anonymous, marks, []);
    return 'mileage_verdict' in detail ? detail.mileage_verdict : null;
  };

  it('the verdict compares the odometer readings with the mileage of the ad', () => {
    const story = tellStory(
      ['inspections'],
      [
        reading('2020-01-02', 90_000),
        reading('2024-01-02', 180_000),
        reading(null, 1),
        reading('2022-01-02', null),
      ],
    );
    expect(verdictOf(makeCar({ story, mileageKm: 200_000 }))).toMatchObject({
      verdict: 'logical',
      reading_days: 2,
    });
    expect(verdictOf(makeCar({ story, mileageKm: null }))).toMatchObject({ verdict: 'logical', fall: null });
    expect(verdictOf(makeCar({ story, mileageKm: 111_000 }))).toEqual({
      verdict: 'not_logical',
      reading_days: 2,
      fall: {
        from: { date: '2024-01-02', mileage: 180_000 },
        to: { date: '2026-11-02', mileage: 111_000 },
        is_to_claim: true,
      },
      explanations: ['typing_slip', 'instrument_replaced', 'miles'],
    });
    expect(verdictOf(makeCar())).toMatchObject({ verdict: 'too_few', reading_days: 0 });
  });
});

describe('wireCar and wireCarDetail', () => {
  it('anonymous visitors see no plate in the field, the title, the description or the photos', () => {
    const car = makeCar({ title: 'Octavia CX 41 287', description: 'Reg. cx41287, nysynet' });
    const text = JSON.stringify(wireCarDetail(car, anonymous, marks, []));
    expect(text).not.toMatch(/cx[\s-]?41[\s-]?287/i);
    expect(text).toContain('/photos/bl1');
    expect(text).not.toContain('/photos/l1');
  });

  it('signed-in readers see plates', () => {
    expect(wireCar(toCard(makeCar()), free, marks)).toMatchObject({
      plate: 'CX41287',
      image_urls: ['/photos/s1'],
    });
  });

  it.each([
    ['a free user', free, null],
    ['an anonymous visitor', anonymous, null],
    ['a beta unlock holder', beta, 148_900],
    ['a premium user', premium, 148_900],
  ])('%s sees the estimates they are entitled to', (_, viewer, avg) => {
    const shown = wireCar(toCard(makeCar()), viewer, marks);
    expect(shown.valuation_avg).toBe(avg);
    expect(shown.valuation_low).toBe(avg && 139_500);
    expect(shown.valuation_high).toBe(avg && 158_000);
    // The count includes locked cars, so only premium readers see it.
    expect(shown.comparable_count).toBe(viewer.isPremium ? 52 : null);
    const detail = wireCarDetail(makeCar(), viewer, marks, comparables);
    expect('why' in detail && detail.why !== null).toBe(avg !== null);
  });

  it('the middle on a page is that of the comparables listed there, at their prices of today', () => {
    const ofPrice = (priceDkk: number) => toComparable(makeCar({ priceDkk }), 1);
    const termsWith = (shown: readonly number[]) => {
      const detail = wireCarDetail(makeCar(), beta, marks, shown.map(ofPrice));
      return 'why' in detail && detail.why?.terms;
    };
    expect(termsWith([140_000, 150_000, 170_000])).toEqual([
      { name: 'similar', dkk: 150_000 },
      { name: 'other', dkk: -1_100 },
    ]);
    // The cheapest is locked for this reader.
    expect(termsWith([150_000, 170_000])).toEqual([
      { name: 'similar', dkk: 160_000 },
      { name: 'other', dkk: -11_100 },
    ]);
    expect(termsWith([])).toEqual([]);
  });

  it('a comparable whose seller masked the mileage is shown as on its own page', () => {
    const car = makeCar({ mileageKm: 119_000, mileagePrecision: 'masked', fuel: 'diesel' });
    expect(toComparable(car, 1.1)).toMatchObject({
      mileage: '119xxx',
      fuel: 'diesel',
      adjusted_price: 164_890,
    });
  });

  it('an amazing car is a stub without premium and complete with premium', () => {
    const car = makeCar({ id: '77', scrapedAt: marks.lookedAt, rating: makeRating({ deal: 'amazing' }) });
    for (const viewer of [anonymous, free, beta])
      expect(wireCarDetail(car, viewer, marks, comparables)).toEqual({
        id: '77',
        deal: 'amazing',
        locked: true,
        asked: [],
      });
    expect(wireCarDetail(car, premium, marks, comparables)).toMatchObject({ locked: false, price: 149_900 });
  });

  it.each([
    ['live', 6, undefined],
    ['live', 7, 'unseen'],
    ['unseen', 40, 'unseen'],
    ['sold', 0, 'sold'],
    ['gone', 0, 'gone'],
  ] as const)(
    'a locked car says why it may no longer be for sale: %s, last seen %i days ago',
    (availability, days, told) => {
      const scrapedAt = new Date(Date.parse(marks.lookedAt) - days * 86_400_000).toISOString();
      const car = makeCar({ availability, scrapedAt, rating: makeRating({ deal: 'amazing' }) });
      const shown = wireCarDetail(car, free, marks, comparables);
      expect(shown.locked && shown.no_offer).toBe(told);
    },
  );

  it.each([
    ['poor', 'model', [1.3, 0.7, 1], 'most_corrected'],
    ['poor', 'model', [1.3, 0.7], 'all_corrected'],
    ['poor', 'model', [1.3, 1, 1], null],
    ['poor', 'model', [1.3, 1], null],
    ['poor', 'register', [], 'value_of_register'],
    ['fair', 'model', [1.3, 0.7, 1], null],
    ['fair', 'register', [], null],
  ] as const)(
    'a reader without estimates learns what weakens a poor rating: %s by the %s, %j',
    (deal, source, factors, despite) => {
      const rating = makeRating({ deal, source, comparableFactors: [...factors] });
      expect(wireCarDetail(makeCar({ rating }), free, marks, comparables)).toMatchObject({
        rated_despite: despite,
        why: null,
      });
    },
  );

  it.each([
    [[1.3, 0.7, 1], 'most_corrected'],
    [[1.3, 0.7], 'all_corrected'],
    [[1.3, 1], undefined],
  ])(
    'whoever may not see an amazing car learns what weakens its rating: %j',
    (comparableFactors, despite) => {
      const car = makeCar({ rating: makeRating({ deal: 'amazing', comparableFactors }) });
      for (const viewer of [anonymous, free, beta])
        expect(wireCarDetail(car, viewer, marks, comparables)).toMatchObject({
          locked: true,
          ...(despite && { rated_despite: despite }),
        });
      const shown = wireCarDetail(car, free, marks, comparables);
      expect(Object.hasOwn(shown, 'rated_despite')).toBe(despite !== undefined);
    },
  );

  it('a mileage that the seller masked stays masked', () => {
    const card = toCard(makeCar({ mileageKm: 187_000, mileagePrecision: 'masked' }));
    expect(wireCar(card, free, marks).mileage).toBe('187xxx');
  });

  it('cars on the wire match the schemas of the contract', () => {
    expect(cardSchema.safeParse(wireCar(toCard(makeCar()), premium, marks)).success).toBe(true);
    expect(detailSchema.safeParse(wireCarDetail(makeCar(), premium, marks, comparables)).success).toBe(true);
  });
});

describe('internal fields', () => {
  it('photo hashes and former ids are never sent to clients', () => {
    const hash = '0f1e2d3c4b5a6978';
    const car = makeCar({
      photos: [{ small: 's', large: 'l', blurredSmall: null, blurredLarge: null, hash }],
      formerIds: ['formerlyanother1'],
    });
    const left = JSON.stringify([
      wireCarDetail(car, premium, marks, []),
      wireCar(toCard(car), premium, marks),
    ]);
    expect(left).not.toContain(hash);
    expect(left).not.toContain('formerlyanother1');
  });
});

describe('the cost of owning', () => {
  const now = '2026-11-21T08:00:00.000Z';
  const model = fitModel(inventMarket(500, 1), { seed: 7, version: '2026-11-20-abc' });
  const beta: Viewer = { id: 'beta', isPremium: false, seesEstimates: true };
  const { id: _, ...facts } = ordinaryCar();

  const carOf = (fields: Partial<Car> = {}) =>
    makeCar({
      ...{ make: facts.make, model: facts.model, year: facts.year, mileageKm: facts.mileageKm },
      ...{ fuel: 'petrol', gearbox: 'manual', variant: facts.variant, firstRegistration: null },
      rating: makeRating({ source: 'model', avgDkk: 90_000, lowDkk: 80_000, highDkk: 100_000 }),
      ...fields,
    });
  const costOf = (car: Car, viewer: Viewer = beta, kmPerYear = 15_000) =>
    wireCostOf(car, viewer, async () => model, { kmPerYear, now });

  describe('the expected depreciation', () => {
    it('the depreciation grows with years and mileage, in proportion to the car’s value', async () => {
      const { loss, loss_state } = await costOf(carOf());
      expect([loss_state, loss?.value, loss?.date]).toEqual(['known', 90_000, '2026-11-20']);
      const averages = loss!.values.map(({ average }) => average);
      expect(loss!.values.map(({ years }) => years)).toEqual([1, 2, 3]);
      expect([90_000, ...averages]).toEqual([90_000, ...averages].toSorted((a, b) => b - a));
      expect(averages[2]).toBeLessThan(81_000);
      for (const { low, average, high } of loss!.values) expect(low < average && average < high).toBe(true);
      const far = (await costOf(carOf(), beta, 40_000)).loss!.values[2]!.average;
      const near = (await costOf(carOf(), beta, 0)).loss!.values[2]!.average;
      expect([far < averages[2]!, near > averages[2]!]).toEqual([true, true]);
    });

    it('the model’s depreciation matches the invented market’s loss by age', () => {
      const value = { lowDkk: 90_000, avgDkk: 100_000, highDkk: 110_000 };
      // Cars of this model lose a known share a year in the invented market.
      const at = (years: number) =>
        futureValues(model, ordinaryCar(), value, 15_000, now)![years - 1]!.avgDkk;
      const shares = [at(1) / 100_000, at(2) / at(1), at(3) / at(2)];
      for (const share of shares) expect(share > 0.8 && share <= 1, String(share)).toBe(true);
    });

    it('the depreciation is the same at every hour of a day', () => {
      const value = { lowDkk: 90_000, avgDkk: 100_000, highDkk: 110_000 };
      const at = (hour: string) =>
        futureValues(model, ordinaryCar(), value, 15_000, `2026-11-20T${hour}:00.000Z`);
      expect(at('00:01')).toEqual(at('23:59'));
    });

    it('in proportion to the value, a future range is never narrower than the present one', () => {
      const value = { lowDkk: 40_000, avgDkk: 100_000, highDkk: 250_000 };
      for (const { lowDkk, avgDkk, highDkk } of futureValues(model, ordinaryCar(), value, 15_000, now)!) {
        expect(lowDkk / avgDkk).toBeLessThanOrEqual(0.4001);
        expect(highDkk / avgDkk).toBeGreaterThanOrEqual(2.4999);
      }
    });

    it('the depreciation is not computed for a reader who may not see estimates', async () => {
      const asked: string[] = [];
      for (const viewer of [anonymous, { ...beta, seesEstimates: false }]) {
        const cost = await wireCostOf(
          carOf(),
          viewer,
          async () => {
            asked.push('model');
            return model;
          },
          { kmPerYear: 15_000, now },
        );
        expect(cost).toMatchObject({ loss: null, loss_state: 'locked' });
        expect(JSON.stringify(cost)).not.toMatch(/90000|average/);
      }
      expect(asked).toEqual([]);
    });

    it.each<[string, Partial<Car>]>([
      ['whose mileage nobody knows', { mileageKm: null }],
      ['that will be too old to be valued', { year: 2003 }],
      ['that the register valued', { rating: makeRating({ source: 'register', avgDkk: 90_000 }) }],
      ['that has no estimate', { rating: makeRating({ source: null, avgDkk: null }) }],
      [
        'whose value is a guess',
        { rating: makeRating({ deal: 'no_estimate', reason: 'uncertain', source: 'model', avgDkk: 90_000 }) },
      ],
    ])('the depreciation is unknown for a car %s', async (_, fields) => {
      expect(await costOf(carOf(fields))).toMatchObject({ loss: null, loss_state: 'unknown' });
    });
  });

  describe('the other costs of a car', () => {
    it('the tax is shown with the table it was read from', async () => {
      expect(await costOf(carOf({ halfYearlyTaxDkk: 800, taxBasis: 'petrol_km' }))).toMatchObject({
        tax: { half_year: 800, basis: 'petrol_km', year: 2026 },
        next_inspection: '2027-03-14',
        prices: { petrol: { dkk: 15.53, date: '2026-09-30' }, electricity: { date: '2026-06-30' } },
      });
      expect(await costOf(carOf({ halfYearlyTaxDkk: 800, taxBasis: 'charged' }))).toMatchObject({
        tax: { basis: 'charged', year: null },
      });
      // Stored before the source of the tax was kept.
      expect((await costOf(carOf({ taxBasis: null }))).tax).toBeNull();
    });

    it.each<[Partial<Car>, object | null, string]>([
      [{ fuel: 'petrol', kmPerLitre: 20 }, { kind: 'petrol', per_100_km: 5 }, 'known'],
      [{ fuel: 'diesel', kmPerLitre: 23.8 }, { kind: 'diesel', per_100_km: 4.2 }, 'known'],
      [
        { fuel: 'electric', kmPerLitre: null, whPerKm: 164 },
        { kind: 'electricity', per_100_km: 16.4 },
        'known',
      ],
      [{ fuel: 'electric', kmPerLitre: null }, null, 'unknown'],
      [{ fuel: 'plugin_hybrid', kmPerLitre: 55 }, null, 'plugin_hybrid'],
      [{ fuel: 'gas', kmPerLitre: 20 }, null, 'other_fuel'],
      [{ fuel: 'hybrid', burns: 'petrol', kmPerLitre: 25 }, { kind: 'petrol', per_100_km: 4 }, 'known'],
      [{ fuel: 'hybrid', kmPerLitre: 25 }, null, 'hybrid'],
      [{ fuel: 'hybrid', kmPerLitre: null }, null, 'unknown'],
      [{ fuel: 'petrol', kmPerLitre: null }, null, 'unknown'],
    ])('a car with %o uses %o per 100 km', async (fields, energy, energy_state) => {
      expect(await costOf(carOf(fields))).toMatchObject({ energy, energy_state });
    });
  });
});
