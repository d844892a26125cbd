import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ComparablesTable } from '../../../../../web/src/features/cars/detail/comparables-table.tsx';
import { renderApp } from '../../../support/render-app.tsx';

const facts = { price: 84_000, adjusted_price: 86_000, year: 2019, mileage: 90_000 };
const comparables = [
  { ...facts, id: 'a', title: 'Golf one', gone_after_days: null, last_seen: null },
  { ...facts, id: 'b', title: 'Golf two', gone_after_days: 9, last_seen: null },
  { ...facts, id: 'c', title: 'Golf three', gone_after_days: 0, last_seen: null },
  { ...facts, id: 'd', title: 'Golf four', gone_after_days: null, last_seen: '2026-08-09T10:00:00.000Z' },
];

it.each([
  [
    'en',
    [
      'Golf one',
      'Golf twogone after 9 days',
      'Golf threegone on the day it was listed',
      'Golf fourlast seen on August 9, 2026',
    ],
  ],
  [
    'da',
    [
      'Golf one',
      'Golf twovæk efter 9 dage',
      'Golf threevæk samme dag, som den kom',
      'Golf foursidst set 9. august 2026',
    ],
  ],
] as const)(
  'says of a similar car after how many days it was gone, or when it was seen last (%s)',
  async (language, names) => {
    renderApp(<ComparablesTable comparables={comparables} />, { language });
    const rows = (await screen.findAllByRole('row')).slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell')[0]!.textContent)).toEqual(names);
  },
);

it('says what a similar car would ask with this one’s facts to whole hundreds, and its own price as it stands', async () => {
  renderApp(
    <ComparablesTable comparables={[{ ...comparables[0]!, price: 84_950, adjusted_price: 86_437 }]} />,
  );
  const row = (await screen.findAllByRole('row'))[1]!;
  const cells = within(row).getAllByRole('cell');
  expect(cells.slice(-2).map(({ textContent }) => textContent)).toEqual(['84.950 kr.', '86.400 kr.']);
});
