import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { noUpperPriceDkk } from '#core/catalog/card-query.ts';
import townNames from '#core/places/town-names.json';
import { renderApp, stubService } from '#tests/web/support/render-app.tsx';
import { noFacets } from '#tests/web/support/sample-answers.ts';
import { withClosestBrand } from '../../../web/src/catalog/drop-one-filter.tsx';
import { EmptyList } from '../../../web/src/catalog/empty-list.tsx';
import { chipsOf } from '../../../web/src/catalog/filter-chips.tsx';
import FilterPanel from '../../../web/src/catalog/filter-panel.tsx';
import { DealFilter } from '../../../web/src/catalog/filters.tsx';
import { SortSelect } from '../../../web/src/catalog/list-controls.tsx';
import { changeListState, defaultListState, type ListState } from '../../../web/src/catalog/list-state.ts';
import { readMaximum, readMinimum, readYear } from '../../../web/src/catalog/number-filters.tsx';
import { panel } from '../../../web/src/i18n/en/filters.ts';
import { en } from '../../../web/src/i18n/en.ts';

describe('the filter panel', () => {
  const facets = {
    ...noFacets,
    brands: [{ name: 'Ford', count: 3 }],
    deals: null,
    fuels: [
      { name: 'diesel' as const, count: 1_200 },
      { name: 'petrol' as const, count: 7 },
    ],
    gearboxes: [{ name: 'manual' as const, count: 5 }],
    sources: [{ name: 'facebook' as const, count: 9 }],
    bodies: [{ name: 'estate' as const, count: 4 }],
    colors: [{ name: 'grey' as const, count: 2 }],
    features: [{ name: 'towbar' as const, count: 6 }],
  };
  const render = (
    state: Partial<ListState>,
    change: (part: Partial<ListState>) => void,
    language?: 'da',
    counted: Partial<typeof noFacets> = {},
  ) =>
    renderApp(
      <FilterPanel
        state={{ ...defaultListState, ...state }}
        facets={{ ...facets, ...counted }}
        hasPremium={false}
        onChange={change}
        onReset={vi.fn()}
        onUpgrade={vi.fn()}
      />,
      { language: language ?? 'en' },
    );
  const commit = (name: string, text: string) => {
    fireEvent.change(screen.getByLabelText(name), { target: { value: text } });
    fireEvent.blur(screen.getByLabelText(name));
  };

  it('the year filter sorts a reversed range and ignores text that is no year', () => {
    const change = vi.fn();
    render({ maxYear: 2015 }, change);
    commit('First year', '2020');
    expect(change).toHaveBeenLastCalledWith({ minYear: 2015, maxYear: 2020 });
    commit('Last year', 'old');
    expect(change).toHaveBeenLastCalledWith({ minYear: null, maxYear: null });
  });

  it('the filter panel sets mileage, seller, inspection and a town with its radius', () => {
    const change = vi.fn();
    render({ place: 'Odense', maxMileageKm: 90_000 }, change);
    const mileage = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Highest mileage' });
    expect(mileage.value).toBe('90000');
    fireEvent.change(mileage, { target: { value: '150000' } });
    expect(change).toHaveBeenLastCalledWith({ maxMileageKm: 150_000 });
    fireEvent.click(screen.getByRole('radio', { name: /Dealer/ }));
    expect(change).toHaveBeenLastCalledWith({ seller: 'dealer' });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Valid inspection' }));
    expect(change).toHaveBeenLastCalledWith({ hasInspection: true });
    fireEvent.change(screen.getByRole('combobox', { name: 'How far away' }), { target: { value: '100' } });
    expect(change).toHaveBeenLastCalledWith({ place: 'Odense', radiusKm: 100 });
  });

  it('the town filter accepts informal spellings and reports unknown towns', async () => {
    const change = vi.fn();
    const answers = [{ status: 503, body: {} }, { body: townNames }];
    const requests = stubService({ 'GET /core/places/town-names.json': () => answers.shift()! });
    render({}, change);
    // Without the names nothing can be said of the town; the next try asks for them again.
    commit('Town', 'Atlantis');
    await screen.findByText('No connection. Check your network and try again.');
    expect(screen.queryByRole('alert')).toBeNull();
    commit('Town', 'Atlantis');
    expect((await screen.findByRole('alert')).textContent).toBe('We do not know this town.');
    expect(change).not.toHaveBeenCalled();
    commit('Town', 'Århus C');
    await vi.waitFor(() => expect(change).toHaveBeenCalledWith({ place: 'Aarhus', radiusKm: 25 }));
    // Fetched once, when a town is first named.
    expect(requests).toHaveLength(2);
  });

  it('the filter panel lists the models of the chosen brands by frequency and drops them with their brand', () => {
    const change = vi.fn();
    const models = Array.from({ length: 9 }, (_, i) => ({ name: `Model ${i}`, count: 90 - i }));
    render({}, change);
    expect(screen.queryByRole('group', { name: 'Model' })).toBeNull();
    cleanup();
    render({ brands: ['Ford'], models: ['Model 8'] }, change, undefined, { models });
    const group = screen.getByRole('group', { name: 'Model' });
    expect(group.textContent).toBe(
      `Model${[0, 1, 2, 3, 4, 5].map((i) => `Model ${i}${90 - i}`).join('')}Model 882`,
    );
    fireEvent.click(screen.getByRole('button', { name: 'All 9 models' }));
    fireEvent.click(screen.getByRole('checkbox', { name: /Model 7/ }));
    expect(change).toHaveBeenLastCalledWith({ models: ['Model 8', 'Model 7'] });
    fireEvent.click(screen.getByRole('checkbox', { name: /Ford/ }));
    expect(change).toHaveBeenLastCalledWith({ brands: [], models: [] });
  });

  it('the marketplace filter appears only if cars are on several marketplaces or one is chosen', () => {
    const change = vi.fn();
    render({}, change);
    expect(screen.queryByRole('group', { name: 'Marketplace' })).toBeNull();
    cleanup();
    const sources = [...facets.sources, { name: 'dba' as const, count: 3 }];
    render({}, change, undefined, { sources });
    fireEvent.click(screen.getByRole('checkbox', { name: /^DBA/ }));
    expect(change).toHaveBeenLastCalledWith({ sources: ['dba'] });
    cleanup();
    render({ sources: ['dba'] }, change);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^DBA/ }).checked).toBe(true);
  });

  it('the filter panel sets the body and the price drop', () => {
    const change = vi.fn();
    render({}, change, 'da');
    fireEvent.click(screen.getByRole('checkbox', { name: /^Stationcar/ }));
    expect(change).toHaveBeenLastCalledWith({ bodies: ['estate'] });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Sat ned de sidste 14 dage' }));
    expect(change).toHaveBeenLastCalledWith({ hasDropped: true });
  });

  it('the filter panel hides power, colour, equipment and days listed behind a button', async () => {
    const change = vi.fn();
    render({}, change);
    expect(screen.queryByRole('group', { name: 'Colour' })).toBeNull();
    const more = screen.getByRole('button', { name: 'More filters' });
    expect(more.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(more);
    fireEvent.click(await screen.findByRole('checkbox', { name: /^Grey/ }));
    expect(change).toHaveBeenLastCalledWith({ colors: ['grey'] });
    fireEvent.click(screen.getByRole('checkbox', { name: /^Towbar/ }));
    expect(change).toHaveBeenLastCalledWith({ features: ['towbar'] });
    fireEvent.change(screen.getByRole('combobox', { name: 'Lowest power' }), { target: { value: '150' } });
    expect(change).toHaveBeenLastCalledWith({ minHorsepower: 150 });
    const running = screen.getByRole('combobox', { name: 'Highest tax and energy a month' });
    fireEvent.change(running, { target: { value: '1000' } });
    expect(change).toHaveBeenLastCalledWith({ maxRunningDkk: 1_000 });
    const range = screen.getByRole('combobox', { name: 'Lowest electric range' });
    fireEvent.change(range, { target: { value: '400' } });
    expect(change).toHaveBeenLastCalledWith({ minRangeKm: 400 });
    expect(screen.getByText(/Cars whose range is not known are left out/)).toBeTruthy();
    fireEvent.change(screen.getByRole('combobox', { name: 'Smallest battery' }), { target: { value: '60' } });
    expect(change).toHaveBeenLastCalledWith({ minBatteryKwh: 60 });
    const days = screen.getByRole('combobox', { name: 'Days listed' });
    fireEvent.change(days, { target: { value: 'u7' } });
    expect(change).toHaveBeenLastCalledWith({ minDays: null, maxDays: 7 });
    fireEvent.change(days, { target: { value: 'f60' } });
    expect(change).toHaveBeenLastCalledWith({ minDays: 60, maxDays: null });
    fireEvent.change(days, { target: { value: '' } });
    expect(change).toHaveBeenLastCalledWith({ minDays: null, maxDays: null });
    fireEvent.click(screen.getByRole('button', { name: 'Fewer filters' }));
    expect(screen.queryByRole('group', { name: 'Colour' })).toBeNull();
  });

  it('the filter panel opens the hidden filters if one is active, and offers a limit that only the address holds', async () => {
    render({ minHorsepower: 133, minDays: 45 }, vi.fn());
    const power = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Lowest power' });
    expect(power.value).toBe('133');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Days listed' }).value).toBe('f45');
    expect(screen.queryByRole('button', { name: /filters$/ })).toBeNull();
  });

  it('the filter panel counts the cars of every fuel and gearbox and keeps a chosen one without cars', () => {
    const change = vi.fn();
    render({ fuels: ['electric'] }, change, 'da');
    const fuels = screen.getByRole('group', { name: 'Drivmiddel' });
    expect(fuels.textContent).toBe('DrivmiddelBenzin7Diesel1.200El0');
    fireEvent.click(screen.getByRole('checkbox', { name: /Diesel/ }));
    expect(change).toHaveBeenLastCalledWith({ fuels: ['electric', 'diesel'] });
    fireEvent.click(screen.getByRole('radio', { name: /^Manuelt gear/ }));
    expect(change).toHaveBeenLastCalledWith({ gearbox: 'manual' });
  });
});

describe('an empty list', () => {
  const words = { t: en, panel, day: String, isLastVisit: false };

  async function openEmpty(state: ListState, totalOf: (query: URLSearchParams) => number) {
    const change = vi.fn();
    vi.stubGlobal('fetch', async (url: string) => {
      const totalCount = totalOf(new URLSearchParams(url.split('?')[1]));
      return new Response(JSON.stringify({ cars: [], totalCount, brands: [{ name: 'Toyota', count: 41 }] }));
    });
    const asks = { isFilling: false, hasLocked: false, onReset: vi.fn(), onBrowseAll: vi.fn() };
    // Texts of a part are read by a promise, for which a test must wait.
    await act(async () => {
      renderApp(<EmptyList {...asks} state={state} chips={chipsOf(state, words)} onChange={change} />);
    });
    return change;
  }

  it('an empty list names each active filter with the number of cars without it', async () => {
    const state: ListState = { ...defaultListState, fuels: ['diesel'], minYear: 2020 };
    const change = await openEmpty(state, (query) =>
      query.get('minYear') === '2020' && !query.has('fuel') ? 12 : 0,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Without the filter Diesel: 12 cars' }));
    expect(change).toHaveBeenCalledWith({ fuels: [] });
    expect(screen.queryByRole('button', { name: /Without the filter from 2020/ })).toBeNull();
  });

  it('a search that finds nothing within several filters is offered without them', async () => {
    const state: ListState = {
      ...defaultListState,
      q: 'corolla',
      fuels: ['diesel'],
      minYear: 2020,
      seller: 'dealer',
    };
    const change = await openEmpty(state, (query) => (query.has('fuel') || !query.has('q') ? 0 : 41));
    fireEvent.click(await screen.findByRole('button', { name: 'Without the 3 filters: 41 cars' }));
    expect(changeListState(state, change.mock.calls[0]![0])).toEqual({ ...defaultListState, q: 'corolla' });
  });

  it('a search that is almost a brand and finds nothing anywhere is offered spelt right', async () => {
    const change = await openEmpty({ ...defaultListState, q: 'toyta' }, (query) =>
      query.get('q') === 'Toyota' ? 41 : 0,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Did you mean “Toyota”? 41 cars' }));
    expect(change).toHaveBeenCalledWith(expect.objectContaining({ q: 'Toyota' }));
  });
});

describe('what premium opens', () => {
  // docs/spec.md, section 5.
  it('the deal filter and the deal order open the upgrade dialog without Premium', () => {
    const [change, sort, upgrade] = [vi.fn(), vi.fn(), vi.fn()];
    renderApp(
      <>
        <DealFilter counts={null} chosen={[]} hasPremium={false} onChange={change} onUpgrade={upgrade} />
        <SortSelect sort="price_asc" hasPremium={false} onSort={sort} onUpgrade={upgrade} />
      </>,
    );
    fireEvent.click(screen.getByRole('checkbox', { name: /Amazing/ }));
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'deal' } });
    expect(upgrade).toHaveBeenCalledTimes(2);
    expect(change).not.toHaveBeenCalled();
    expect(sort).not.toHaveBeenCalled();
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'year_desc' } });
    expect(sort).toHaveBeenCalledWith('year_desc');
  });

  // docs/spec.md, section 2.
  it('a premium reader can filter and sort by deal', () => {
    const [change, sort] = [vi.fn(), vi.fn()];
    const counts = [{ name: 'amazing' as const, count: 34 }];
    renderApp(
      <>
        <DealFilter counts={counts} chosen={['fair']} hasPremium onChange={change} onUpgrade={vi.fn()} />
        <SortSelect sort="price_asc" hasPremium onSort={sort} onUpgrade={vi.fn()} />
      </>,
    );
    fireEvent.click(screen.getByRole('checkbox', { name: /Amazing/ }));
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'deal' } });
    expect(change).toHaveBeenCalledWith(['fair', 'amazing']);
    expect(sort).toHaveBeenCalledWith('deal');
  });
});

const brands = ['Ford', 'Toyota', 'Škoda', 'Volkswagen', 'Fiat', 'Seat'];

it.each([
  ['Toyta', 'Toyota'],
  ['toyoat corolla', 'Toyota corolla'],
  ['skoad', null],
  ['skda octavia', 'Škoda octavia'],
  ['volkswagon  golf', 'Volkswagen golf'],
  ['Toyota', null],
  ['For', null],
  ['Corolla', null],
  ['', null],
])('the search %j is offered as %j', (search, offered) => {
  expect(withClosestBrand(search, brands)).toBe(offered);
});

describe('the price fields', () => {
  // docs/spec.md, section 5.
  it('price fields read digits only, treat empty text and words as no limit, and allow at most a million', () => {
    expect(readMinimum('40.000')).toBe(40_000);
    expect(readMinimum('-5')).toBe(5);
    expect(readMinimum('')).toBe(0);
    expect(readMaximum('260.000 kr.')).toBe(260_000);
    expect(readMaximum('')).toBe(noUpperPriceDkk);
    expect(readMaximum('no limit')).toBe(noUpperPriceDkk);
    expect(readMaximum('9999999')).toBe(noUpperPriceDkk);
  });

  it('year fields accept only years between 1900 and 2100', () => {
    expect(readYear(' 2015 ')).toBe(2015);
    for (const text of ['', '15', '1899', '2101', '20155', 'ny']) expect(readYear(text), text).toBeNull();
  });
});
