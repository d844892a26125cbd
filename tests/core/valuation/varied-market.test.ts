import { describe, expect, test } from 'vitest';
import { estimate } from '#core/valuation/estimate.ts';
import { explainTerms } from '#core/valuation/explain.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { inventVariedMarket } from './varied-market.ts';

const model = fitModel(inventVariedMarket(160, 3), { seed: 5, version: 'v1' });

/** What people see changes only when somebody means to change it, and writes the new figures here. */
describe('a market of ads that say much or little', () => {
  test('teaches each kind of fact as much as it did before', () => {
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
      region·age: 113,
      season: 6,
      'new price': 398,
      model·engineLitres: 101,
      model·horsepower: 95,
      variant: 54,
      word: 69,
      make·word: 52,
      model·word: 141,
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

  test('is priced as before, for the same reasons', () => {
    const told = inventVariedMarket(10, 99).map((car) => {
      const { lowDkk, avgDkk, highDkk, comparableCount, modelCount } = estimate(model, car)!;
      const terms = explainTerms(model, car).map(({ name, dkk }) => `${name} ${dkk}`);
      return `${lowDkk}–${avgDkk}–${highDkk}, ${comparableCount} of ${modelCount}: ${terms.join(', ')}`;
    });
    expect(told).toEqual([
      '101975–129082–159366, 0 of 15: similar 158526, age -4262, mileage -3749, fuel -36230, gearbox 905, power -5823, variant -489, other 20204',
      '40078–45847–51705, 0 of 22: ',
      '107909–124343–141144, 0 of 17: similar 96445, mileage -1575, fuel 28075, power -29, variant -518, equipment -520, other 2465',
      '135798–162681–191192, 0 of 15: similar 169621, age 2720, mileage 5828, fuel -51959, gearbox -1262, power -2980, variant 601, equipment 4062, other 36050',
      '96266–108596–120951, 0 of 16: similar 105719, age 2392, mileage -6772, fuel 18660, power 778, variant -7961, equipment 1225, other -5445',
      '288622–333002–378429, 0 of 18: similar 225229, age 25839, mileage 8573, gearbox 11862, power 1541, variant 24186, equipment 3093, other 32679',
      '45676–52691–59871, 0 of 10: similar 52578, age 19595, mileage -1497, fuel -7751, power -322, equipment -378, other -9534',
      '97689–114474–131909, 0 of 16: similar 131609, age -7884, mileage 3813, power -6024, variant 7929, equipment 1453, other -16422',
      '77552–92662–108648, 1 of 16: similar 88595, age -9964, mileage 415, fuel 2675, power 300, equipment 1064, other 9577',
      '15212–17639–20136, 0 of 17: similar 17784, age 638, mileage 1576, power 7, variant -392, equipment -81, other -1893',
    ]);
  });

  test('leaves the model as large and as exact as before', () => {
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
      heldBackError: 0.07443,
      share: 0.1,
      trees: [18, 595, 77],
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
