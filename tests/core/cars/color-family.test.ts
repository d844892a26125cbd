import { expect, it } from 'vitest';
import { colorFamilies, colorFamilyOf, differInColor } from '#core/cars/features.ts';
import { paints } from '#demo/cars/build-car.ts';

it.each([
  ['Hvid', 'white'],
  ['Sort', 'black'],
  ['black', 'black'],
  ['CHARCOAL', 'grey'],
  ['Koksgrå', 'grey'],
  ['Sølvgrå', 'silver'],
  ['Mørkeblå', 'blue'],
  ['Gråblå', 'blue'],
  ['Bordeaux', 'red'],
  ['Rødbrun', 'brown'],
  ['Gul', 'yellow'],
  ['Guld', 'yellow'],
  ['Turkis', 'blue'],
  ['Lilla', 'purple'],
  ['Ukendt', null],
  [null, null],
])('%s is looked for as %s', (color, family) => {
  expect(colorFamilyOf(color)).toBe(family);
});

it('knows every paint of the demo, in both words', () => {
  for (const { danish, marketplaceName } of paints) {
    expect(colorFamilies).toContain(colorFamilyOf(danish));
    expect(colorFamilies).toContain(colorFamilyOf(marketplaceName));
  }
});

/** Families by the words that sellers and registers write for them. */
const written: Record<string, string> = {
  silver: 'Sølv, Silver, Alu',
  beige: 'Beige, Sand, Creme, Champagne, Tan',
  orange: 'Orange, Kobber, Copper',
  purple: 'Lilla, Violet, Purple, Magenta',
  brown: 'Brun, Brown, Bronze, Mokka',
  green: 'Grøn, Green, Oliven',
  blue: 'Blå, Blue, Turkis, Turquoise, Petrol',
  red: 'Rød, Red, DarkRed, Bordeaux, Burgundy, Vinrød, Rosa, Pink',
  yellow: 'Gul, Yellow, Guld, Gold',
  black: 'Sort, Black',
  white: 'Hvid, White, Perlemor',
  grey: 'Grå, Grey, Gray, Charcoal, Koks, Antracit, Anthracite',
};
it.each(Object.entries(written))('%s is written %s', (family, words) => {
  for (const word of words.split(', ')) expect(colorFamilyOf(word), word).toBe(family);
});

it.each([
  ['Grå', 'Sølv', false],
  ['Grå', 'Sort', false],
  ['Grå', 'Blå', false],
  ['Brun', 'Gul', false],
  ['Orange', 'Beige', false],
  ['Rød', 'Lilla', false],
  ['Rød', 'Rød', false],
  ['Rød', null, false],
  ['Ukendt', 'Rød', false],
  ['Sølv', 'Sort', true],
  ['Blå', 'Sort', true],
  ['Rød', 'Blå', true],
  ['Brun', 'Rød', true],
])('%s and %s cannot be one car’s: %s', (one, other, differ) => {
  expect(differInColor(one, other)).toBe(differ);
  expect(differInColor(other, one)).toBe(differ);
});
