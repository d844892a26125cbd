import { cleanup } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ShownCar } from '#core/contract/routes/cars.ts';
import { renderApp } from '#tests/web/support/render-app.tsx';
import { sampleCar } from '#tests/web/support/sample-car.ts';
import { GapText } from '../../../web/src/cars/car-card.tsx';

async function told(fields: Partial<ShownCar>, language: 'en' | 'da' = 'en') {
  const market = { valuation_low: 90_000, valuation_avg: 100_000, valuation_high: 112_000 };
  const car = sampleCar({ price: 70_000, ...market, ...fields });
  const { container } = renderApp(<GapText car={car} className="" />, { language });
  await expect.poll(() => container.querySelector('p')).not.toBeNull();
  const lines = [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
  cleanup();
  return lines;
}

describe('the gap on a card', () => {
  it('a card says why a car far below the market is only fair', async () => {
    expect(await told({ deal: 'fair', deal_reason: 'thin_evidence' })).toEqual([
      '30.000 kr. below market',
      'Would be amazing, but too few cars are similar enough',
    ]);
    expect(await told({ deal: 'fair', deal_reason: 'mixed_evidence' }, 'da')).toEqual([
      '30.000 kr. under markedet',
      'Ville være et kup, men markedsværdi og lignende biler stemmer ikke overens',
    ]);
  });

  it('a card says that something needs checking if the register may explain the price', async () => {
    expect(await told({ deal: 'fair', deal_reason: 'told_by_register' })).toEqual([
      '30.000 kr. below market',
      'Would be amazing, but something needs checking',
    ]);
  });

  it('a card shows the gap alone if label and gap agree', async () => {
    expect(await told({ deal: 'amazing', deal_reason: 'rated' })).toEqual(['30.000 kr. below market']);
    expect(await told({ deal: 'fair', deal_reason: 'rated', price: 98_000 })).toHaveLength(1);
  });
});
