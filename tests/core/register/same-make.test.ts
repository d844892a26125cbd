import { expect, test } from 'vitest';
import { isSameMake } from '#core/register/vehicle.ts';

test.each([
  ['VW', 'VOLKSWAGEN'],
  ['Citroën', 'CITROEN'],
  ['Škoda', 'SKODA'],
  ['Mercedes', 'MERCEDES-BENZ'],
  ['Alfa Romeo', 'ALFA-ROMEO'],
  ['Range Rover', 'Land Rover'],
])('%s is %s', (a, b) => {
  expect(isSameMake(a, b)).toBe(true);
});

test.each([
  ['Opel', 'Ford'],
  ['Land Rover', 'Rover'],
  ['', 'Ford'],
  ['F', 'Ford'],
])('%s is not %s', (a, b) => {
  expect(isSameMake(a, b)).toBe(false);
});
