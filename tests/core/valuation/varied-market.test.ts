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
      '101733–129008–163699, 0 of 15: similar 125934, age 29541, fuel -33384, power -382, variant -466, equipment 4162, other 3603',
      '40796–46232–52410, 0 of 22: similar 28171, age 20604, mileage -1338, gearbox -1344, power -390, variant 1917, equipment -1259, other -129',
      '110373–125588–142950, 0 of 17: similar 174018, age -56375, mileage -9523, power 84, variant 2850, equipment 16362, other -1828',
      '136249–162708–194396, 0 of 15: similar 125934, age 64742, mileage 12204, fuel -49648, gearbox -1206, equipment 6613, other 4069',
      '97230–108012–120022, 0 of 16: similar 125779, age -12122, mileage -5140, fuel 21297, power 888, variant -9086, equipment -13308, other -296',
      '291211–333426–381897, 0 of 18: similar 223579, age 14877, mileage 7131, gearbox 9868, power -700, variant 12075, equipment 63977, other 2619',
      '45877–52316–59679, 0 of 10: similar 13810, age 46776, mileage -6433, fuel -6962, gearbox -256, power 2213, variant -332, equipment -1763, other 5263',
      '95724–115256–138843, 0 of 16: similar 188863, age -62904, mileage -4704, gearbox 4103, power -6952, equipment -5485, other 2335',
      '76121–92206–111746, 1 of 16: similar 69493, age 8522, mileage 18496, power -6281, variant 6741, equipment -49, other -4716',
      '15682–17772–20148, 0 of 17: similar 38689, age -20390, mileage -1087, fuel 2337, power 2992, variant -973, equipment -3914, other 118',
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
      heldBackError: 0.07379,
      share: 0.1,
      trees: [0, 600, 73],
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
