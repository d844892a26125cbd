import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ScrapeStatusWire } from '#core/contract/routes/imports.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { importStatus as status } from '#tests/web/support/sample-answers.ts';
import { queryKeys } from '../../../web/src/api/queries.ts';
import { Places } from '../../../web/src/catalog/list-controls.tsx';
import HistoryPanel from '../../../web/src/imports/history-panel.tsx';
import { ImportProgress } from '../../../web/src/imports/import-progress.tsx';
import { setWaitingImports } from '../../../web/src/imports/kept-imports.ts';
import { ProgressLine } from '../../../web/src/imports/progress-line.tsx';
import { Link } from '../../../web/src/ui/link.tsx';

beforeEach(() => {
  signIn();
  setWaitingImports([]);
});

function serve(first: ScrapeStatusWire) {
  let current: ScrapeStatusWire | null = first;
  const askedAt: number[] = [];
  const requests = stubService({
    'GET /api/scrape-status': () => {
      askedAt.push(Date.now());
      return { body: { status: current } };
    },
    'DELETE /api/scrape-status': () => {
      current = null;
      return { body: { ok: true } };
    },
  });
  return {
    requests,
    askedAt,
    set: (next: ScrapeStatusWire | null) => {
      current = next;
    },
  };
}

function Screens() {
  const { search } = useLocation();
  return (
    <>
      <ProgressLine />
      <Places current="all" />
      {search === '?view=history' ? <HistoryPanel userId="u" /> : null}
      <Link to="/away">Away</Link>
    </>
  );
}

describe('the progress of an import', () => {
  // docs/spec.md, sections 4 and 9.
  it.each([
    ['queued', 10, 0],
    ['scraping', 25, 1],
    ['ocr', 50, 2],
    ['tjekbil', 75, 3],
  ] as const)(
    'the import progress shows the stage %s as %i percent, with %i of four steps done',
    async (stage, percent, steps) => {
      serve(status({ status: stage, percent }));
      renderApp(<ProgressLine />);
      expect(await screen.findByText(`${percent}%`)).toBeTruthy();
      const segments = [...document.querySelectorAll('section[role=status] [aria-hidden] > div')];
      expect(segments.filter(({ className }) => className.includes('border-accent'))).toHaveLength(steps);
    },
  );

  // docs/spec.md, section 2.
  it('the import progress stands in the page flow and covers nothing', async () => {
    serve(status({}));
    renderApp(<ProgressLine />);
    const line = (await screen.findByText('50%')).closest('section')!;
    for (let part: Element | null = line; part && part !== document.body; part = part.parentElement)
      expect(part.className).not.toMatch(/\b(?:fixed|sticky|absolute)\b/);
  });

  // docs/spec.md, section 2.
  it('the import progress shows the stage, what is happening and how many cars are ready', async () => {
    serve(status({}));
    renderApp(<ProgressLine />);
    expect(await screen.findByText('50%')).toBeTruthy();
    expect(screen.getByText(/Reading plates in the photos/).textContent).toContain('23 of 41 cars');
  });

  // docs/spec.md, sections 4 and 9.
  it('the import progress polls every two seconds while the live feed is down and disappears when completed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const service = serve(status({}));
    renderApp(<ProgressLine />);
    await screen.findByText('50%');
    const { askedAt } = service;
    for (const count of [2, 3]) {
      await vi.advanceTimersByTimeAsync(2_000);
      await vi.waitFor(() => expect(askedAt).toHaveLength(count));
      // The next look is due two seconds after an answer, which itself takes a moment.
      const pauseMs = askedAt.at(-1)! - askedAt.at(-2)!;
      expect(pauseMs).toBeGreaterThanOrEqual(2_000);
      expect(pauseMs).toBeLessThan(10_000);
    }
    const shown: string[] = [];
    // Whatever comes into the page, be it for a moment.
    const watch = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) shown.push(node.textContent ?? '');
    });
    watch.observe(document.body, { childList: true, subtree: true });
    service.set(status({ status: 'completed', percent: 100, carsDone: 41 }));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await screen.findByText('41 cars checked')).toBeTruthy();
    await vi.waitFor(() =>
      expect(service.requests.some(({ key }) => key === 'DELETE /api/scrape-status')).toBe(true),
    );
    await vi.waitFor(() => expect(screen.queryByText('Importing from Marketplace')).toBeNull());
    watch.disconnect();
    expect(shown.filter((text) => text.includes('This import was not counted.'))).toEqual([]);
  });

  it('the import progress reports the number of cars once, even if a late answer repeats the end', async () => {
    const ended = status({ jobId: 'j2', status: 'completed', percent: 100, carsDone: 42 });
    serve(ended);
    const { client } = renderApp(<ProgressLine />);
    expect(await screen.findByText('42 cars checked')).toBeTruthy();
    const kept = () => client.getQueryData(queryKeys.scrapeStatus);
    await vi.waitFor(() => expect(kept()).toEqual({ status: null }));
    // The answer to a look that began before the end was forgotten.
    act(() => void client.setQueryData(queryKeys.scrapeStatus, { status: { ...ended } }));
    await vi.waitFor(() => expect(kept()).toEqual({ status: null }));
    expect(screen.getAllByText('42 cars checked')).toHaveLength(1);
  });

  it('the import progress can be hidden while the import runs', async () => {
    serve(status({}));
    renderApp(<ProgressLine />);
    fireEvent.click(await screen.findByRole('button', { name: 'Hide progress' }));
    expect(screen.queryByText('50%')).toBeNull();
  });

  // docs/spec.md, section 8.
  it('a failed import shows its reason, that it was not counted, and is forgotten when closed', async () => {
    const { requests } = serve(status({ status: 'failed', percent: 10, failure: 'login_wall' }));
    renderApp(<ProgressLine />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The import ended without cars.');
    expect(alert.textContent).toContain('Marketplace wanted a login for this search.');
    expect(alert.textContent).toContain('This import was not counted.');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(requests.map(({ key }) => key)).toContain('DELETE /api/scrape-status');
  });

  it('a failed import is reported only on the screen where it is first seen', async () => {
    const service = serve(status({ status: 'failed', percent: 10, failure: 'timeout' }));
    renderApp(
      <>
        <ProgressLine />
        <Link to="/profile">Away</Link>
      </>,
    );
    const sentence = (await screen.findByRole('alert')).textContent;
    expect(sentence).toContain('Wait a little and try again.');
    await vi.waitFor(() =>
      expect(service.requests.map(({ key }) => key)).toContain('DELETE /api/scrape-status'),
    );
    expect(screen.getByRole('alert').textContent).toBe(sentence);
    fireEvent.click(screen.getByRole('link', { name: 'Away' }));
    await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('the imports are marked until their reader looks at them, also once the message is closed', async () => {
    serve(status({ status: 'failed', percent: 10, failure: 'timeout' }));
    renderApp(<Screens />);
    await screen.findByRole('alert');
    const mark = { name: 'Imports : one ended without all its cars' };
    expect(screen.getByRole('link', mark)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.getByRole('link', mark)).toBeTruthy();
    fireEvent.click(screen.getByRole('link', mark));
    expect(await screen.findByRole('heading', { name: 'Import history' })).toBeTruthy();
    await vi.waitFor(() => expect(screen.getByRole('link', { name: 'Imports' })).toBeTruthy());
  });

  it('an import that ends badly while its history is open leaves no mark behind', async () => {
    serve(status({ status: 'failed', percent: 10, failure: 'timeout' }));
    renderApp(<Screens />, { path: '/?view=history' });
    await screen.findByRole('alert');
    fireEvent.click(screen.getByRole('link', { name: 'Away' }));
    await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.getByRole('link', { name: 'Imports' })).toBeTruthy();
  });

  it('queued imports are listed, can be removed, and start when nothing runs any more', async () => {
    const urls = ['a', 'b', 'c'].map(
      (word) => `https://www.facebook.com/marketplace/odense/search?query=${word}`,
    );
    setWaitingImports(urls.map((url, place) => ({ url, name: `Search ${place}` })));
    let current: ScrapeStatusWire | null = status({});
    const requests = stubService({
      'GET /api/scrape-status': () => ({ body: { status: current } }),
      'DELETE /api/scrape-status': () => {
        current = null;
        return { body: { ok: true } };
      },
      'POST /scrape': () => {
        current = status({ jobId: 'j2', status: 'scraping', percent: 25 });
        return { status: 202, body: { id: 'h', jobId: 'j2', status: 'queued', carsAdded: 0 } };
      },
    });
    const begun = () => requests.filter(({ key }) => key === 'POST /scrape').map(({ body }) => body);
    const { client } = renderApp(<ProgressLine />);
    expect(await screen.findByText('Next: Search 0')).toBeTruthy();
    expect(screen.getByText('Number 3 in the queue: Search 2')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Remove Search 1 from the queue' }));
    expect(await screen.findByText('Number 2 in the queue: Search 2')).toBeTruthy();
    expect(begun()).toEqual([]);
    current = status({ status: 'completed', percent: 100, carsDone: 41 });
    await act(() => client.invalidateQueries({ queryKey: queryKeys.scrapeStatus }));
    expect(await screen.findByText('Next: Search 2')).toBeTruthy();
    await vi.waitFor(() => expect(begun()).toEqual([{ url: urls[0] }]));
  });

  it('a search without cars is not reported as a failure', async () => {
    serve(status({ status: 'completed', percent: 100, carsDone: 0, carsFound: 0, failure: 'empty' }));
    renderApp(<ProgressLine />, { language: 'da' });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Søgningen har ingen biler.');
    expect(alert.textContent).not.toContain('endte uden biler');
  });

  it.each([
    ['withheld', true],
    ['login_wall', true],
    ['layout_changed', false],
    ['location_not_recognised', false],
  ] as const)(
    'the progress line links to the Bilfund button only if the reader can see what we cannot: %s',
    async (failure, isOffered) => {
      serve(status({ status: 'failed', percent: 10, carsDone: 0, failure }));
      renderApp(<ProgressLine />);
      await screen.findByRole('alert');
      const link = screen.queryByRole('link', { name: 'Use the Bilfund button' });
      expect(link?.getAttribute('href') ?? null).toBe(isOffered ? '/button' : null);
    },
  );
});

describe('an import of another marketplace', () => {
  it('the progress line names another marketplace and what helps there if no cars came', async () => {
    const service = serve(status({ source: 'dba' }));
    renderApp(<ProgressLine />);
    expect(await screen.findByText('Importing from DBA')).toBeTruthy();
    service.set(status({ source: 'dba', status: 'failed', failure: 'closed_to_robots' }));
    const sentence = await screen.findByText(/^DBA blocks automated access/, {}, { timeout: 5000 });
    expect(sentence.textContent).toMatch(/press the Bilfund button there/);
    expect(document.body.textContent).not.toContain('Marketplace');
  });
});

it('the progress line says how many ads belong to cars that are counted already', async () => {
  const status = { status: 'tjekbil', percent: 75, carsFound: 46, carsDone: 0 } as const;
  const { client } = renderApp(<Live first={status} />);
  expect(document.body.textContent).toContain('0 of 46 cars');
  expect(document.body.textContent).not.toContain('already counted');
  act(() => client.setQueryData(['status'], { ...status, carsFound: 44, carsDone: 44 }));
  await waitFor(() =>
    expect(document.body.textContent).toContain('44 of 44 cars · 2 ads of cars already counted'),
  );
});

type Told = Parameters<typeof ImportProgress>[0]['status'];

function Live({ first }: { first: Told }) {
  const { data } = useQuery({
    queryKey: ['status'],
    queryFn: () => first,
    initialData: first,
    enabled: false,
  });
  return <ImportProgress status={data} />;
}
