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

  test('is priced as before, for the same reasons', () => {
    const told = inventVariedMarket(10, 99).map((car) => {
      const { lowDkk, avgDkk, highDkk, comparableCount, modelCount } = estimate(model, car)!;
      const terms = explainTerms(model, car).map(({ name, dkk }) => `${name} ${dkk}`);
      return `${lowDkk}–${avgDkk}–${highDkk}, ${comparableCount} of ${modelCount}: ${terms.join(', ')}`;
    });
    expect(told).toEqual([
      '99844–129107–164941, 0 of 15: similar 125934, age 29539, fuel -33369, power -391, variant -474, equipment 4204, other 3664',
      '40523–46210–52370, 0 of 22: similar 28171, age 20604, mileage -1338, gearbox -1347, power -393, variant 1917, equipment -1250, other -154',
      '110780–125419–141166, 0 of 17: similar 174018, age -56382, mileage -9522, power 82, variant 2850, equipment 16353, other -1980',
      '136860–163140–192867, 0 of 15: similar 125934, age 64734, mileage 12198, fuel -49626, gearbox -1197, equipment 6672, other 4425',
      '97150–107791–119014, 0 of 16: similar 125779, age -12127, mileage -5137, fuel 21297, power 894, variant -9129, equipment -13269, other -517',
      '291022–333447–379620, 0 of 18: similar 223579, age 14880, mileage 7131, gearbox 9889, power -709, variant 12100, equipment 64139, other 2438',
      '45952–52247–59046, 0 of 10: similar 81943, model -10123, age -16093, mileage -5912, gearbox -1605, power -319, variant 1188, equipment -970, other 4138',
      '94756–115017–138344, 0 of 16: similar 188863, age -62910, mileage -4702, gearbox 4107, power -6953, equipment -5503, other 2115',
      '75707–92090–110991, 1 of 16: similar 69493, age 8524, mileage 18486, power -6280, variant 6774, equipment -110, other -4797',
      '15749–17785–19968, 0 of 17: similar 38689, age -20390, mileage -1087, fuel 2338, power 2993, variant -977, equipment -3912, other 131',
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
      heldBackError: 0.07315,
      share: 0.1,
      trees: [0, 600, 96],
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
