import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp, stubService } from '#tests/web/support/render-app.tsx';
import { sampleDetail } from '#tests/web/support/sample-car.ts';
import CompareDialog, {
  bestOf,
  compareRows,
  mileageKm,
} from '../../../../web/src/cars/compare/compare-dialog.tsx';
import { CompareSlot } from '../../../../web/src/cars/compare/compare-slot.tsx';
import {
  comparedCars,
  setCompared,
  useToggleCompare,
} from '../../../../web/src/cars/compare/compare-store.ts';
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

  it('say each fact of each car, whether they differ, and who is best at it', () => {
    expect(row('Price')).toMatchObject({ values: ['90.000 kr.', '118.000 kr.'], differs: true, best: [0] });
    expect(row('Mileage')).toMatchObject({ values: ['187.xxx km', '111.000 km'], best: [1] });
    expect(row('Year')?.best).toEqual([1]);
    expect(row('Fuel')).toMatchObject({ values: ['Petrol', 'Petrol'], differs: false, best: [] });
  });

  it('name no best where only one is known, and leave out what no car has', () => {
    expect(row('Previous Owners')).toMatchObject({ values: ['-', '1'], best: [] });
    expect(row('Last Inspection')).toBeUndefined();
    expect(bestOf([3, null, 3])).toEqual([]);
    expect(bestOf([3, 5, 5])).toEqual([1, 2]);
  });

  it('read a masked mileage in thousands', () => {
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
  it('is not there until a car is laid aside, takes four at most, and says when it is full', async () => {
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
    expect(await screen.findByText('You can compare 4 cars at a time. Take one out first.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Take Car 2 out of the comparison' }));
    expect(comparedCars().map(({ id }) => id)).toEqual(['1', '3', '4']);
    fireEvent.click(screen.getByText('toggle 3'));
    expect(comparedCars().map(({ id }) => id)).toEqual(['1', '4']);
  });

  it('lasts over navigation, as long as the tab', () => {
    setCompared([laid('1'), laid('2')]);
    expect(JSON.parse(sessionStorage.getItem('bilfund_compare') ?? '')).toHaveLength(2);
  });

  it('is cleared with a way back', async () => {
    setCompared([laid('1'), laid('2')]);
    renderApp(<CompareSlot />);
    fireEvent.click(await screen.findByRole('button', { name: 'Clear' }));
    expect(comparedCars()).toEqual([]);
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(comparedCars()).toHaveLength(2);
  });
});

describe('the comparison', () => {
  it('lays the cars side by side, can be cut to the differences, and names a car that is gone', async () => {
    setCompared([laid('1'), laid('2'), laid('3')]);
    stubService({
      'GET /api/cars/1': { body: sampleDetail({ id: '1', title: 'Golf', price: 90_000 }) },
      'GET /api/cars/2': { body: sampleDetail({ id: '2', title: 'Octavia' }) },
    });
    renderApp(<CompareDialog onClose={() => undefined} />);
    await screen.findByRole('columnheader', { name: /Golf/ });
    expect(screen.getByText('Car 3: This car can no longer be shown.')).toBeTruthy();
    expect(screen.getByRole('rowheader', { name: /^Price.*They differ/ })).toBeTruthy();
    expect(screen.getByRole('rowheader', { name: 'Year' })).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Only the differences' }));
    expect(screen.queryByRole('rowheader', { name: 'Year' })).toBeNull();
    expect(screen.getByRole('rowheader', { name: /^Price/ })).toBeTruthy();
  });
});
