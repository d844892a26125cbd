import { describe, expect, it, test } from 'vitest';
import { namesOf } from '#core/register/story.ts';
import { parseTjekbil } from '#core/register/tjekbil.ts';
import {
  asDay,
  asFlag,
  asList,
  asObject,
  asPositive,
  asText,
  burnsOf,
  fuelOf,
  horsepowerOfKw,
  isSameMake,
  isSameModel,
  litresOf,
  titleCase,
  whPerKmOf,
} from '#core/register/vehicle.ts';

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

describe('values of the register', () => {
  it.each([
    [null, null],
    [1.5, 1.5],
    [50, 50],
    [51, 0.1],
    [1395, 1.4],
  ])('litresOf reads %j as %j litres', (value, litres) => {
    expect(litresOf(value)).toBe(litres);
  });

  it.each([
    ['Benzin', 'petrol'],
    ['benzin/hybrid', 'petrol'],
    ['Diesel', 'diesel'],
    ['El', null],
    [null, null],
  ])('burnsOf reads "%s" as %s', (name, fuel) => {
    expect(burnsOf(name)).toBe(fuel);
  });

  it('whPerKmOf accepts 80 to 400 watt-hours per kilometre', () => {
    expect([null, 79, 80, 400, 401].map(whPerKmOf)).toEqual([null, null, 80, 400, null]);
  });

  it('horsepowerOfKw rounds to whole horsepower', () => {
    expect([54, 77, 200].map(horsepowerOfKw)).toEqual([73, 105, 272]);
  });

  it.each([
    ['Benzin', null, 'petrol'],
    ['Benzin', true, 'plugin_hybrid'],
    ['benzin/el plug-in', false, 'plugin_hybrid'],
    ['Benzin/hybrid', null, 'hybrid'],
    ['Diesel', null, 'diesel'],
    ['El', null, 'electric'],
    ['Elektricitet', null, 'electric'],
    ['Elefant', null, null],
    ['N-gas', null, 'gas'],
    ['F-Brint', null, 'hydrogen'],
    ['Hydrogen', null, 'hydrogen'],
    [null, null, null],
  ])('fuelOf reads %j (plug-in: %j) as %j', (name, isPlugin, fuel) => {
    expect(fuelOf(name, isPlugin)).toBe(fuel);
  });

  it.each([
    [null, null],
    ['', null],
    ['OCTAVIA COMBI', 'Octavia Combi'],
    ['MERCEDES-BENZ', 'Mercedes-Benz'],
    ['VW GOLF GTI', 'VW Golf GTI'],
    ['AYGO X', 'Aygo X'],
    ['VIII 2.0 TDI', 'VIII 2.0 TDI'],
    ['e-Golf', 'e-Golf'],
  ])('titleCase writes %j as %j', (name, written) => {
    expect(titleCase(name)).toBe(written);
  });

  it.each([
    ['SKODA', 'OCTAVIA COMBI', { make: 'Škoda', model: 'Octavia' }],
    ['SKODA', 'KAROQSON', { make: 'Škoda', model: 'Karoqson' }],
    ['SKODA', null, { make: 'Škoda', model: null }],
    ['TRABANT', 'LIMOUSINE', { make: 'Trabant', model: 'Limousine' }],
    [null, 'GOLF', { make: null, model: 'Golf' }],
  ])('namesOf reads %j %j as %j', (make, model, names) => {
    expect(namesOf(make, model)).toEqual(names);
  });
});

describe('values of unknown shape', () => {
  it('a value of the expected type is read, any other is empty', () => {
    expect([asObject({ a: 1 }), asObject([1]), asObject(null), asObject('x')]).toEqual([
      { a: 1 },
      {},
      {},
      {},
    ]);
    expect([asList([1]), asList({}), asList(null)]).toEqual([[1], [], []]);
    expect([asText(' a '), asText(' '), asText(1)]).toEqual(['a', null, null]);
    expect([asFlag(false), asFlag(true), asFlag('true'), asFlag(0)]).toEqual([false, true, null, null]);
  });

  it.each([
    [1, 1],
    [0.5, 0.5],
    ['140,5', 140.5],
    ['x', null],
    [0, null],
    [-1, null],
    [Number.POSITIVE_INFINITY, null],
    [true, null],
  ])('asPositive reads %j as %j', (value, amount) => {
    expect(asPositive(value)).toBe(amount);
  });

  it.each([
    ['2013-12-18T00:00+01:00', '2013-12-18'],
    ['2013-12-18', '2013-12-18'],
    ['18-12-2013', '2013-12-18'],
    ['18.12.2013', null],
    ['', null],
    [20131218, null],
  ])('asDay reads %j as %j', (value, day) => {
    expect(asDay(value)).toBe(day);
  });

  it('inspections are ordered by date, and the last one is listed once', () => {
    const reports = ['2020-01-01', '2018-01-01', '2022-01-01', ''].map((synsdato) => ({ synsdato }));
    const daysOf = (sidsteSyn: string | null) =>
      parseTjekbil('AB12345', {
        basic: { maerkeTypeNavn: 'VW' },
        inspectionData: { rapporter: reports },
        extended: { inspection: { sidsteSyn } },
      })?.inspections.map(({ date }) => date);
    expect(daysOf(null)).toEqual(['2018-01-01', '2020-01-01', '2022-01-01']);
    expect(daysOf('2022-01-01')).toEqual(['2018-01-01', '2020-01-01', '2022-01-01']);
    expect(daysOf('2019-01-01')).toEqual(['2018-01-01', '2019-01-01', '2020-01-01', '2022-01-01']);
  });

  it('a valuation needs all three prices', () => {
    const valuation = { low: 1, averagePrice: 2, high: 3 };
    const read = (told: object) => parseTjekbil('AB12345', { basic: { a: 1 }, valuation: told })?.valuation;
    expect(read(valuation)).toEqual({ lowDkk: 1, avgDkk: 2, highDkk: 3, count: 0 });
    for (const name of ['low', 'averagePrice', 'high']) expect(read({ ...valuation, [name]: 0 })).toBeNull();
  });
});

test.each([
  ['VW', 'Volkswagen', true],
  ['MB', 'Mercedes-Benz', true],
  ['Merc', 'Mercedes', true],
  ['Chevy', 'Chevrolet', true],
  ['Tesla Motors', 'Tesla', true],
  ['VW', 'V', false],
  ['V', 'V', true],
  ['MG', 'MGB', true],
])('isSameMake for %s and %s is %j', (a, b, isSame) => {
  expect([isSameMake(a, b), isSameMake(b, a)]).toEqual([isSame, isSame]);
});

test('isSameModel accepts a longer name that contains the shorter one, in either order', () => {
  expect([isSameModel('Octavia', 'OCTAVIA COMBI'), isSameModel('OCTAVIA COMBI', 'Octavia')]).toEqual([
    true,
    true,
  ]);
  expect(isSameModel('Octavia', 'Fabia')).toBe(false);
});
