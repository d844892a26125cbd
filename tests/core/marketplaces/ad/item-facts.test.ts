import { expect, test } from 'vitest';
import { factsOf } from '#core/marketplaces/ad/build-listing.ts';

test.each([
  ['Registreringsnummer', 'plate'],
  ['Nummerplade', 'plate'],
  ['Stelnummer', 'vin'],
  ['VIN', 'vin'],
  ['Drivmiddel', 'fuel'],
  ['Brændstof', 'fuel'],
  ['Geartype', 'gearbox'],
  ['Växellåda', 'gearbox'],
  ['Karosseri', 'body'],
  ['Farve', 'color'],
  ['1. registrering', 'firstRegistration'],
  ['Sælger', 'seller'],
] as const)('the label %j gives the field %s', (label, fact) => {
  expect(factsOf([[label, 'som skrevet']])).toMatchObject({ [fact]: 'som skrevet', others: [] });
});

test.each([
  ['Modelår', 'year', '2016', 2016],
  ['Kilometertal', 'km', '123.000 km', 123_000],
  ['Hestekræfter', 'horsepower', '110 hk', 110],
] as const)('the label %j gives the number field %s', (label, fact, said, figure) => {
  expect(factsOf([[label, said]])).toMatchObject({ [fact]: figure, others: [] });
  expect(factsOf([[label, 'ukendt']])[fact]).toBeNull();
});

test('the first of two equal labels counts, unknown labels stay lines, and sixty pairs are read', () => {
  const seen = factsOf([
    ['Farve', 'Blå'],
    ['Farve', 'Rød'],
    ['Døre', '5'],
    [null, 'uden navn'],
    ['uden værdi', null],
  ]);
  expect(seen).toMatchObject({ color: 'Blå', others: ['Døre: 5'] });
  const many = Array.from({ length: 61 }, (_, at) => [`Felt ${at}`, 'ja'] as const);
  expect(factsOf(many).others).toHaveLength(60);
});
