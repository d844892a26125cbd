import { expect, it } from 'vitest';
import { priceWords } from '#core/marketplaces/dba/ad.ts';

it.each([
  ['a rate by the month, in a row of a search', { sales_form: 5 }, '/md.'],
  ['a rate by the month, on its own page', { sales_form: { id: 5 } }, '/md.'],
  ['a price', { sales_form: 1 }, ''],
  ['a price without tax, by its class', { registration_class: { id: 8 } }, ' ekskl. moms'],
  [
    'a price without tax, by its words',
    { registration_class: { value: 'Varebil ekskl. moms' } },
    ' ekskl. moms',
  ],
  ['a rate without tax', { sales_form: 5, registration_class: { id: 8 } }, '/md. ekskl. moms'],
  ['nothing', {}, ''],
])('say that an ad asks %s', (_, ad, words) => {
  expect(priceWords(ad)).toBe(words);
});
