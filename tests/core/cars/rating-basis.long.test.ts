import { expect, it } from 'vitest';
import { hasRatingMoved } from '#core/cars/listing-life.ts';
import { saidBy } from '#core/cars/rating-basis.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import type { Rating } from '#core/valuation/valuation.ts';
import { inventVariedMarket, rateAd } from '#tests/core/valuation/invented-market.ts';

it('the dead band keeps labels of unchanged cars stable over a month of fits', () => {
  const cars = inventVariedMarket(420, 11);
  const shown = new Map<string, Rating>();
  const latest = new Map<string, Rating>();
  const counts = { asked: 0, turned: 0, turnedAtOnce: 0 };
  for (let week = 0; week <= 4; week++) {
    // The market is refitted each time it has grown by a twentieth.
    const pool = cars.slice(0, 340 + week * 17);
    const model = fitModel(pool, { seed: 7, version: `week ${week}` });
    for (const { price, ...facts } of pool) {
      const rating = rateAd({ facts, priceDkk: price, model });
      const [before, last] = [shown.get(facts.id), latest.get(facts.id)];
      latest.set(facts.id, rating);
      if (before && !hasRatingMoved(saidBy(before), rating)) counts.asked++;
      else shown.set(facts.id, rating);
      if (!before || !last) continue;
      if (shown.get(facts.id) === rating) counts.asked++;
      if (shown.get(facts.id)!.deal !== before.deal) counts.turned++;
      if (last.deal !== rating.deal) counts.turnedAtOnce++;
    }
  }
  expect(counts.asked).toBeGreaterThan(1200);
  expect(counts.turned / counts.asked).toBeLessThanOrEqual(0.005);
  expect(counts.turnedAtOnce / counts.asked).toBeGreaterThan(0.02);
}, 180_000);
