import { Suspense, use } from 'react';
import { expect, it, vi } from 'vitest';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { defaultListState, type ListState } from '../../../web/src/catalog/list-state.ts';
import { useCarList } from '../../../web/src/catalog/use-car-list.ts';

const highestPrice: ListState = { ...defaultListState, sort: 'price_desc' };
const never = new Promise<void>(() => undefined);

/** A screen that is being made and not shown yet; one of its two lists is not wanted. */
function Waiting() {
  useCarList(defaultListState, false, false);
  useCarList(highestPrice);
  use(never);
  return null;
}

it('useCarList requests the cars once while the screen is being rendered, and nothing when no list is wanted', async () => {
  signIn();
  const requests = stubService({ 'GET /api/cars': { body: { cars: [], totalCount: 0 } } });
  renderApp(
    <Suspense>
      <Waiting />
    </Suspense>,
  );
  await vi.waitFor(() => expect(requests).not.toEqual([]));
  expect(requests.map(({ query }) => query.get('sort'))).toEqual(['price_desc']);
});
