import { expect, it } from 'vitest';
import { priceWords } from '#core/marketplaces/dba/ad.ts';
import { dbaSite } from '#core/marketplaces/dba/link.ts';

it.each([
  ['a monthly price, in a row of a search', { sales_form: 5 }, '/md.'],
  ['a monthly price, on its own page', { sales_form: { id: 5 } }, '/md.'],
  ['a price', { sales_form: 1 }, ''],
  ['a price without VAT, by its class', { registration_class: { id: 8 } }, ' ekskl. moms'],
  [
    'a price without VAT, by its words',
    { registration_class: { value: 'Varebil ekskl. moms' } },
    ' ekskl. moms',
  ],
  ['a monthly price without VAT', { sales_form: 5, registration_class: { id: 8 } }, '/md. ekskl. moms'],
  ['an ad without price facts', {}, ''],
])('priceWords describes %s', (_, ad, words) => {
  expect(priceWords(ad, dbaSite)).toBe(words);
});
