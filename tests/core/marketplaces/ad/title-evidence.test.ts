import { describe, expect, test } from 'vitest';
import { tokenise, weigh } from '#core/marketplaces/ad/title-matching.ts';

const evidence = (title: string) => weigh(tokenise(title));

describe('weigh', () => {
  test.each([
    ['rød', 0],
    ['1,6', 2],
    ['tdi', 2.25],
    ['1,6 tdi', 4.25],
    ['1,6 tdi 105 hk', 6],
    ['1,6 tdi 105 hk 2015', 7],
    ['stationcar', 1.25],
    ['stationcar cabriolet', 2],
    ['stationcar cabriolet hatchback', 2],
    ['alufælge', -6],
    ['alufælge 2,0', 2],
  ])('the words beside a model name count for or against a car: %s gives %f', (title, points) => {
    expect(evidence(title).car).toBe(points);
  });

  test('an engine name counts for the makes that build it and equally against all others', () => {
    const { forMake } = evidence('1,6 tdi');
    expect([forMake('Volkswagen'), forMake('Audi'), forMake('Toyota')]).toEqual([2, 2, -2]);
    expect(evidence('1,6').forMake('Toyota')).toBe(0);
  });
});
