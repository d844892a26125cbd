import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { Mine } from '../../../web/src/catalog/mine.tsx';

const visitedAt = '2026-11-20T08:00:00.000Z';

/** Answers each list with its own number of cars. */
function serve(totals: { new: number; amazing: number }) {
  return stubService({
    'GET /api/cars': ({ query }) => ({
      body: { cars: [], totalCount: query.get('deal') === 'amazing' ? totals.amazing : totals.new },
    }),
  });
}

beforeEach(signIn);

describe('what came for a reader', () => {
  it('each number is the total of the list that it leads to', async () => {
    const asked = serve({ new: 1_100, amazing: 3_000 });
    renderApp(<Mine visitedAt={visitedAt} hasPremium mode="list" />);
    const fresh = await screen.findByRole('link', { name: '1.100 new since my last visit' });
    const amazing = await screen.findByRole('link', { name: '3.000 amazing among my discoveries' });
    for (const [link, wanted] of [
      [fresh, { newSince: visitedAt }],
      [amazing, { view: 'discovered', deal: 'amazing' }],
    ] as const) {
      const led = new URL(link.getAttribute('href')!, 'https://bilfund.invalid').searchParams;
      expect(Object.fromEntries(led)).toMatchObject({ ...wanted, mode: 'list' });
      const fits = ({ query }: (typeof asked)[number]) =>
        Object.entries(wanted).every(([name, value]) => query.get(name) === value);
      expect(asked.filter(fits)).toHaveLength(1);
    }
  });

  it('nothing is said of nothing', async () => {
    const asked = serve({ new: 0, amazing: 0 });
    renderApp(<Mine visitedAt={visitedAt} hasPremium mode="grid" />);
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('a first visit and a reader without Premium ask for no numbers', () => {
    const asked = serve({ new: 1_100, amazing: 3_000 });
    renderApp(<Mine visitedAt={null} hasPremium={false} mode="grid" />);
    expect(asked).toEqual([]);
  });
});
