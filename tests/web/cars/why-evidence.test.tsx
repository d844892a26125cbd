import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '#tests/web/support/render-app.tsx';
import { ComparablesTable, ValueTerms } from '../../../web/src/cars/why-evidence.tsx';

const facts = {
  ...{ is_age_known: true, price: 84_000, adjusted_price: 86_000, year: 2019, mileage: 90_000 },
  model: 'Golf',
  fuel: 'diesel' as const,
};
/** The car on the page. */
const golf = { model: 'Golf', fuel: 'diesel' } as const;
const comparables = [
  { ...facts, id: 'a', title: 'Golf one', gone_after_days: null, last_seen: null },
  { ...facts, id: 'b', title: 'Golf two', gone_after_days: 9, last_seen: null },
  { ...facts, id: 'c', title: 'Golf three', gone_after_days: 0, last_seen: null },
  { ...facts, id: 'd', title: 'Golf four', gone_after_days: null, last_seen: '2026-08-09T10:00:00.000Z' },
  { ...facts, id: 'e', title: 'Golf five', is_age_known: false, gone_after_days: 9, last_seen: null },
];

it.each([
  [
    'en',
    [
      'Golf one',
      'Golf twogone after 9 days',
      'Golf threegone on the day it was listed',
      'Golf fourlast seen on August 9, 2026',
      'Golf fivegone after at least 9 days',
    ],
  ],
  [
    'da',
    [
      'Golf one',
      'Golf twovæk efter 9 dage',
      'Golf threevæk samme dag, som den kom',
      'Golf foursidst set 9. august 2026',
      'Golf fivevæk efter mindst 9 dage',
    ],
  ],
] as const)(
  'the table shows after how many days a similar car was gone, or when it was last seen (%s)',
  async (language, names) => {
    renderApp(<ComparablesTable comparables={comparables} car={golf} />, { language });
    const rows = (await screen.findAllByRole('row')).slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell')[0]!.textContent)).toEqual(names);
  },
);

it.each([
  ['diesel', 'Golf one'],
  ['electric', 'Golf oneDiesel'],
  ['hybrid', 'Golf oneDiesel'],
  [null, 'Golf one'],
] as const)('beside a car on %s, the table shows a similar diesel as "%s"', async (fuel, name) => {
  renderApp(<ComparablesTable comparables={comparables.slice(0, 1)} car={{ ...golf, fuel }} />);
  const row = (await screen.findAllByRole('row'))[1]!;
  expect(within(row).getAllByRole('cell')[0]!.textContent).toBe(name);
});

it.each([
  ['en', 'Polo', 'Golf oneanother model: Golf'],
  ['da', 'Polo', 'Golf oneen anden model: Golf'],
  ['en', 'GOLF', 'Golf one'],
  ['en', null, 'Golf one'],
] as const)('in %s, beside a %s, the table shows a similar Golf as "%s"', async (language, model, name) => {
  renderApp(<ComparablesTable comparables={comparables.slice(0, 1)} car={{ ...golf, model }} />, {
    language,
  });
  const row = (await screen.findAllByRole('row'))[1]!;
  expect(within(row).getAllByRole('cell')[0]!.textContent).toBe(name);
});

it('the table shows the mileage of a similar car as its seller masked it', async () => {
  const masked = { ...comparables[0]!, mileage: '119xxx' };
  renderApp(<ComparablesTable comparables={[masked]} car={golf} />);
  expect(await screen.findByText('119.xxx km')).toBeTruthy();
});

it.each([
  [84_950, 86_437, '86.400 kr.+2 %'],
  [84_950, 84_950, '84.950 kr.as asked'],
  [194_900, 195_900, '195.900 kr.+0,5 %'],
  [194_900, 193_200, '193.200 kr.−0,9 %'],
  [80_000, 100_000, '100.000 kr.+25 %'],
  [22_400, 28_046, '28.000 kr.+25,2 %, counts half'],
  [37_000, 29_560, '29.600 kr.−20,1 %, counts half'],
  [37_000, 29_596, '29.600 kr.−20,1 %, counts half'],
  [66_900, 53_600, '53.600 kr.−19,9 %'],
  [49_000, 61_200, '61.200 kr.+24,9 %'],
  [48_900, 23_100, '23.100 kr.−53 %, counts half'],
  [24_000, 35_700, '35.700 kr.+49 %, counts half'],
])(
  'the table shows the correction of a car from %i to %i kr. and whether it counts half',
  async (price, adjustedDkk, told) => {
    renderApp(
      <ComparablesTable
        comparables={[{ ...comparables[0]!, price, adjusted_price: adjustedDkk }]}
        car={golf}
      />,
    );
    const row = (await screen.findAllByRole('row'))[1]!;
    expect(within(row).getAllByRole('cell').at(-1)!.textContent).toBe(told);
  },
);

const amountsOf = (rows: readonly Element[]) =>
  rows.map(({ textContent }) => Number((textContent ?? '').replace(/[^\d−]/g, '').replace('−', '-')));

it('the parts of a market value are rounded to hundreds and add up to the value shown elsewhere', async () => {
  const terms = [
    { name: 'similar', dkk: 131_249 },
    { name: 'other', dkk: 3_849 },
  ];
  renderApp(<ValueTerms terms={terms} valueDkk={135_098} />);
  await screen.findByText('131.200 kr.');
  const amounts = amountsOf([...document.querySelectorAll('dd:not([aria-hidden])')]);
  expect(amounts).toEqual([131_200, 3_900, 135_100]);
  expect(amounts.slice(0, -1).reduce((sum, dkk) => sum + dkk)).toBe(amounts.at(-1));
});
