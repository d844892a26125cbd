import { Suspense, use } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { defaultListState } from '../../../../web/src/features/cars/list-state.ts';
import { useCarList } from '../../../../web/src/features/cars/use-car-list.ts';
import { renderApp, signIn, stubService } from '../../support/render-app.tsx';

beforeEach(signIn);

const never = new Promise<void>(() => undefined);

/** A screen that is being made and not shown yet. */
function Waiting({ isEnabled }: { isEnabled: boolean }) {
  useCarList(defaultListState, false, isEnabled);
  use(never);
  return null;
}

const open = (isEnabled: boolean) => {
  const requests = stubService({ 'GET /api/cars': { body: { cars: [], totalCount: 0 } } });
  renderApp(
    <Suspense>
      <Waiting isEnabled={isEnabled} />
    </Suspense>,
  );
  return requests;
};

it('asks for a list’s cars once, while its screen is still being made', async () => {
  const requests = open(true);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
});

it('asks for none where no list is wanted', async () => {
  const requests = open(false);
  // A request goes out one task later than it is asked for.
  await new Promise((done) => setTimeout(done));
  expect(requests).toEqual([]);
});
