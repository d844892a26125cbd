import { readFileSync } from 'node:fs';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExampleImport } from '#core/imports/example-import.ts';
import { renderApp, stubService } from '#tests/web/support/render-app.tsx';
import { WatchImport } from '../../../web/src/home/home-below.tsx';

const committed = JSON.parse(
  readFileSync('web/public/example-import/recording.json', 'utf8'),
) as ExampleImport;
const [first, second] = committed.cars as [ExampleImport['cars'][number], ExampleImport['cars'][number]];
const progress = { percent: 50, carsFound: 2, carsDone: 0 };

/** Half a minute: shown at twice its speed. */
const recording: ExampleImport = {
  ...committed,
  search: '/marketplace/odense/search?query=octavia',
  statuses: [
    { ...progress, atMs: 0, status: 'queued', percent: 10, carsFound: 0 },
    { ...progress, atMs: 4_000, status: 'ocr' },
    { ...progress, atMs: 10_000, status: 'ocr', carsDone: 1 },
    { ...progress, atMs: 30_000, status: 'completed', percent: 100, carsDone: 2 },
  ],
  cars: [
    { ...first, atMs: 10_000, title: 'Citroën C3', deal: 'fair' },
    { ...second, atMs: 30_000, title: 'Škoda Octavia', deal: 'amazing' },
  ],
};

const path = 'GET /example-import/recording.json';
const titles = () =>
  within(screen.getByRole('list'))
    .queryAllByRole('heading')
    .map((heading) => heading.textContent);
/** In small steps: what is drawn after one timer sets the next. */
const pass = async (ms: number) => {
  for (let left = ms; left > 0; left -= 500)
    await act(() => vi.advanceTimersByTimeAsync(Math.min(left, 500)));
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
/** What a screen reader is told; the notices of the app have a place of their own. */
const teller = () => document.querySelector('section [role=status]')!;
const told = () => teller().textContent;

// The part is fetched when the button is pressed; here before, so that no clock decides a test.
await import('../../../web/src/imports/import-playback.tsx');
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: false });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Every element that is observed is in view at once. */
function comesNear() {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #tell: (entries: { isIntersecting: boolean }[]) => void;
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        this.#tell = tell;
      }
      observe() {
        this.#tell([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
}

/** Opens the section and presses its button. */
async function watch(language: 'en' | 'da' = 'en') {
  const requests = stubService({ [path]: { body: recording } });
  renderApp(<WatchImport />, { language });
  expect(requests).toEqual([]);
  press(language === 'en' ? 'Watch an import' : 'Se en import');
  await vi.waitFor(() => expect(teller()).not.toBeNull());
  return requests;
}

describe('the import that anyone can watch', () => {
  it('the recorded import is loaded on request and plays its stages and cars in order, faster than recorded', async () => {
    const requests = await watch();
    expect(requests.map(({ key }) => key)).toEqual([path]);
    expect(screen.getByText('…/marketplace/odense/search?query=octavia')).toBeTruthy();
    expect(screen.getByText(/shown 2 times as fast\. The cars are invented\./)).toBeTruthy();
    expect(screen.getByText('10%')).toBeTruthy();
    expect(titles()).toEqual([]);
    await pass(1_900);
    expect(screen.getByText('10%')).toBeTruthy();
    await pass(200);
    expect(screen.getByText('50%')).toBeTruthy();
    await pass(3_000);
    expect(titles()).toEqual(['Citroën C3']);
    expect(screen.getByText(/1 of 2 cars/)).toBeTruthy();
    await pass(10_000);
    expect(titles()).toEqual(['Škoda Octavia', 'Citroën C3']);
  });

  it('the recorded import ends with a summary, a sign-up link and a replay button', async () => {
    await watch();
    await pass(16_000);
    expect(screen.getByRole('heading', { name: '2 cars rated, 1 amazing' })).toBeTruthy();
    expect(screen.getByText('All in 30 seconds, from one pasted link.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Start free' }).getAttribute('href')).toBe('/register');
    press('Watch again');
    expect(screen.getByText('10%')).toBeTruthy();
    expect(titles()).toEqual([]);
    await pass(16_000);
    expect(titles()).toHaveLength(2);
  });

  it('the recorded import can be paused, resumed and skipped, and the focus stays on its button', async () => {
    await watch();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pause' }));
    await pass(2_100);
    press('Pause');
    await pass(60_000);
    expect(screen.getByText('50%')).toBeTruthy();
    expect(titles()).toEqual([]);
    press('Continue');
    await pass(3_100);
    expect(titles()).toEqual(['Citroën C3']);
    press('Skip to the end');
    expect(titles()).toHaveLength(2);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Watch again' }));
  });

  it('the recorded import announces each stage and the end to screen readers, but not each car', async () => {
    await watch();
    const heard: (string | null)[] = [told()];
    const watcher = new MutationObserver(() => heard.push(told()));
    watcher.observe(teller(), { characterData: true, childList: true, subtree: true });
    await pass(16_000);
    watcher.disconnect();
    expect([...new Set(heard)]).toEqual([
      'Queued',
      'Reading plates in the photos',
      '2 cars rated, 1 amazing',
    ]);
    expect(heard).toHaveLength(3);
  });

  it('the recorded import shows cars as the list does, without plates or links', async () => {
    await watch('da');
    await pass(16_000);
    const card = within(screen.getByText('Škoda Octavia').closest('li')!);
    expect(card.getByText('Kup')).toBeTruthy();
    expect(card.getByRole('img').getAttribute('aria-label')).toMatch(/marked/);
    expect(card.queryByRole('link')).toBeNull();
    expect(card.queryByRole('button')).toBeNull();
    expect(screen.getByText(/vist 2 gange så hurtigt/)).toBeTruthy();
    expect(screen.getByRole('heading', { name: '2 biler vurderet, heraf 1 kup' })).toBeTruthy();
  });

  it('a missing or unknown recording shows an error and can be retried', async () => {
    const answers = [{ status: 404, body: {} }, { body: { ...recording, version: 2 } }, { body: recording }];
    stubService({ [path]: () => answers.shift()! });
    renderApp(<WatchImport />);
    press('Watch an import');
    for (const _ of ['missing', 'unknown']) {
      await vi.waitFor(() => screen.getByRole('alert'));
      expect(screen.getByRole('alert').textContent).toBe('The recording could not be loaded.');
      press('Try again');
      await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    }
    await vi.waitFor(() => expect(teller()).not.toBeNull());
  });

  it('the recorded import begins by itself when it comes near, and leaves the focus and the screen reader alone until it is pressed', async () => {
    comesNear();
    stubService({ [path]: { body: recording } });
    renderApp(<WatchImport />);
    await vi.waitFor(() => expect(teller()).not.toBeNull());
    expect(document.activeElement).toBe(document.body);
    expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
    await pass(5_100);
    expect(titles()).toEqual(['Citroën C3']);
    expect(told()).toBe('');
    press('Pause');
    expect(told()).toBe('Reading plates in the photos');
  });

  it('the recorded import waits to be asked for by readers who want less motion', async () => {
    comesNear();
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => ({ matches: query.includes('reduce') }) as MediaQueryList,
    );
    const requests = stubService({ [path]: { body: recording } });
    renderApp(<WatchImport />);
    await pass(1_000);
    expect(requests).toEqual([]);
    press('Watch an import');
    await vi.waitFor(() => expect(teller()).not.toBeNull());
  });
});
