import { describe, expect, test } from 'vitest';
import { tokenise, weigh } from '#core/marketplaces/ad/title-matching.ts';

const evidence = (title: string) => weigh(tokenise(title));

describe('what stands beside a name in a title', () => {
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
  ])('speaks for or against a car: %s: %f', (title, points) => {
    expect(evidence(title).car).toBe(points);
  });

  test('the name of an engine speaks for the makes that build it, and against all others as much', () => {
    const { forMake } = evidence('1,6 tdi');
    expect([forMake('Volkswagen'), forMake('Audi'), forMake('Toyota')]).toEqual([2, 2, -2]);
    expect(evidence('1,6').forMake('Toyota')).toBe(0);
  });
});
