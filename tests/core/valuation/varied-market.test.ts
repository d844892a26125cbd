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
      'no text': 40,
      age: 232,
      mileage: 239,
      'age×mileage': 0,
      power: 391,
      engine: 1,
      make: 529,
      make·age: 474,
      make·mileage: 165,
      make·power: 31,
      make·generation: 160,
      model: 1587,
      model·age: 16,
      model·mileage: 17,
      model·power: 41,
      model·generation: 315,
      'model·age²': 12,
      fuel: 385,
      fuel·age: 377,
      make·fuel: 4,
      model·fuel: 31,
      seller: 145,
      seller·age: 185,
      region: 27,
      region·age: 111,
      season: 7,
      'new price': 400,
      model·engineLitres: 95,
      model·horsepower: 98,
      variant: 44,
      word: 101,
      make·word: 55,
      model·word: 147,
      gearbox: 33,
      gearbox·age: 5,
      make·gearbox: 7,
      model·gearbox: 25,
      body: 6,
      body·age: 2,
      make·body: 23,
      model·body: 96,
    });
  });

  test('is priced as before, for the same reasons', () => {
    const told = inventVariedMarket(10, 99).map((car) => {
      const { lowDkk, avgDkk, highDkk, comparableCount, modelCount } = estimate(model, car)!;
      const terms = explainTerms(model, car).map(({ name, dkk }) => `${name} ${dkk}`);
      return `${lowDkk}–${avgDkk}–${highDkk}, ${comparableCount} of ${modelCount}: ${terms.join(', ')}`;
    });
    expect(told).toEqual([
      '108390–128919–152162, 0 of 15: similar 125934, age 29912, fuel -33814, power -231, variant -1536, equipment 4435, other 4219',
      '40754–46702–53197, 0 of 22: similar 28171, age 20903, mileage -1334, gearbox -1369, power -377, variant 2365, equipment -1508, other -149',
      '109572–125653–143222, 0 of 17: similar 174018, age -56494, mileage -9587, power 16, variant 4393, equipment 16619, other -3312',
      '139231–163231–190022, 0 of 15: similar 125934, age 65368, mileage 11777, fuel -50168, gearbox -1290, equipment 6854, other 4756',
      '92232–106062–121214, 0 of 16: similar 125779, age -11768, mileage -5181, fuel 21746, power 689, variant -12326, equipment -12543, other -334',
      '301782–339768–380529, 0 of 18: similar 223579, age 14905, mileage 7180, gearbox 10644, power -846, variant 17517, equipment 63597, other 3192',
      '45425–52323–59892, 0 of 10: similar 13810, age 47035, mileage -6628, fuel -7137, gearbox -315, power 2295, variant -40, equipment -1975, other 5278',
      '100847–115849–132266, 0 of 16: similar 188863, age -62206, mileage -4756, gearbox 4457, power -6829, equipment -6627, other 2947',
      '78772–93329–109748, 1 of 16: similar 69493, age 8534, mileage 18518, power -6696, variant 9312, equipment -57, other -5775',
      '15347–17508–19857, 0 of 17: similar 38689, age -20577, mileage -1053, fuel 2292, power 3054, variant -1376, equipment -3789, other 268',
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
      heldBackError: 0.07891,
      share: 0.1,
      trees: [0, 599, 22],
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
