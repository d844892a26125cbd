import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPlaceholderAmount, parsePrice } from '#core/marketplaces/ad/price.ts';

describe('parsePrice', () => {
  test.each([
    ['149.900 kr.', 149_900, 'DKK'],
    ['kr. 149.900', 149_900, 'DKK'],
    ['kr 149.900', 149_900, 'DKK'],
    ['DKK149,900', 149_900, 'DKK'],
    ['149.900,-', 149_900, 'DKK'],
    ['149 900,00 kr', 149_900, 'DKK'],
    ['149900', 149_900, 'DKK'],
    ['2.995 kr./md.', 2995, 'DKK'],
    ['$15', 15, 'USD'],
    ['$1,100', 1100, 'USD'],
    ['$1,234.50', 1235, 'USD'],
    ['CA$4,000', 4000, 'CAD'],
    ['AU$9,500', 9500, 'AUD'],
    ['£2,750', 2750, 'GBP'],
    ['8 900 zł', 8900, 'PLN'],
    ['12.500 €', 12_500, 'EUR'],
    ['SEK1,500', 1500, 'SEK'],
    ['NOK 900', 900, 'NOK'],
    ['Free', 0, 'DKK'],
    ['1.250.000 kr', 1_250_000, 'DKK'],
    ['1.4M kr', 1_400_000, 'DKK'],
    ['1,4 mill kr', 1_400_000, 'DKK'],
    ['3 pairs from $249', 249, 'USD'],
    ['4 stk. 900 kr', 900, 'DKK'],
    ['149.900 kr for 1 bil', 149_900, 'DKK'],
    ['１４９.９００ kr', 149_900, 'DKK'],
    ['NZ$9,500', 9500, 'NZD'],
    ['MX$88,000', 88_000, 'MXN'],
    ['9 500 $CA', 9500, 'CAD'],
    ['52 000 Kč', 52_000, 'CZK'],
    ['900 000 ₽', 900_000, 'RUB'],
    ['₹4,50,000', 450_000, 'INR'],
    ['ARS 12.000', 12_000, 'ARS'],
    ['US$9,900', 9900, 'USD'],
    ['500 000 руб', 500_000, 'RUB'],
    ['Fr. 9000', 9000, 'CHF'],
    ['ZZ$500', 500, 'XXX'],
    ['₿ 2', 2, 'XXX'],
  ])('reads the price in %j', (text, amount, currency) => {
    expect(parsePrice(text)).toEqual({ amount, currency });
  });

  test.each(['', 'Ring for pris', 'kr'])('finds no price in %j', (text) => {
    expect(parsePrice(text)).toBeNull();
  });

  test('an amount has at most twelve digits', () => {
    expect(parsePrice('123456789012 kr')?.amount).toBe(123_456_789_012);
    expect(parsePrice('1234567890123 kr')).toBeNull();
  });

  test('a number after sixty characters is not a price', () => {
    expect(parsePrice(`${' '.repeat(59)}5 kr`)?.amount).toBe(5);
    expect(parsePrice(`${' '.repeat(60)}5 kr`)).toBeNull();
  });

  test.each([
    0, 1, 10, 123, 1234, 12345, 123456, 1234567, 111, 1111, 111111, 9999999, 123123, 121212, 12341234,
  ])('isPlaceholderAmount accepts %d', (amount) => {
    expect(isPlaceholderAmount(amount)).toBe(true);
  });

  test.each([11, 12, 99_999, 55_555, 149_900, 12_300, 999, 11_900, 120])(
    'isPlaceholderAmount rejects %d',
    (amount) => {
      expect(isPlaceholderAmount(amount)).toBe(false);
    },
  );

  test('whole kroner are read in every Danish and English notation', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 9_999_999 }), (amount) => {
        const danish = amount.toLocaleString('da-DK');
        const english = amount.toLocaleString('en-US');
        for (const text of [
          `${danish} kr.`,
          `kr ${danish}`,
          `DKK${english}`,
          `${danish},-`,
          `${danish},00 kr`,
        ]) {
          expect(parsePrice(text)).toEqual({ amount, currency: 'DKK' });
        }
      }),
    );
  });
});
