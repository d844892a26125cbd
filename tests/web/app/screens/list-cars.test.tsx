import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ListCars } from '../../../../web/src/app/screens/list-cars.tsx';
import { defaultListState, type ListState } from '../../../../web/src/features/cars/list-state.ts';
import { renderApp, signIn, stubService } from '../../support/render-app.tsx';

const noCars = {
  ...{ cars: [], lockedOnPage: 0, totalCount: 0, totalPages: 1, page: 1, catalogVersion: '' },
  ...{ brands: [], deals: null, fuels: [], gearboxes: [], sellers: [], priceHistogram: [] },
};
const filtered: ListState = { ...defaultListState, view: 'all', brands: ['Skoda'], maxPriceDkk: 100_000 };

const render = (state: ListState, answers = {}) => {
  const asked = stubService({ 'GET /api/cars': { body: noCars }, ...answers });
  renderApp(<ListCars state={state} onState={vi.fn()} />);
  return asked;
};
const follow = { name: 'Tell me about new ones' };

beforeEach(signIn);

describe('the filters of the list', () => {
  it('become an automated search with one click, under the name that the chips give them', async () => {
    const asked = render(filtered, {
      'POST /api/subscriptions': { status: 201, body: { subscription: {} } },
    });
    fireEvent.click(await screen.findByRole('button', follow));
    await screen.findByText(/Successfully subscribed to updates!/);
    expect(asked.find(({ key }) => key === 'POST /api/subscriptions')?.body).toEqual({
      filters: { brand: 'Skoda', maxPrice: '100000' },
      name: expect.stringContaining('Skoda'),
    });
  });

  it('say why they could not', async () => {
    render(filtered, {
      'POST /api/subscriptions': {
        status: 403,
        body: { code: 'limit_reached', error: 'You have reached your limit of automated searches.' },
      },
    });
    fireEvent.click(await screen.findByRole('button', follow));
    await screen.findByText('Subscription failed: You have reached your limit of automated searches.');
  });

  it.each([
    ['without a filter', defaultListState],
    ['over the starred cars', { ...filtered, view: 'starred' as const }],
  ])('offer nothing to follow %s', async (_where, state) => {
    const asked = render(state);
    await waitFor(() => expect(asked.some(({ key }) => key === 'GET /api/cars')).toBe(true));
    expect(screen.queryByRole('button', follow)).toBeNull();
  });
});
