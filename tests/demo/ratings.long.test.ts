import { beforeAll, describe, expect, it } from 'vitest';
import type { Car } from '#core/cars/car.ts';
import { lessonOf } from '#core/cars/listing-life.ts';
import { basisOf } from '#core/cars/rating-basis.ts';
import { middleOf } from '#core/valuation/evidence.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import type { Deal, Rating } from '#core/valuation/valuation.ts';
import { type PlantedKind, plantedKind } from '#demo/cars/car.ts';
import { type CatalogEntry, seedCatalog } from '#demo/cars/seed-catalog.ts';
import { rate, rateDraft } from '#functions/valuation/rate.ts';

const now = '2026-11-21T08:00:00.000Z';
const seeds = [1, 2];

type Rated = {
  kind: PlantedKind;
  deal: Deal;
  hasEstimate: boolean;
  rating: Rating;
  priceDkk: number;
  restDkk: number;
};

/** The demo's market of one seed, rated as the product rates it: every car by the model that the catalog taught. */
function rateMarket(seed: number): Rated[] {
  const entries = seedCatalog(seed, { origin: 'http://127.0.0.1:1', now: new Date(now) });
  const toCar = ({ listing, vehicle, firstSeenAt }: CatalogEntry): Car => {
    const registerState = vehicle ? 'found' : 'absent';
    const identification = { photos: [], plate: null, candidate: null, vehicle, registerState } as const;
    return rateDraft(
      { carId: listing.id, stage: 'identified', listing, identification: { ...identification, photos: [] } },
      null,
      null,
      null,
      firstSeenAt,
    );
  };
  const cars = entries.map((entry) => ({ entry, car: toCar(entry) }));
  const pool = cars.map(({ car }) => lessonOf(basisOf(car, null), now)).filter((lesson) => lesson !== null);
  const model = fitModel(pool, { seed: 7, version: 'demo' });
  const priceOf = new Map(pool.map(({ id, price }) => [id, price]));
  return cars.map(({ entry, car }) => {
    const rating = rate(car, model, entry.vehicle?.valuation ?? null, now);
    const { comparableIds, comparableFactors } = rating;
    const adjusted = comparableIds.map((id, place) => priceOf.get(id)! * comparableFactors[place]!);
    return {
      kind: plantedKind(entry.car),
      deal: rating.deal,
      hasEstimate: rating.avgDkk !== null,
      rating,
      priceDkk: car.priceDkk,
      restDkk: rating.avgDkk! - middleOf(adjusted, comparableFactors),
    };
  });
}

describe('the ratings of the demo’s market', () => {
  let rated: Rated[];
  const share = (some: Rated[], deal: Deal) => some.filter((each) => each.deal === deal).length / some.length;
  const ofKind = (...kinds: PlantedKind[]) => rated.filter((each) => kinds.includes(each.kind));

  beforeAll(() => {
    rated = seeds.flatMap(rateMarket);
    const deals: Deal[] = ['amazing', 'fair', 'poor', 'no_estimate'];
    console.info(['', ...deals].map((cell) => cell.padStart(14)).join(''));
    for (const kind of [...new Set(rated.map((each) => each.kind))].sort()) {
      const counts = deals.map((deal) => ofKind(kind).filter((each) => each.deal === deal).length);
      console.info([kind, ...counts].map((cell) => String(cell).padStart(14)).join(''));
    }
  }, 120_000);

  it('notice at least 80 % of the planted bargains, and call those amazing that a page can show to be', () => {
    const doubts = new Set(['thin_evidence', 'mixed_evidence', 'contradicted']);
    // What a register knows of a car may be why it is cheap: such a car is no bargain, however it was planted.
    const explained = new Set(['risky', 'told_by_register']);
    const bargains = ofKind('bargain').filter(({ rating }) => !explained.has(rating.reason));
    expect(bargains.length).toBeGreaterThan(100);
    const noticed = bargains.filter(({ deal, rating }) => deal === 'amazing' || doubts.has(rating.reason));
    expect(noticed.length / bargains.length).toBeGreaterThanOrEqual(0.8);
    expect(share(bargains, 'amazing')).toBeGreaterThanOrEqual(0.5);
  });

  it('call nothing amazing on fewer than five comparables, or with half of the saving unexplained', () => {
    for (const { rating, priceDkk, restDkk } of rated.filter(({ deal }) => deal === 'amazing')) {
      expect(rating.comparableIds.length).toBeGreaterThanOrEqual(5);
      expect(Math.abs(restDkk)).toBeLessThanOrEqual((rating.avgDkk! - priceDkk) / 2);
    }
  });

  it('call at most 7 % of the other cars amazing', () => {
    expect(
      share(
        rated.filter((each) => each.kind !== 'bargain'),
        'amazing',
      ),
    ).toBeLessThanOrEqual(0.07);
  });

  it('call at most 8 % of the ordinary cars poor, and at least 80 % of those planted as overpriced', () => {
    expect(share(ofKind('ordinary'), 'poor')).toBeLessThanOrEqual(0.08);
    expect(share(ofKind('overpriced'), 'poor')).toBeGreaterThanOrEqual(0.8);
  });

  it('call no price poor that the shown range holds', () => {
    const held = rated.filter(({ deal, rating, priceDkk }) => deal === 'poor' && priceDkk <= rating.highDkk!);
    expect(held).toEqual([]);
  });

  it('give no odd price an estimate', () => {
    const odd = ofKind(
      'odd_price',
      'leasing',
      'ex_vat',
      'foreign_price',
      'wanted',
      'parts',
      'defect',
      'motorcycle',
    );
    expect(odd.filter((each) => each.hasEstimate)).toEqual([]);
  });
});
