import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { importStatus, noCars } from '#tests/web/support/sample-answers.ts';
import { sampleCar } from '#tests/web/support/sample-car.ts';
import { queryKeys } from '../../../web/src/api/queries.ts';
import { ListCars } from '../../../web/src/catalog/list-cars.tsx';
import { changeListState, defaultListState, type ListState } from '../../../web/src/catalog/list-state.ts';

const filtered: ListState = { ...defaultListState, view: 'all', brands: ['Skoda'], maxPriceDkk: 100_000 };

const render = (state: ListState, answers = {}) => {
  const asked = stubService({ 'GET /api/cars': { body: noCars }, ...answers });
  renderApp(<ListCars state={state} onState={vi.fn()} />);
  return asked;
};
/** The list of an import whose status stays; `tell` answers anew. */
function renderImport(state: ListState, status: object, first: object, hasPremium = false) {
  let body = first;
  stubService({
    'GET /api/cars': () => ({ body }),
    'GET /api/scrape-status': { body: { status } },
    'GET /api/payments/check-premium': { body: { hasPremium, seesEstimates: hasPremium } },
  });
  const { client } = renderApp(<ListCars state={state} onState={vi.fn()} />);
  return {
    tell: (next: object) => {
      body = next;
      return client.invalidateQueries({ queryKey: queryKeys.carLists });
    },
  };
}
const follow = { name: 'Tell me about new ones' };

beforeEach(signIn);

function Changing({ states }: { states: ListState[] }) {
  const [place, setPlace] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setPlace(place + 1)}>
        change
      </button>
      <ListCars state={states[place]!} onState={vi.fn()} />
    </>
  );
}

describe('the list', () => {
  // docs/spec.md, section 4.
  it('the list is requested again when the view, a filter, the order or the page changes', async () => {
    const states: ListState[] = [defaultListState];
    const changes: Partial<ListState>[] = [
      { view: 'starred' },
      { brands: ['Ford'] },
      { sort: 'year_desc' },
      { page: 2 },
    ];
    for (const change of changes) states.push(changeListState(states.at(-1)!, change));
    const requests = stubService({ 'GET /api/cars': { body: { ...noCars, totalCount: 60, totalPages: 2 } } });
    const asked = () =>
      requests.map(({ address }) => address).filter((address) => address.startsWith('/api/cars?'));
    renderApp(<Changing states={states} />);
    await vi.waitFor(() => expect(asked().at(-1)).toContain('view=all'));
    for (const word of ['view=starred', 'brand=Ford', 'sort=year_desc', 'page=2']) {
      fireEvent.click(screen.getByText('change'));
      await vi.waitFor(() => expect(asked().filter((address) => address.includes(word))).not.toEqual([]));
    }
  });
});

describe('an import without cars', () => {
  const running = importStatus({ jobId: 'j', status: 'scraping', percent: 25, carsFound: 0, carsDone: 0 });
  const ended = { ...running, status: 'completed', percent: 100 };
  const show = async (status: object | null, hasPremium = false) => {
    const onState = vi.fn();
    stubService({
      'GET /api/cars': { body: noCars },
      'GET /api/scrape-status': { body: { status } },
      'GET /api/payments/check-premium': { body: { hasPremium, seesEstimates: hasPremium } },
    });
    renderApp(<ListCars state={{ ...defaultListState, importId: 'j' }} onState={onState} />);
    return onState;
  };

  it('an empty import says that cars will appear while it runs, and that it ended when it has', async () => {
    await show(running);
    await screen.findByText('No cars from this import yet');
    await show(null);
    await screen.findByText('This import has no cars to show');
    expect(screen.queryByText(/one by one/)).toBeNull();
  });

  it('an empty import mentions a possible locked deal to free readers only', async () => {
    await show(ended);
    await screen.findByText(/amazing deals, which are part of Premium/);
    await show(ended, true);
    await waitFor(() => expect(screen.queryByText(/an amazing deal/)).toBeNull());
    await screen.findByText(/sold, removed or not for cars\. See History/);
  });

  it('a failed or empty import does not show all cars instead of its own', async () => {
    const onState = await show({ ...ended, failure: 'empty' });
    await screen.findByText('This import has no cars to show');
    expect(onState).not.toHaveBeenCalled();
  });
});

describe('an empty list where we visit nothing ourselves', () => {
  it('an empty list offers what the reader’s own browser can do, and the value of one car', async () => {
    render(defaultListState, { 'GET /api/about': { body: { importsEnabled: false, platesEnabled: true } } });
    await screen.findByText(/Press the Bilfund button on a search/);
    expect(screen.queryByText(/Paste a Marketplace search/)).toBeNull();
    const leads = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(leads).toEqual(expect.arrayContaining(['/button', '/extension', '/check']));
  });
});

describe('the filters of the list', () => {
  // docs/spec.md, section 2.
  it('one button clears all filters and nothing else', async () => {
    const onState = vi.fn();
    stubService({ 'GET /api/cars': { body: noCars } });
    const state: ListState = {
      ...filtered,
      view: 'starred',
      sort: 'year_desc',
      mode: 'list',
      q: 'combi',
      page: 2,
    };
    renderApp(<ListCars state={state} onState={onState} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Reset' }));
    expect(onState).toHaveBeenCalledWith({
      ...defaultListState,
      view: 'starred',
      sort: 'year_desc',
      mode: 'list',
    });
  });

  // docs/spec.md, section 8.
  it('one click turns the filters into an automated search without a stored name', async () => {
    const asked = render(filtered, {
      'POST /api/subscriptions': { status: 201, body: { subscription: {} } },
    });
    fireEvent.click(await screen.findByRole('button', follow));
    await screen.findByText('We repeat this search every hour for a week and tell you about new cars.');
    expect(asked.find(({ key }) => key === 'POST /api/subscriptions')?.body).toEqual({
      filters: { brand: 'Skoda', maxPrice: '100000' },
    });
  });

  it('filters that cannot become an automated search show the reason', async () => {
    render(filtered, {
      'POST /api/subscriptions': {
        status: 403,
        body: { code: 'limit_reached', error: 'You have reached your limit of automated searches.' },
      },
    });
    fireEvent.click(await screen.findByRole('button', follow));
    await screen.findByText(
      'The automated search was not set up: You have reached your limit of automated searches.',
    );
  });

  it.each([
    ['without a filter', defaultListState],
    ['over the starred cars', { ...filtered, view: 'starred' as const }],
  ])('filters offer no automated search %s', async (_where, state) => {
    const asked = render(state);
    await waitFor(() => expect(asked.some(({ key }) => key === 'GET /api/cars')).toBe(true));
    expect(screen.queryByRole('button', follow)).toBeNull();
  });
});

describe('a filter by deal, which is part of Premium', () => {
  const poor = { ...defaultListState, deals: ['poor' as const] };
  const chip = { name: 'Remove filter: Poor' };

  it('a filter by deal is shown to those whose list it filters', async () => {
    renderImport(poor, {}, noCars, true);
    expect(await screen.findByRole('button', chip)).toBeTruthy();
  });

  it('a filter by deal is not shown to a free reader, whose list is not filtered by it', async () => {
    renderImport(poor, {}, noCars);
    expect(await screen.findByText('0 cars')).toBeTruthy();
    expect(screen.queryByRole('button', chip)).toBeNull();
  });
});

describe('the list of an import that runs', () => {
  it('the list of a running import shows all its ads at once as being rated', async () => {
    const ad = { foreign_price: null, mileage: null, city: 'Vejle', image_url: null };
    const unrated = [
      { ...ad, title: 'Fiat Panda', price: 39_900, year: 2014 },
      { ...ad, title: 'Ford Ka', price: 0, year: null },
    ];
    render(
      { ...defaultListState, importId: 'j1' },
      {
        'GET /api/cars': { body: { ...noCars, unrated } },
        'GET /api/scrape-status': { body: { status: null } },
      },
    );
    expect(await screen.findByText('Fiat Panda')).toBeTruthy();
    expect(screen.getByText('Ford Ka')).toBeTruthy();
    expect(screen.getByText('39.900 kr.')).toBeTruthy();
    expect(screen.getAllByText('Rating…')).toHaveLength(unrated.length);
    expect(screen.queryByText('No cars from this import yet')).toBeNull();
    expect(screen.getByText('2 ads are being rated')).toBeTruthy();
  });

  const running = importStatus({ carsFound: 3, carsDone: 0 });
  const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  const importShown: ListState = { ...defaultListState, importId: 'j1', sort: 'scraped_desc' };

  it('an ad of a running import becomes its car where it stands', async () => {
    const ad = { price: 39_900, year: 2014, foreign_price: null, mileage: null, city: null, image_url: null };
    const ads = ['Fiat Panda', 'Ford Ka', 'Kia Rio'].map((title, place) => ({
      ...ad,
      id: `c${place}`,
      title,
    }));
    const { tell } = renderImport(importShown, running, { ...noCars, unrated: ads }, true);
    const all = ['Fiat Panda', 'Ford Ka', 'Kia Rio'];
    await waitFor(() => expect(titles()).toEqual(all));
    expect(screen.getAllByText('Rating…')).toHaveLength(3);
    const [first, second, third] = ads.map(({ id, title }) => sampleCar({ id, title }));
    await tell({ ...noCars, totalCount: 1, cars: [second], unrated: [ads[0], ads[2]] });
    await waitFor(() => expect(screen.getAllByText('Rating…')).toHaveLength(2));
    expect(titles()).toEqual(all);
    await tell({ ...noCars, totalCount: 3, cars: [third, first, second], unrated: [] });
    await waitFor(() => expect(screen.queryByText('Rating…')).toBeNull());
    expect(titles()).toEqual(all);
  });

  it('readers who may not see which ads are left see a place for each', async () => {
    const cars = [sampleCar({ title: 'Ford Ka' })];
    renderImport(importShown, { ...running, carsDone: 1 }, { ...noCars, totalCount: 1, cars, unrated: [] });
    await waitFor(() => expect(screen.getAllByText('Rating…')).toHaveLength(2));
    expect(titles()).toEqual(['Ford Ka']);
    expect(screen.getByText('1–1 of 1 car · 2 ads are being rated')).toBeTruthy();
  });

  it('the number of ads being rated counts those beyond the first page', async () => {
    renderImport(importShown, { ...running, carsFound: 45 }, { ...noCars, unrated: [] });
    expect(await screen.findByText('45 ads are being rated')).toBeTruthy();
  });
});
