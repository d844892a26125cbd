import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp, stubService } from '#tests/web/support/render-app.tsx';
import { sampleDetail } from '#tests/web/support/sample-car.ts';
import CompareDialog, {
  bestOf,
  compareRows,
  mileageKm,
} from '../../../../web/src/cars/compare/compare-dialog.tsx';
import {
  comparedCars,
  setCompared,
  useToggleCompare,
} from '../../../../web/src/cars/compare/compare-store.ts';
import { CompareSlot } from '../../../../web/src/catalog/browsing.tsx';
import * as enCar from '../../../../web/src/i18n/en/car-page.ts';
import { en } from '../../../../web/src/i18n/en.ts';
import { browseTexts } from '../../../../web/src/i18n/text-parts.ts';

const texts = { ...en, ...enCar, ...(await browseTexts.load('en')) };
const laid = (id: string) => ({ id, title: `Car ${id}`, photo: null });

beforeEach(() => setCompared([]));

describe('the lines of a comparison', () => {
  const golf = sampleDetail({ id: '1', price: 90_000, mileage: '187xxx', year: 2016, previous_owners: null });
  const octavia = sampleDetail({ id: '2', price: 118_000, mileage: 111_000, year: 2019, previous_owners: 1 });
  const rows = compareRows([golf, octavia], texts, (day) => String(day));
  const row = (name: string) => rows.find((each) => each.name === name);

  it('a comparison lists each fact of each car, whether they differ and which is best', () => {
    expect(row('Price')).toMatchObject({ values: ['90.000 kr.', '118.000 kr.'], differs: true, best: [0] });
    expect(row('Mileage')).toMatchObject({ values: ['187.xxx km', '111.000 km'], best: [1] });
    expect(row('Year')?.best).toEqual([1]);
    expect(row('Fuel')).toMatchObject({ values: ['Petrol', 'Petrol'], differs: false, best: [] });
    // Neither is electric.
    expect(row('Battery')).toBeUndefined();
  });

  it('a comparison sets what an electric car stores and drives beside a car of which it is not known', () => {
    const electric = {
      battery_kwh: { value: 58, source: 'EV Database', is_usable: true },
      range_km: { value: 426, source: null },
      ac_kw: null,
      dc_kw: null,
    };
    const cars = [golf, sampleDetail({ id: '3', fuel: 'electric', electric })];
    const lines = compareRows(cars, texts, String);
    const values = (name: string) => lines.find((line) => line.name === name)?.values;
    expect(values('Battery')).toEqual(['-', '58 kWh usable']);
    expect(values('Range')).toEqual(['-', '426 km (ad)']);
    expect(values('Fast charging (DC)')).toBeUndefined();
  });

  it.each(['leasing', 'down_payment', 'placeholder_price', 'ex_vat', 'ex_tax', 'wholesale'] as const)(
    'a comparison takes no figure for the best price that is %s',
    (deal_reason) => {
      const cars = [{ price: 3_195, deal_reason }, { price: 90_000 }, { price: 118_000 }].map(sampleDetail);
      const price = compareRows(cars, texts, String).find(({ name }) => name === 'Price');
      expect(price?.best).toEqual([1]);
    },
  );

  it.each([
    ['Mileage', 'mileage_below_inspection', '11000', '160156', '11.000 km (ad), 160.156 km (register)'],
    ['Year', 'year_differs', '2030', '2016', '2030 (ad), 2016 (register)'],
    ['Fuel', 'fuel_differs', 'petrol', 'diesel', 'Petrol (ad), Diesel (register)'],
  ] as const)(
    'a comparison names both for the %s that the register tells otherwise, and no best',
    (name, kind, ad, register, shown) => {
      const facts = [{ kind, ad, register, date: null }];
      const doubted = sampleDetail({ id: '1', mileage: 11_000, year: 2030, facts });
      const row = compareRows([doubted, octavia, golf], texts, String).find((each) => each.name === name);
      expect(row?.values[0]).toBe(shown);
      expect(row?.best).not.toContain(0);
    },
  );

  it('a comparison names no cost of owning for a leasing offer', () => {
    const cars = [sampleDetail({ id: '1', deal_reason: 'leasing' }), octavia];
    const costOf = () => ({ month: 1_589, isWhole: false, hasLoss: true });
    const row = compareRows(cars, texts, String, { costOf }).find(({ name }) => name === 'Costs a month');
    expect(row?.values).toEqual(['-', 'at least 1.589 kr. if its value falls as estimated']);
  });

  it('a comparison names no best if only one value is known, and omits facts that no car has', () => {
    expect(row('Previous Owners')).toMatchObject({ values: ['-', '1 owner in all (ad)'], best: [] });
    expect(row('Last Inspection')).toBeUndefined();
    expect(bestOf([3, null, 3])).toEqual([]);
    expect(bestOf([3, 5, 5])).toEqual([1, 2]);
  });

  it('a comparison says why a car far below the market is only fair', () => {
    const thin = { ...golf, deal: 'fair', deal_reason: 'thin_evidence' } as const;
    const ofCars = compareRows([thin, { ...octavia, deal: 'fair' }], texts, String);
    expect(ofCars.find(({ name }) => name === 'Deal quality')?.values).toEqual([
      'Fair: Would be amazing, but too few cars are similar enough',
      'Fair',
    ]);
  });

  it('a comparison names what is to be checked of each car, the heaviest first', () => {
    const debt = { kind: 'debt', ad: null, register: null, date: null };
    const slow = { kind: 'gearbox_differs', ad: 'manual', register: 'automatic', date: null };
    const owed = { ...golf, facts: [slow, debt], naeste_syn: null };
    const ofCars = compareRows([owed, { ...octavia, facts: [], naeste_syn: null }], texts, String);
    expect(ofCars.find(({ name }) => name === 'Before you buy')).toMatchObject({
      values: [
        'A debt is registered on the car; The gearbox differs from the register',
        'Nothing found where we asked',
      ],
      best: [],
    });
  });

  it('a comparison does not say “nothing found” of a car that no register was asked about', () => {
    const clean = { ...golf, facts: [], naeste_syn: null };
    const unasked = { ...clean, register_state: 'no_plate' as const };
    const ofCars = compareRows([clean, unasked], texts, String);
    expect(ofCars.find(({ name }) => name === 'Before you buy')?.values).toEqual([
      'Nothing found where we asked',
      '-',
    ]);
  });

  it('a comparison names cost a month, last price cut, days listed and distance, as far as they are known', () => {
    const cut = { at: '2026-11-20', amount: 4_000 };
    const one = { ...golf, days_listed: 12, is_age_known: true, unseen_days: 0, price_drop: cut };
    const costs = {
      '1': { month: 1_900, isWhole: false, hasLoss: false },
      '2': { month: 2_100, isWhole: true, hasLoss: true },
    };
    const ofCars = compareRows([one, { ...octavia, price_drop: null }], texts, String, {
      costOf: (id) => costs[id as '1'],
      kmTo: ({ id }) => (id === '1' ? 12.4 : null),
    });
    const valuesOf = (name: string) => ofCars.find((each) => each.name === name)?.values;
    expect(valuesOf('Costs a month')).toEqual(['at least 1.900 kr.', '2.100 kr.']);
    expect(valuesOf('Last price cut')).toEqual(['4.000 kr. on 2026-11-20', '-']);
    expect(valuesOf('Days listed')?.[0]).toContain('12 days');
    expect(valuesOf('Distance')).toEqual(['12 km', '-']);
    expect(row('Distance')).toBeUndefined();
  });

  it('a comparison reads a masked mileage in thousands', () => {
    expect(mileageKm('187xxx')).toBe(187_000);
    expect(mileageKm(null)).toBeNull();
    expect(mileageKm(5)).toBe(5);
  });
});

function Toggle({ id }: { id: string }) {
  const toggle = useToggleCompare();
  return (
    <button type="button" onClick={() => toggle({ id, title: `Car ${id}`, image_urls: [] })}>
      toggle {id}
    </button>
  );
}

describe('the compare tray', () => {
  it('the compare tray appears with its first car, takes four at most and says when it is full', async () => {
    renderApp(
      <>
        {['1', '2', '3', '4', '5'].map((id) => (
          <Toggle key={id} id={id} />
        ))}
        <CompareSlot />
      </>,
    );
    expect(screen.queryByRole('region', { name: 'Cars to compare' })).toBeNull();
    fireEvent.click(screen.getByText('toggle 1'));
    await screen.findByRole('region', { name: 'Cars to compare' });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Compare 1 car/ }).disabled).toBe(true);
    for (const id of ['2', '3', '4', '5']) fireEvent.click(screen.getByText(`toggle ${id}`));
    expect(comparedCars().map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
    expect(await screen.findByText('You can compare 4 cars at a time. Remove one first.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Remove Car 2 from the comparison' }));
    expect(comparedCars().map(({ id }) => id)).toEqual(['1', '3', '4']);
    fireEvent.click(screen.getByText('toggle 3'));
    expect(comparedCars().map(({ id }) => id)).toEqual(['1', '4']);
  });

  it('the compare tray survives navigation and lasts as long as the tab', () => {
    setCompared([laid('1'), laid('2')]);
    expect(JSON.parse(sessionStorage.getItem('bilfund_compare') ?? '')).toHaveLength(2);
  });

  it('clearing the compare tray can be undone', async () => {
    setCompared([laid('1'), laid('2')]);
    renderApp(<CompareSlot />);
    fireEvent.click(await screen.findByRole('button', { name: 'Clear' }));
    expect(comparedCars()).toEqual([]);
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(comparedCars()).toHaveLength(2);
  });
});

describe('the comparison', () => {
  it('the comparison shows cars side by side, can hide equal facts and names a missing car', async () => {
    setCompared([laid('1'), laid('2'), laid('3')]);
    stubService({
      'GET /api/cars/1': { body: sampleDetail({ id: '1', title: 'Golf', price: 90_000 }) },
      'GET /api/cars/2': { body: sampleDetail({ id: '2', title: 'Octavia' }) },
    });
    renderApp(<CompareDialog onClose={() => undefined} />);
    await screen.findByRole('columnheader', { name: /Golf/ });
    expect(screen.getByText('Car 3: This car can no longer be shown.')).toBeTruthy();
    // Said once for all rows, and not in the name of each.
    expect(screen.getByRole('table').querySelector('caption')!.textContent).toMatch(
      /^The cars differ in: Price, /,
    );
    expect(screen.getByRole('rowheader', { name: 'Price' })).toBeTruthy();
    expect(screen.getByRole('rowheader', { name: 'Year' })).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Only the differences' }));
    expect(screen.queryByRole('rowheader', { name: 'Year' })).toBeNull();
    expect(screen.getByRole('rowheader', { name: /^Price/ })).toBeTruthy();
  });
});
