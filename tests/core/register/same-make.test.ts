import { expect, test } from 'vitest';
import { isSameMake } from '#core/register/vehicle.ts';

test.each([
  ['VW', 'VOLKSWAGEN'],
  ['Citroën', 'CITROEN'],
  ['Škoda', 'SKODA'],
  ['Mercedes', 'MERCEDES-BENZ'],
  ['Alfa Romeo', 'ALFA-ROMEO'],
  ['Range Rover', 'Land Rover'],
])('isSameMake takes %s and %s for one make', (a, b) => {
  expect(isSameMake(a, b)).toBe(true);
});

test.each([
  ['Opel', 'Ford'],
  ['Land Rover', 'Rover'],
  ['', 'Ford'],
  ['F', 'Ford'],
])('isSameMake takes %s and %s for two makes', (a, b) => {
  expect(isSameMake(a, b)).toBe(false);
});
