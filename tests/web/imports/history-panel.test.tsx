import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { LockedCar, WireCar } from '#core/contract/routes/cars.ts';
import type { HistoryEntryWire } from '#core/contract/routes/imports.ts';
import { renderApp, stubService } from '#tests/web/support/render-app.tsx';
import { sampleCar } from '#tests/web/support/sample-car.ts';
import { worthALook } from '../../../web/src/imports/first-look.tsx';
import HistoryPanel from '../../../web/src/imports/history-panel.tsx';

const stats = { success: true, stats: { totalScrapes: 12, totalCarsAdded: 340, recentScrapes: 5 } };
const entry = (change: Partial<HistoryEntryWire> = {}) => ({
  id: 'h1',
  search_url: 'https://www.facebook.com/marketplace/odense/search?query=octavia&locale=en_US',
  scrape_type: 'manual',
  status: 'completed',
  scraped_at: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  cars_added_count: 7,
  ads_read_count: 9,
  left_out: [] as HistoryEntryWire['left_out'],
  error_code: null,
  error_message: null,
  ...change,
});

function open(answer: { status?: number; body: unknown }, language: 'en' | 'da' = 'en') {
  const requests = stubService({
    'GET /api/scrape-history/u/stats': { body: stats },
    'GET /api/scrape-history/u': answer,
  });
  renderApp(<HistoryPanel userId="u" />, { language });
  return requests;
}

describe('the history of imports', () => {
  // docs/spec.md, section 2.
  it('the import history counts all imports, their cars and those of the last thirty days', async () => {
    open({ body: { history: [], totalCount: 0 } });
    const shown = (name: string) => screen.getByText(name).parentElement?.querySelector('dd')?.textContent;
    await vi.waitFor(() => expect(shown('Imports in total')).toBe('12'));
    expect(shown('Cars Added')).toBe('340');
    expect(shown('Last 30 Days')).toBe('5');
  });

  // docs/spec.md, section 2.
  it('the import history shows each entry’s status, time, cars, link and failure reason', async () => {
    const failed = entry({ id: 'h2', status: 'failed', error_message: 'The search has no cars.' });
    open({ body: { history: [entry(), failed], totalCount: 2 } });
    const [first, second] = (await screen.findAllByText(/3h ago/)).map((time) => within(time.closest('li')!));
    expect(first!.getByText('Completed')).toBeTruthy();
    expect(first!.getByText(/7 cars added/)).toBeTruthy();
    expect(first!.getByRole('link').getAttribute('href')).toBe(entry().search_url);
    expect(first!.getByRole('link').textContent).toBe(
      '/marketplace/odense/search?query=octaviaOpen the search',
    );
    expect(second!.getByText('Failed')).toBeTruthy();
    expect(second!.getByText('The search has no cars.')).toBeTruthy();
  });

  it('the import history tells a failure as the import itself did, not in the service’s words', async () => {
    const words = { error_code: 'login_wall', error_message: 'A login is wanted.' } as const;
    open({ body: { history: [entry({ status: 'failed', ...words })], totalCount: 1 } });
    expect(await screen.findByText(/^Marketplace wanted a login for this search\./)).toBeTruthy();
    expect(screen.queryByText('A login is wanted.')).toBeNull();
  });

  it.each([
    [
      'en',
      '24 ads read, then Marketplace showed no more to visitors.',
      'Left out: 60 skipped (limit per page), 2 outside the search, 3 ads that were not cars for sale.',
      'and 1 more',
    ],
    [
      'da',
      '24 annoncer læst. Marketplace viste ikke flere til besøgende.',
      'Udeladt: 60 sprunget over (grænse pr. side), 2 uden for søgningen, 3 annoncer, der ikke var biler til salg.',
      'og 1 mere',
    ],
  ] as const)(
    'the import history says how far an import came and what it left out (%s)',
    async (language, cutOff, leftOut, more) => {
      const cut = entry({
        error_code: 'withheld',
        ads_read_count: 24,
        left_out: [
          { reason: 'beyond_limit', count: 60, titles: [] },
          { reason: 'not_asked_for', count: 2, titles: [] },
          { reason: 'not_for_sale', count: 3, titles: ['Trailer 750 kg', 'Yamaha R1'] },
        ],
      });
      open({ body: { history: [cut], totalCount: 1 } }, language);
      expect(await screen.findByText(cutOff, { exact: false })).toBeTruthy();
      const named = screen.getByText(leftOut).closest('details')!;
      expect(named.open).toBe(false);
      const titles = [...named.querySelectorAll('li')].map(({ textContent }) => textContent);
      expect(titles).toEqual(['Trailer 750 kg', 'Yamaha R1', more]);
    },
  );

  // docs/spec.md, sections 2 and 9.
  it('the import history loads ten entries at a time until all are shown', async () => {
    const page = (from: number, count: number) =>
      Array.from({ length: count }, (_, place) => entry({ id: `h${from + place}` }));
    stubService({
      'GET /api/scrape-history/u/stats': { body: stats },
      'GET /api/scrape-history/u': ({ query }) => {
        expect(query.get('pageSize')).toBe('10');
        return { body: { history: query.get('page') === '1' ? page(0, 10) : page(10, 2), totalCount: 12 } };
      },
    });
    renderApp(<HistoryPanel userId="u" />);
    fireEvent.click(await screen.findByRole('button', { name: 'Load More' }));
    await vi.waitFor(() => expect(screen.getAllByText(/3h ago/)).toHaveLength(12));
    expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull();
  });

  // docs/spec.md, section 8.
  it('the import history says if it is not activated or could not be loaded', async () => {
    open({ status: 404, body: { error: 'Not found', code: 'not_found' } });
    await screen.findByText('The import history is not switched on here.');
    open({ status: 403, body: { error: 'No', code: 'forbidden' } });
    await screen.findByText('The import history could not be loaded');
  });
});

const noEstimate = { valuation_low: null, valuation_avg: null, valuation_high: null };
const locked: LockedCar = { id: 'locked-1-1', deal: 'amazing', locked: true };
const withGap = (id: string, gap: number, change: Partial<WireCar> = {}) =>
  sampleCar({
    id,
    price: 100_000 + gap,
    valuation_low: 90_000,
    valuation_avg: 100_000,
    valuation_high: 110_000,
    deal: 'fair',
    ...change,
  });
const ids = (cars: readonly WireCar[]) => cars.map(({ id }) => id);

describe('what of an import is worth a look first', () => {
  it('worthALook counts cars below the market for readers with estimates, largest gap first', () => {
    const facts = worthALook(
      [withGap('a', -4_000), withGap('b', 2_000), withGap('c', -20_000), withGap('d', 0)],
      true,
    );
    expect(facts).toMatchObject({ total: 4, belowMarket: 2 });
    expect(ids(facts.picks)).toEqual(['c', 'a']);
  });

  it('worthALook ignores gaps shown as none and estimates that are not shown', () => {
    const facts = worthALook([withGap('a', -40), withGap('b', -9_000, { deal: 'no_estimate' })], true);
    expect(facts).toMatchObject({ belowMarket: 0, picks: [] });
  });

  it('worthALook shows readers without estimates only fair prices, largest price drop first', () => {
    const facts = worthALook(
      [
        sampleCar({ id: 'a', deal: 'fair', ...noEstimate }),
        sampleCar({ id: 'b', deal: 'fair', ...noEstimate, price_drop: { at: '2026-11-20', amount: 5_000 } }),
        sampleCar({ id: 'c', deal: 'poor', ...noEstimate, price_drop: { at: '2026-11-20', amount: 9_000 } }),
        locked,
      ],
      false,
    );
    expect(facts).toMatchObject({ total: 3, belowMarket: null, fair: 2 });
    expect(ids(facts.picks)).toEqual(['b', 'a']);
  });

  it('worthALook puts cars with serious findings last and cars with fewer findings first', () => {
    const facts = worthALook(
      [
        withGap('debt', -30_000, { findings: { count: 1, heavy: 1, heaviest: null } }),
        withGap('two', -5_000, { findings: { count: 2, heavy: 0, heaviest: null } }),
        withGap('one', -5_000, { findings: { count: 1, heavy: 0, heaviest: null } }),
      ],
      true,
    );
    expect(ids(facts.picks)).toEqual(['one', 'two', 'debt']);
  });

  it('worthALook names at most three cars and no sold one', () => {
    const cars = ['a', 'b', 'c', 'd', 'e'].map((id, i) => withGap(id, -10_000 + i * 1000));
    const facts = worthALook([{ ...cars[0]!, availability: 'sold' as const }, ...cars.slice(1)], true);
    expect(facts.belowMarket).toBe(5);
    expect(ids(facts.picks)).toEqual(['b', 'c', 'd']);
  });
});
