import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '#tests/web/support/render-app.tsx';
import { ValueTerms } from '../../../web/src/cars/why-evidence.tsx';

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
