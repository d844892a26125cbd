import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { WireCar } from '#core/contract/routes/cars.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { noFacets } from '#tests/web/support/sample-answers.ts';
import { sampleCar } from '#tests/web/support/sample-car.ts';
import { createQueryClient } from '../../../web/src/api/queries.ts';
import { adoptSession } from '../../../web/src/api/session.ts';
import { changeCachedCar, dropCachedCar } from '../../../web/src/cars/use-marks.ts';
import FirstLook from '../../../web/src/imports/first-look.tsx';

const free = { hasPremium: false, seesEstimates: false, isKnown: true };
const beta = { hasPremium: false, seesEstimates: true, isKnown: true };
const premium = { hasPremium: true, seesEstimates: true, isKnown: true };
const noEstimate = { valuation_low: null, valuation_avg: null, valuation_high: null };
const openCars = ['a', 'b', 'c'].map((id, i) =>
  sampleCar({ id, title: `Car ${id}`, deal: i < 2 ? 'fair' : 'poor', ...noEstimate }),
);
/** 13.900 kr. below and 6.100 kr. above the market. */
const pricedCars = [
  sampleCar({ id: 'a', title: 'Car a', price: 135_000 }),
  sampleCar({ id: 'b', title: 'Car b', price: 155_000, deal: 'fair' }),
];

beforeEach(() => {
  localStorage.clear();
  signIn();
});

function serve(...pages: WireCar[][]) {
  return stubService({
    'GET /api/cars': ({ query }) => {
      const page = Number(query.get('page'));
      const totalCount = pages.flat().length;
      const counts = { page, totalCount, totalPages: Math.max(1, pages.length), catalogVersion: 'v' };
      return { body: { ...noFacets, ...counts, cars: pages[page - 1] ?? [] } };
    },
  });
}

function show({ access = free, isRunning = false, importId = 'j1', language = 'en' as 'en' | 'da' } = {}) {
  const [bestFirst, upgrade] = [vi.fn(), vi.fn()];
  const element = (running: boolean) => (
    <FirstLook
      importId={importId}
      isRunning={running}
      access={access}
      onBestFirst={bestFirst}
      onUpgrade={upgrade}
    />
  );
  return { ...renderApp(element(isRunning), { language }), bestFirst, upgrade };
}

/** An import that begins and ends when its buttons are pressed, between its being started and the first that is heard of it. */
function Import() {
  const [isRunning, setRunning] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setRunning(true)}>
        Begin
      </button>
      <button type="button" onClick={() => setRunning(false)}>
        End
      </button>
      <FirstLook importId="j1" access={free} onBestFirst={vi.fn()} onUpgrade={vi.fn()} {...{ isRunning }} />
    </>
  );
}

describe('the first look at an import', () => {
  it('the first look requests only the cars of its import, up to the last page', async () => {
    const requests = serve(openCars, [sampleCar({ id: 'd', deal: 'fair', ...noEstimate })]);
    show();
    await screen.findByText('3 of 4 cars you can see have a fair price.');
    expect(requests.map(({ query }) => [query.get('import'), query.get('page')])).toEqual([
      ['j1', '1'],
      ['j1', '2'],
    ]);
  });

  it('the first look shows free readers fair prices, links to cars and plans, and no estimate', async () => {
    serve(openCars);
    const { upgrade } = show();
    await screen.findByText('2 of 3 cars you can see have a fair price.');
    const picks = within(screen.getByRole('list', { name: 'Look at these cars first' })).getAllByRole('link');
    expect(picks.map((link) => link.getAttribute('href'))).toEqual(['/car/a', '/car/b']);
    expect(picks[0]!.textContent).toBe('Car a118.000 kr. · Rated neither a bargain nor overpriced');
    screen.getByText('With Premium you also see which are priced below the market, and by how much.');
    fireEvent.click(screen.getByRole('button', { name: 'See the plans' }));
    expect(upgrade).toHaveBeenCalledWith('unlock_price');
  });

  it('the first look shows the price drop to readers without estimates', async () => {
    serve([sampleCar({ ...openCars[0], id: 'x', price_drop: { at: '2026-11-20', amount: 4_000 } })]);
    show();
    expect((await screen.findByRole('link')).textContent).toMatch(/4\.000 kr\. less$/);
  });

  it('the first look shows premium readers cars below the market with the amount, and no plans', async () => {
    serve(pricedCars);
    const { bestFirst } = show({ access: premium });
    await screen.findByText('1 of 2 cars is priced below the market.');
    const pick = screen.getByRole('link');
    expect(pick.textContent).toBe('Car a135.000 kr. · 13.900 kr. below market');
    expect(screen.queryByRole('button', { name: 'See the plans' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show the best deals first' }));
    expect(bestFirst).toHaveBeenCalledOnce();
  });

  it('the first look says in Danish what the beta unlock shows and what Premium adds', async () => {
    serve(pricedCars);
    show({ access: beta, language: 'da' });
    await screen.findByText('1 af 2 biler er prissat under markedet.');
    screen.getByText('Med Premium ser du også kuppene.');
  });

  it('the first look keeps its place while the import runs and requests nothing before its end', async () => {
    const requests = serve(openCars);
    show({ isRunning: true });
    screen.getByText('When all cars are rated, this shows which ones to open first.');
    expect(screen.queryByRole('button')).toBeNull();
    expect(requests).toEqual([]);
  });

  it('the first look waits until the reader’s plan is known', () => {
    const requests = serve(openCars);
    show({ access: { ...free, isKnown: false } });
    expect(requests).toEqual([]);
  });

  it('the first look retries until a busy service answers', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const refused = [503, 429, 503, 500, 429];
    const requests = stubService({
      'GET /api/cars': () => {
        const status = refused.shift();
        if (status) return { status, body: {} };
        const counts = { page: 1, totalCount: 3, totalPages: 1, catalogVersion: 'v' };
        return { body: { ...noFacets, ...counts, cars: openCars } };
      },
    });
    show();
    const answers = refused.length + 1;
    for (let asked = 1; asked <= answers; asked++) await act(() => vi.advanceTimersByTimeAsync(20_000));
    await screen.findByText('2 of 3 cars you can see have a fair price.');
    expect(requests).toHaveLength(answers);
  });

  it('the first look disappears if the reader has no such import', async () => {
    const requests = stubService({ 'GET /api/cars': () => ({ status: 404, body: { code: 'not_found' } }) });
    const { container } = show();
    await waitFor(() => expect(requests).toHaveLength(1));
    await waitFor(() => expect(container.querySelector('section')).toBeNull());
  });

  it('the first look requests the cars at the end of an import, even right after an earlier request', async () => {
    let cars: WireCar[] = [];
    const requests = stubService({
      'GET /api/cars': () => ({
        body: { ...noFacets, page: 1, totalCount: cars.length, totalPages: 1, catalogVersion: 'v', cars },
      }),
    });
    const { client } = renderApp(<Import />);
    client.setDefaultOptions(createQueryClient().getDefaultOptions());
    await waitFor(() => expect(requests).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: 'Begin' }));
    cars = openCars;
    fireEvent.click(screen.getByRole('button', { name: 'End' }));
    await screen.findByText('2 of 3 cars you can see have a fair price.');
  });

  it('the first look stays hidden for an import without visible cars', async () => {
    const requests = serve([]);
    const { container } = show();
    await waitFor(() => expect(requests).toHaveLength(1));
    await waitFor(() => expect(container.querySelector('section')).toBeNull());
  });

  it('cars in the first look can be starred and unstarred like those of any list', async () => {
    serve(openCars);
    const { client } = show();
    await screen.findByText('2 of 3 cars you can see have a fair price.');
    act(() => changeCachedCar(client, 'a', { isStarred: true }));
    act(() => void dropCachedCar(client, 'a', () => true));
    await screen.findByText('1 of 2 cars you can see has a fair price.');
  });

  it('closing the first look hides it for this import only, and for good', async () => {
    const requests = serve(openCars);
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('heading')).toBeNull();
    requests.length = 0;
    show();
    expect(screen.queryByRole('heading')).toBeNull();
    expect(requests).toEqual([]);
    show({ importId: 'j2' });
    await screen.findByText(/fair price/);
  });

  it('the end of a session forgets which first looks were closed', async () => {
    serve(openCars);
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    adoptSession(null);
    expect(localStorage.length).toBe(0);
  });

  it('the first look opens if its stored state cannot be read', async () => {
    localStorage.setItem('bilfund_first_looks_closed', '{');
    serve(openCars);
    show();
    await screen.findByText(/fair price/);
  });
});
