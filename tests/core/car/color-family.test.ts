import { expect, it } from 'vitest';
import { colorFamilies } from '#core/car/color-families.ts';
import { colorFamilyOf } from '#core/car/color-family.ts';
import { paints } from '#demo/cars/paint.ts';

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
