import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chooseMileage,
  isPlaceholderKm,
  odometerMileage,
  parseMileage,
} from '#core/marketplaces/ad/mileage.ts';

describe('parseMileage', () => {
  test.each([
    ['149K km', 149_000, 'rounded'],
    ['95K miles · Dealership', 152_888, 'rounded'],
    ['1K miles', 1609, 'rounded'],
    ['149 t.km', 149_000, 'rounded'],
    ['Kørt 120.000-130.000 km', 125_000, 'rounded'],
    ['149 t. km', 149_000, 'rounded'],
    ['149tkm', 149_000, 'rounded'],
    ['149 tkm', 149_000, 'rounded'],
    ['149 tusind km', 149_000, 'rounded'],
    ['149.000 km', 149_000, 'rounded'],
    ['149 000 km', 149_000, 'rounded'],
    ['149,000 km', 149_000, 'rounded'],
    ['149000km', 149_000, 'rounded'],
    ['191.182 km', 191_182, 'exact'],
    ['km-stand 191.182', 191_182, 'exact'],
    ['Km stand: 191182', 191_182, 'exact'],
    ['Kilometerstand ca. 210.000', 210_000, 'rounded'],
    ['Har kun kørt 98.500', 98_500, 'exact'],
    ['Den har kørt km 149.000', 149_000, 'rounded'],
    ['kørt 149 t', 149_000, 'rounded'],
    ['Km: 87.250', 87_250, 'exact'],
    ['187.xxx km', 187_000, 'masked'],
    ['kørt 187xxx', 187_000, 'masked'],
    ['187.*** km', 187_000, 'masked'],
    ['14 500 mil', 145_000, 'rounded'],
    ['VW Golf 1,6 TDI 105 149.000 km', 149_000, 'rounded'],
    ['Golf 2013, 149.000 km 2 ejere', 149_000, 'rounded'],
    ['Fra 2015, 115 t.km, Diesel', 115_000, 'rounded'],
    ['Tandrem skiftet. 118.389 km', 118_389, 'exact'],
  ] as const)('reads the mileage in %j', (text, km, precision) => {
    expect(parseMileage(text)).toEqual({ km, precision });
  });

  test.each([
    '22,7 km/l',
    'kører 20 km på literen',
    'Rækkevidde 400 km',
    'tandrem skiftet ved 150.000 km',
    'service for 5.000 km siden',
    'op til 520 km WLTP',
    'Ligger 5 km fra Odense',
    'pris 149.900 kr',
    'ring 12 34 56 78',
    '',
    'kørt 3 gange til Italien',
    '2 mil. kr',
    '149.000 km 2013'.slice(12),
  ])('finds no mileage in %j', (text) => {
    expect(parseMileage(text)).toBeNull();
  });

  test.each([
    // Without a unit, 189 may also mean 189,000.
    ['km-stand 100', null],
    ['kørt 189', null],
    ['km-stand 100 km', 100],
    ['km-stand 99 km', null],
    ['km-stand 1000', 1000],
    ['500 km', 500],
    ['499 km', null],
    ['500 på tælleren', null],
    ['149.000 på tælleren', 149_000],
    ['1000 km', 1000],
    ['1500000 km', 1_500_000],
    ['1500001 km', null],
    ['9.999 t.km', null],
    ['9.999 miles', 16_092],
    ['12 mil', null],
    ['60 mil', 600],
  ])('reads %j as the mileage %j', (text, km) => {
    expect(parseMileage(text)?.km ?? null).toBe(km);
  });

  test('round thousands are rounded, any other mileage is exact, also below a thousand', () => {
    expect(parseMileage('1000 km')?.precision).toBe('rounded');
    expect(parseMileage('1001 km')?.precision).toBe('exact');
    expect(parseMileage('km-stand 500 km')?.precision).toBe('exact');
  });

  test('the mileage is searched for in the first 8,000 characters', () => {
    expect(parseMileage(`${'x'.repeat(7989)} 149.000 km`)?.km).toBe(149_000);
    expect(parseMileage(`${'x'.repeat(7990)} 149.000 km`)).toBeNull();
  });

  test('a labelled mileage wins over an unlabelled one', () => {
    expect(parseMileage('Nye bremser, 149 t.km på klokken. Km-stand 151.204')?.km).toBe(151_204);
  });

  test('an odometer value is exact, and miles are converted', () => {
    expect(odometerMileage(143_000, 'MILES')).toEqual({ km: 230_136, precision: 'exact' });
    expect(odometerMileage(191_182, 'KILOMETERS')).toEqual({ km: 191_182, precision: 'exact' });
    expect(odometerMileage(0, 'KILOMETERS')).toEqual({ km: 0, precision: 'exact' });
    expect(odometerMileage(-1, 'KILOMETERS')).toBeNull();
    expect(odometerMileage(1_500_000, 'KILOMETERS')?.km).toBe(1_500_000);
    expect(odometerMileage(1_500_001, 'KILOMETERS')).toBeNull();
    expect(odometerMileage(84_200, null)).toBeNull();
    expect(odometerMileage(84_200, 'x')).toBeNull();
    expect(odometerMileage(9e12, 'KILOMETERS')).toBeNull();
  });

  test('a mileage in thousands is read in every usual notation', () => {
    fc.assert(
      fc.property(fc.integer({ min: 11, max: 499 }), (thousands) => {
        for (const text of [
          `${thousands} t.km`,
          `${thousands}.000 km`,
          `${thousands}K km`,
          `${thousands}tkm`,
          `km-stand ${thousands}.000`,
        ]) {
          expect(parseMileage(text)).toEqual({ km: thousands * 1000, precision: 'rounded' });
        }
      }),
    );
  });
});

const exact = (km: number) => ({ km, precision: 'exact' as const });
const choose = (form: number | null, words: number | null) => {
  const read = chooseMileage(form === null ? null : exact(form), words === null ? null : exact(words));
  return [read.mileage?.km ?? null, read.otherMileage?.km ?? null];
};

describe('chooseMileage', () => {
  test.each([
    ['only the text has one', null, 149_000, [149_000, null]],
    ['only the form has one', 149_000, null, [149_000, null]],
    ['there is none', null, null, [null, null]],
    ['they agree but for rounding', 149_321, 149_000, [149_321, null]],
    ['they agree within a tenth', 149_321, 160_000, [149_321, null]],
    ['the form contains a random number', 300, 187_000, [187_000, 300]],
    ['the form says 111.111', 111_111, 187_000, [187_000, 111_111]],
    ['the form says a thousand miles', 1609, 187_000, [187_000, 1609]],
    ['both are possible', 87_000, 187_000, [87_000, 187_000]],
    ['the form alone says 111.111', 111_111, null, [null, 111_111]],
    ['the words alone say 123.456', null, 123_456, [null, 123_456]],
    ['a new car has run little', 300, 300, [300, null]],
  ])('chooses between two mileages when %s: %s and %s', (_, form, words, chosen) => {
    expect(choose(form, words)).toEqual(chosen);
  });

  test.each([...[0, 1, 9, 11_111, 111_111, 222_222, 999_999, 12_345, 123_456, 1_234_567, 654_321]])(
    '%s is a placeholder mileage',
    (km) => expect(isPlaceholderKm(km)).toBe(true),
  );
  test.each([10, 300, 1111, 99_998, 111_112, 123_457, 187_000])('%s is not a placeholder mileage', (km) =>
    expect(isPlaceholderKm(km)).toBe(false),
  );
});
