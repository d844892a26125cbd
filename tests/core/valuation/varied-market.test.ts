import { describe, expect, test } from 'vitest';
import { estimate } from '#core/valuation/estimate.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { inventVariedMarket } from './invented-market.ts';

const model = fitModel(inventVariedMarket(160, 3), { seed: 5, version: 'v1' });

/** Readers see these figures. Write the new ones here only when a change is intended. */
describe('recorded figures of a model of a varied market', () => {
  test('the sum of coefficients of each kind of fact equals the recorded one', () => {
    const worth = new Map<string, number>();
    for (const [key, coefficient] of Object.entries(model.coefficients)) {
      const [kind = ''] = key.split('|');
      worth.set(kind, (worth.get(kind) ?? 0) + Math.abs(coefficient));
    }
    expect(Object.fromEntries([...worth].map(([kind, sum]) => [kind, Math.round(sum * 1000)]))).toEqual({
      'no text': 38,
      age: 229,
      mileage: 229,
      'age×mileage': 1,
      power: 371,
      engine: 2,
      make: 563,
      make·age: 468,
      make·mileage: 157,
      make·power: 33,
      make·generation: 154,
      model: 1546,
      model·age: 15,
      model·mileage: 17,
      model·power: 44,
      model·generation: 314,
      'model·age²': 11,
      fuel: 406,
      fuel·age: 377,
      make·fuel: 4,
      model·fuel: 29,
      seller: 140,
      seller·age: 181,
      region: 17,
      region·age: 114,
      season: 6,
      'new price': 398,
      model·engineLitres: 101,
      model·horsepower: 95,
      variant: 54,
      word: 69,
      make·word: 53,
      model·word: 140,
      gearbox: 32,
      gearbox·age: 5,
      make·gearbox: 7,
      model·gearbox: 24,
      body: 6,
      body·age: 2,
      make·body: 22,
      model·body: 91,
    });
  });

  test('the estimates and middle comparables equal the recorded ones', () => {
    const told = inventVariedMarket(10, 99).map((car) => {
      const { lowDkk, avgDkk, highDkk, comparableCount, modelCount, evidence } = estimate(model, car)!;
      return `${lowDkk}–${avgDkk}–${highDkk}, ${comparableCount} of ${modelCount}: ${Math.round(evidence.middleDkk)}`;
    });
    expect(told).toEqual([
      '109689–128717–152593, 0 of 15: 128654',
      '41756–47653–54843, 0 of 22: 49202',
      '112527–126714–143774, 0 of 17: 122596',
      '141929–161804–186010, 0 of 15: 161724',
      '97438–107957–120396, 0 of 16: 105642',
      '286961–322393–364897, 0 of 18: 311915',
      '43110–49311–56888, 0 of 10: 47708',
      '101357–115357–132377, 0 of 16: 113280',
      '79661–93350–110503, 1 of 16: 95972',
      '15430–17613–20274, 0 of 17: 17549',
    ]);
  });

  test('the size, error and defaults of the model equal the recorded ones', () => {
    const { poolSize, heldBackError, references, secondOpinion } = model;
    const ofModel = references.byModel['almo/birk']!;
    expect({
      poolSize,
      heldBackError,
      share: secondOpinion.share,
      trees: [model.correctionTrees.length, secondOpinion.trees.length, model.spreadTrees.length],
      fillIns: [references.horsepower, references.engineLitres, Math.round(references.kmPerYear)],
      newPrice: Math.round(Math.exp(references.logNewPrice)),
      rarelyMissing: references.rarelyMissing,
      ofModel: { ...ofModel, kmPerYear: Math.round(ofModel.kmPerYear!) },
    }).toEqual({
      poolSize: 160,
      heldBackError: 0.08088,
      share: 0.1,
      trees: [0, 467, 52],
      fillIns: [100, 1.6, 15970],
      newPrice: 154982,
      rarelyMissing: ['fuel'],
      ofModel: {
        horsepower: 100,
        engineLitres: 1.6,
        kmPerYear: 15007,
        fuel: 'petrol',
        gearbox: 'automatic',
        body: 'estate',
      },
    });
  });
});
