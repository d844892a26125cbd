import { describe, expect, test } from 'vitest';
import { readTitle, surenessOfTitle } from '#core/marketplaces/ad/title.ts';

const nameless = (title: string) => {
  const { make, model } = readTitle(title);
  return [make, model, surenessOfTitle(title)];
};

describe('the sureness of a title without its make', () => {
  test.each([
    // A long word without another meaning is enough by itself; an engine, a year or a body makes it surer.
    ['passat', 'Volkswagen', 'Passat', 0.5],
    ['model 3', 'Tesla', 'Model 3', 0.5],
    ['sandero', 'Dacia', 'Sandero', 0.5],
    ['passat 2012', 'Volkswagen', 'Passat', 0.7],
    ['passat 1,6', 'Volkswagen', 'Passat', 0.8],
    ['passat 140 hk', 'Volkswagen', 'Passat', 0.725],
    ['ypsilon 1,2', 'Lancia', 'Ypsilon', 0.8],
    ['john cooper works 2,0', 'MINI', 'John Cooper Works', 0.8],
    // Letters with digits are less sure than words, and one letter with one digit is less sure again.
    ['V70', 'Volvo', 'V70', 0.4],
    ['i30', 'Hyundai', 'i30', 0.4],
    // A name in two words is less sure than in one.
    ['v 70 2,4', 'Volvo', 'V70', 0.5],
    ['V70 2,4', 'Volvo', 'V70', 0.7],
    ['mx5 1,8', 'Mazda', 'MX-5', 0.7],
    ['500l 1,3', 'Fiat', '500L', 0.7],
    ['c1 1,0', 'Citroën', 'C1', 0.55],
    ['z4 2008', 'BMW', 'Z4', 0.45],
    ['A6 3d', 'Audi', 'A6', 0.475],
    // Everyday words and names of two letters need an engine or a year beside them.
    ['leon 1,4', 'Seat', 'Leon', 0.5],
    ['ka 1,2', 'Ford', 'Ka', 0.5],
    ['xe 2,0', 'Jaguar', 'XE', 0.5],
    ['xf 2016', 'Jaguar', 'XF', 0.4],
    ['xj 3,0', 'Jaguar', 'XJ', 0.5],
    ['xv 2,0', 'Subaru', 'XV', 0.5],
    ['tt 2015', 'Audi', 'TT', 0.4],
    ['up 2015', 'Volkswagen', 'Up!', 0.4],
    // A generation shows that a car is meant.
    ['golf 4', 'Volkswagen', 'Golf', 0.4],
    ['golf mk2', 'Volkswagen', 'Golf', 0.4],
    ['clio iii', 'Renault', 'Clio', 0.7],
    // A number alone is a Peugeot beside an engine or a year.
    ['308 1,4', 'Peugeot', '308', 0.45],
    ['208 2015', 'Peugeot', '208', 0.35],
    ['208 2015 hdi', 'Peugeot', '208', 0.65],
    // A series is recognised by its engine's letters or by its class.
    ['m135i', 'BMW', '1-serie', 0.4],
    ['1serie 2,0', 'BMW', '1-serie', 0.7],
    ['CLK 200', 'Mercedes-Benz', 'CLK', 0.4],
    ['ml320 cdi', 'Mercedes-Benz', 'ML', 0.9],
    ['x350d', 'Mercedes-Benz', 'X-Klasse', 0.4],
    ['a45 amg', 'Mercedes-Benz', 'A-Klasse', 0.625],
    ['rx450h', 'Lexus', 'RX', 0.4],
  ])('reads %j with the expected sureness', (title, make, model, sureness) => {
    expect(nameless(title)).toEqual([make, model, sureness]);
  });

  test.each([
    '208',
    'm5',
    'z4',
    'A4',
    'juke',
    'note',
    'focus',
    '147',
    '2008 nysynet',
    'one 1,4',
    'gtv 2,0',
    '159 1,9 jtd',
  ])('%j alone names no car', (title) => {
    expect(nameless(title)).toEqual([null, null, 0]);
  });

  test.each([
    ['ateca 1,4', 'Seat'],
    ['ds3 1,6', 'Citroën'],
    ['ds4 1,6', 'Citroën'],
    ['ds5 1,6', 'Citroën'],
    ['etron 2020', 'Audi'],
    ['kalos 1,4', 'Chevrolet'],
    ['lacetti 1,6', 'Chevrolet'],
    ['matiz 0,8', 'Chevrolet'],
    ['nubira 1,6', 'Chevrolet'],
    ['m3 3,2', 'BMW'],
    ['s5 4,2', 'Audi'],
    ['s6 4,2', 'Audi'],
    ['voyager 2,8', 'Chrysler'],
    ['sierra 2,0', 'Ford'],
    ['continental 6,0', 'Bentley'],
  ])('%j is read as the common make with such a model: %s', (title, make) => {
    expect(readTitle(title).make).toBe(make);
  });
});

test.each([
  // A number before a make that has such a model; a small number may be anything.
  ['156 Alfa Romeo 1,6', 'Alfa Romeo', '156'],
  ['206 Peugeot', 'Peugeot', '206'],
  ['740 volvo', 'Volvo', '740'],
  ['100 audi 2,3', 'Audi', '100'],
  ['626 mazda', 'Mazda', '626'],
  ['80 audi', 'Audi', null],
  ['3 mazda', 'Mazda', null],
  // After words about a car a number may be a power, unless it is too large for one.
  ['mazda pæn 626', 'Mazda', '626'],
  ['volvo flot stationcar 240', 'Volvo', null],
  ['fiat 1,2 500', 'Fiat', '500'],
  ['fiat ca 500', 'Fiat', null],
  ['fiat 500 hk', 'Fiat', '500'],
  ['bmw 1,6 116', 'BMW', '1-serie'],
  // The first of two models counts, but not a name that only tells a trim.
  ['audi a4 a6', 'Audi', 'A4'],
  ['vw tiguan golf', 'Volkswagen', 'Tiguan'],
  ['vw cc passat', 'Volkswagen', 'Passat'],
  // A misspelt model after an engine or sales talk; a short name only right after the make.
  ['toyota 1,6 corola', 'Toyota', 'Corolla'],
  ['toyota sælges pæn corola', 'Toyota', 'Corolla'],
  ['vw plo', 'Volkswagen', 'Polo'],
  ['vw sælger plo', 'Volkswagen', null],
])('%j is read as %s %s', (title, make, model) => {
  expect(readTitle(title)).toMatchObject({ make, model });
});

test.each([
  ['toyota corola', 0.9],
  ['polo volkswagen', 1],
  ['fod fiesta 1,25', 0.7],
  ['peugoet 208', 0.9],
  ['toyata 1,4 D-4D', 0.6],
  ['wolkswagen pasat', 0.7],
])('misspellings lower the sureness of %j to %s', (title, sureness) => {
  expect(surenessOfTitle(title)).toBe(sureness);
});

test('the variant is the first sixty characters after the model', () => {
  expect(readTitle(`Audi A4 ${'x'.repeat(61)}`).variant).toBe('x'.repeat(60));
});

test.each([
  ['passat', 'tsi'],
  ['octavia', 'tdi'],
  ['berlingo', 'hdi'],
  ['clio', 'dci'],
  ['zafira', 'cdti'],
  ['sportage', 'crdi'],
  ['mondeo', 'tdci'],
  ['avensis', 'd4d'],
  ['vito', 'cdi'],
  ['giulietta', 'multijet'],
  ['cx5', 'skyactiv'],
  ['civic', 'ivtec'],
  ['vitara', 'ddis'],
  ['qashqai', 'digt'],
  ['pajero', 'did'],
  ['captiva', 'vcdi'],
])('%j is surer with %s, an engine of its make, than without one or with a foreign one', (model, engine) => {
  const [own, none, foreign] = [engine, '', engine === 'vcdi' ? 'tsi' : 'xdrive20d'].map((word) =>
    surenessOfTitle(`${model} ${word}`),
  );
  expect(own).toBeGreaterThan(none!);
  expect(own).toBeGreaterThan(foreign!);
  expect(readTitle(`${model} ${engine}`).model).not.toBeNull();
});
