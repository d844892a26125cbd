import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { sampleDetail } from '#tests/web/support/sample-car.ts';
import { CarPage, ShareButton } from '../../../web/src/cars/car-page.tsx';
import * as da from '../../../web/src/i18n/da/car-page.ts';
import * as en from '../../../web/src/i18n/en/car-page.ts';
import CheckedCar from '../../../web/src/plates/checked-car.tsx';

beforeEach(signIn);

async function open(change: Partial<WireCarDetail> = {}) {
  stubService({
    'GET /api/cars/42': { body: sampleDetail(change) },
    'GET /api/cars/42/similar': { body: { cars: [] } },
  });
  const onUpgrade = vi.fn();
  renderApp(<CarPage id="42" isSignedIn seesEstimates={false} onUpgrade={onUpgrade} />);
  await screen.findByRole('heading', { name: 'Car Specifications' });
  return onUpgrade;
}

/** The rows below a card's heading, by name. */
function rowsOf(title: string): Record<string, string> {
  const card = screen.getByRole('heading', { name: title }).parentElement!;
  return Object.fromEntries(
    [...card.querySelectorAll('dl > div')].map((row) => [
      row.querySelector('dt')?.textContent ?? '',
      row.querySelector('dd')?.textContent ?? '',
    ]),
  );
}

describe('the cards of a car', () => {
  // docs/spec.md, section 2.
  it('the specifications show every fact with its unit', async () => {
    await open({ color: 'Blå', previous_owners: 2, sidste_syn: '2025-03-14', naeste_syn: '2027-03-14' });
    expect(rowsOf('Car Specifications')).toMatchObject({
      Brand: 'Škoda',
      Model: 'Octavia',
      Year: '2019',
      Mileage: '111.000 km',
      City: 'Odense',
      Variant: '1.5 TSI Combi Style',
      Color: 'Blue',
      'Fuel Type': 'Petrol',
      Transmission: 'Automatic',
    });
    expect(rowsOf('Engine & Performance')).toEqual({
      'Engine Size': '1,5 L',
      Horsepower: '150 HP',
      'Fuel Economy': '20,4 km/L',
      'First Registration': 'March 14, 2019',
    });
    expect(rowsOf('Ownership & Costs')).toEqual({
      'Previous Owners': '2 owners in all (ad)',
      'Half-yearly Taxes': '1.980 kr.',
      'Last Inspection': 'March 14, 2025',
      'Next Inspection': 'March 14, 2027',
      'Market Value': '139.500–158.000 kr.',
    });
    // The row's name says that it is a plate: the plate itself does not say so again.
    expect(rowsOf('Vehicle Information')['License Plate']).toBe('DKCX 41 287');
  });

  it('the specifications show what an electric car uses, and no kilometres per litre', async () => {
    await open({ fuel: 'electric', motor_km_per_liter: null, wh_per_km: 164 });
    const rows = rowsOf('Engine & Performance');
    expect([rows.Consumption, rows['Fuel Economy']]).toEqual(['16,4 kWh/100 km', undefined]);
  });

  it('the specifications show an electric car’s figures with who says them, and none of another car', async () => {
    const electric = {
      battery_kwh: { value: 64, source: 'EV Database', is_usable: true },
      range_km: { value: 455, source: 'EV Database, NAF' },
      ac_kw: { value: 11, source: null },
      dc_kw: null,
    };
    await open({ fuel: 'electric', electric });
    expect(rowsOf('Battery & Charging')).toEqual({
      Battery: '64 kWh usable',
      Range: 'up to 455 km (WLTP)',
      'Range in winter': 'about 350 km',
      'Charging at home (AC)': 'up to 11 kW (ad)',
      'Fast charging (DC)': '-',
    });
    screen.getByText(/^In winter: 78% of the range.* Source: EV Database, NAF\.$/);
    cleanup();
    // The winter's share is one of the official range, which a seller need not mean.
    await open({ fuel: 'electric', electric: { ...electric, range_km: { value: 350, source: null } } });
    expect(rowsOf('Battery & Charging')).toMatchObject({ Range: '350 km (ad)' });
    expect(rowsOf('Battery & Charging')['Range in winter']).toBeUndefined();
    cleanup();
    await open();
    expect(screen.queryByRole('heading', { name: 'Battery & Charging' })).toBeNull();
  });

  it('the specifications tell the ad’s owners and the register’s changes of owner apart', async () => {
    const change = (date: string) => ({
      ...{
        kind: 'owner_change' as const,
        source: 'vehicle_register' as const,
        date,
        until: null,
        said: null,
      },
      ...{ mileage: null, place: null, faults: [], amount: null },
    });
    // The first registration gave it its first owner.
    const events = ['2019-03-14', '2022-05-06'].map(change);
    await open({ previous_owners: 1, story: { asked: ['owners'], events } });
    expect(rowsOf('Ownership & Costs')['Previous Owners']).toBe(
      '1 owner in all (ad), 1 change of owner (register)',
    );
  });

  // docs/spec.md, section 2.
  it('the specifications show a dash for missing values and no unknown city', async () => {
    await open({
      plate: null,
      city: null,
      year: null,
      automatgear: null,
      motor_stoerrelse: null,
      afgifter: null,
    });
    const facts = rowsOf('Car Specifications');
    expect(facts).toMatchObject({ Year: '-', Transmission: '-', Color: '-' });
    expect(facts).not.toHaveProperty('City');
    expect(rowsOf('Engine & Performance')['Engine Size']).toBe('-');
    expect(rowsOf('Ownership & Costs')['Half-yearly Taxes']).toBe('-');
    expect(rowsOf('Vehicle Information')['License Plate']).toBe('-');
  });

  // docs/spec.md, sections 2 and 5.
  it('the market value needs both ends and offers the unlock without them', async () => {
    const onUpgrade = await open({ valuation_low: 139_500, valuation_avg: null, valuation_high: null });
    expect(rowsOf('Ownership & Costs')['Market Value']).toBe('Unlock');
    fireEvent.click(screen.getByRole('button', { name: 'Unlock' }));
    expect(onUpgrade.mock.calls).toEqual([['unlock_price']]);
  });

  it('no market value is shown or offered for a car without an estimate, even if one was computed', async () => {
    for (const valuation_low of [139_500, null]) {
      await open({ deal: 'no_estimate', deal_reason: 'uncertain', valuation_low });
      expect(rowsOf('Ownership & Costs')['Market Value']).toBe('-');
      cleanup();
    }
  });

  // docs/spec.md, section 2.
  it('the specifications list equipment only if there is any', async () => {
    await open({ koeretoej_udstyr_samling: ['ABS', 'Airbag'] });
    expect(screen.getByRole('heading', { name: 'Equipment & Features' })).toBeTruthy();
    expect(screen.getByText('Airbag')).toBeTruthy();
    await open();
    expect(screen.queryByRole('heading', { name: 'Equipment & Features' })).toBeNull();
  });

  it('colours and equipment appear in the reader’s language, or unchanged if not translated', async () => {
    await open({ color: 'DARK_GREEN', koeretoej_udstyr_samling: ['Anhængertræk', 'Sjælden ting'] });
    expect(screen.getByText('Towbar')).toBeTruthy();
    expect(screen.getByText('Sjælden ting')).toBeTruthy();
    expect(rowsOf('Car Specifications').Color).toBe('DARK_GREEN');
    expect(en.words.color('Mørkeblå')).toBe('Dark blue');
    expect(da.words.color('OFF_WHITE')).toBe('Råhvid');
    expect(da.words.equipment('Anhængertræk')).toBe('Anhængertræk');
  });

  // docs/spec.md, section 2.
  it('the specifications show the description or that there is none', async () => {
    await open({ description: 'Pæn bil.' });
    expect(screen.getByText('Pæn bil.')).toBeTruthy();
    await open();
    expect(screen.getByText('No description available for this vehicle.')).toBeTruthy();
  });
});

describe('the buttons of a car', () => {
  // docs/spec.md, section 2.
  it('the car’s button opens the ad in a new tab', async () => {
    await open();
    const [ad] = screen.getAllByRole('link', { name: 'Open on Facebook Marketplace' });
    expect(ad?.getAttribute('href')).toBe('https://www.facebook.com/marketplace/item/42');
    expect(ad?.getAttribute('target')).toBe('_blank');
  });

  // docs/spec.md, section 2.
  it('the share button uses the device’s share sheet, or copies the address', async () => {
    const share = vi.fn(async () => undefined);
    const writeText = vi.fn(async () => undefined);
    await open();
    const device = (shares: typeof share | undefined) => {
      Object.defineProperty(navigator, 'share', { value: shares, configurable: true });
      Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    };
    device(share);
    fireEvent.click(screen.getAllByRole('button', { name: 'Share' })[0]!);
    expect(share).toHaveBeenCalledWith({
      title: 'Škoda Octavia 1.5 TSI Combi Style',
      text: 'Check out this Škoda Octavia 1.5 TSI Combi Style for 118.000 DKK',
      url: window.location.href,
    });
    device(undefined);
    fireEvent.click(screen.getAllByRole('button', { name: 'Share' })[0]!);
    expect(await screen.findByText('Link copied')).toBeTruthy();
    expect(writeText).toHaveBeenCalledWith(window.location.href);
  });

  it('the share button names no price where the ad has none, and the language of a Danish page', async () => {
    const share = vi.fn(async () => undefined);
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    const title = sampleDetail().share_title;
    renderApp(<ShareButton car={sampleDetail({ price: 0 })} />, { language: 'da' });
    fireEvent.click(await screen.findByRole('button', { name: 'Del' }));
    const url = new URL(window.location.href);
    url.searchParams.set('lang', 'da');
    expect(share).toHaveBeenCalledWith({ title, text: title, url: url.href });
  });

  it('the share button reports a failed copy, but not a closed share sheet', async () => {
    await open();
    const refuse = (name: string) => async () => {
      throw new DOMException('no', name);
    };
    Object.defineProperty(navigator, 'share', { value: refuse('AbortError'), configurable: true });
    fireEvent.click(screen.getAllByRole('button', { name: 'Share' })[0]!);
    await act(async () => undefined);
    expect(screen.queryByText(/address bar/)).toBeNull();
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });
    const clipboard = { writeText: refuse('NotAllowedError') };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
    fireEvent.click(screen.getAllByRole('button', { name: 'Share' })[0]!);
    expect(await screen.findByText(/link could not be copied/)).toBeTruthy();
  });
});

describe('the page of a car', () => {
  // docs/spec.md, section 2.
  it('the car page shows that it is loading until the car arrives', async () => {
    stubService({
      'GET /api/cars/42': { body: sampleDetail() },
      'GET /api/cars/42/similar': { body: { cars: [] } },
    });
    renderApp(<CarPage id="42" isSignedIn seesEstimates={false} onUpgrade={vi.fn()} />);
    expect(screen.getByText('Loading car details...')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Car Specifications' })).toBeTruthy();
    expect(screen.queryByText('Loading car details...')).toBeNull();
  });

  // docs/spec.md, section 2.
  it('the car page shows title, price and city and links back to the list', async () => {
    await open({ deal: 'fair' });
    const title = screen.getByRole('heading', { level: 1, name: 'Škoda Octavia 1.5 TSI Combi Style' });
    const headline = within(title.parentElement!.parentElement!);
    expect(headline.getByText('118.000 kr.')).toBeTruthy();
    expect(headline.getByText('Fair')).toBeTruthy();
    expect(headline.getByText('2019 · 111.000 km · Odense')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Back to Cars' })[0]?.getAttribute('href')).toMatch(/^\/\?/);
  });
});

describe('the words of the seller', () => {
  it('no missing description is mentioned for a car without an ad', async () => {
    await open({ description: '' });
    expect(screen.getByText(en.car.noDescription)).toBeTruthy();
    cleanup();
    const car = sampleDetail({ description: '', item_url: '' });
    renderApp(<CheckedCar car={car} isSignedIn seesEstimates onUpgrade={vi.fn()} />);
    await screen.findByRole('heading', { name: 'Car Specifications' });
    expect(screen.queryByText(en.car.noDescription)).toBeNull();
    expect(screen.queryByRole('heading', { name: en.car.description })).toBeNull();
  });
});
