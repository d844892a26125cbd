import { useQueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShownCar, WireCar } from '#core/contract/routes/cars.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { sampleCar } from '#tests/web/support/sample-car.ts';
import { GapText, StarButton } from '../../../web/src/cars/car-card.tsx';
import { SimilarCars } from '../../../web/src/cars/car-page.tsx';
import { useDiscoveryRemoval, useHiding, useShowingAgain } from '../../../web/src/cars/use-marks.ts';
import { defaultListState, type ListState } from '../../../web/src/catalog/list-state.ts';
import { useCarList } from '../../../web/src/catalog/use-car-list.ts';

beforeEach(signIn);

function View({ view }: { view: ListState['view'] }) {
  const { data } = useCarList({ ...defaultListState, view });
  return <p>{`${view}: ${data ? data.cars.map(({ id }) => id).join() || 'none' : 'loading'}`}</p>;
}

function ListWithStars() {
  const { data, isFetching } = useCarList(defaultListState);
  const client = useQueryClient();
  return (
    <>
      {data?.cars.map((car) => !car.locked && <StarButton key={car.id} car={car} />)}
      <button type="button" onClick={() => void client.invalidateQueries({ queryKey: ['cars'] })}>
        ask again
      </button>
      <p>{isFetching ? 'asking' : 'settled'}</p>
    </>
  );
}

function Remove() {
  const removal = useDiscoveryRemoval();
  return (
    <button type="button" onClick={() => removal.run('42')}>
      remove
    </button>
  );
}

function Hide() {
  const hiding = useHiding();
  const showing = useShowingAgain();
  return (
    <>
      <button type="button" onClick={() => hiding.run('42')}>
        hide
      </button>
      <button type="button" onClick={() => showing.run('42')}>
        show
      </button>
    </>
  );
}

const listOf = (cars: WireCar[]) => ({ body: { cars, totalCount: cars.length } });
const refusal = { status: 503, body: { error: 'Try again later.', code: 'unavailable' } };

describe('a star', () => {
  it('a new star is listed for a reader who opened the starred cars before it was saved', async () => {
    let kept: WireCar[] = [];
    stubService({
      'GET /api/cars': () => listOf(kept),
      'PUT /api/stars/42': () => {
        kept = [sampleCar({ isStarred: true })];
        return { body: { ok: true } };
      },
    });
    renderApp(
      <>
        <View view="starred" />
        <StarButton car={sampleCar()} />
      </>,
    );
    await screen.findByText('starred: none');
    fireEvent.click(screen.getByRole('button', { name: /^Star / }));
    await screen.findByText('starred: 42');
  });

  it('a new star is listed even if an older answer is still on its way', async () => {
    const asked: (() => void)[] = [];
    vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit = {}) => {
      if (!url.startsWith('/api/cars')) return new Response('{"ok":true}');
      const cars = asked.length === 0 ? [] : [sampleCar({ isStarred: true })];
      await new Promise<void>((answer, abort) => {
        asked.push(answer);
        signal?.addEventListener('abort', () => abort(new Error('aborted')));
      });
      return new Response(JSON.stringify({ cars, totalCount: cars.length }));
    });
    renderApp(
      <>
        <View view="starred" />
        <StarButton car={sampleCar()} />
      </>,
    );
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: /^Star / }));
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    for (const answer of asked) answer();
    await screen.findByText('starred: 42');
  });

  it('a new star stays when an older answer arrives, and the list is requested again', async () => {
    const answers: (() => void)[] = [];
    let isKept = false;
    vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit = {}) => {
      if (!url.startsWith('/api/cars')) {
        isKept = true;
        return new Response('{"ok":true}');
      }
      const cars = [sampleCar({ isStarred: isKept })];
      await new Promise<void>((answer, abort) => {
        answers.push(answer);
        signal?.addEventListener('abort', () => abort(new Error('aborted')));
      });
      return new Response(JSON.stringify({ cars, totalCount: 1 }));
    });
    renderApp(<ListWithStars />);
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    answers[0]!();
    const star = await screen.findByRole('button', { name: /^Star / });
    fireEvent.click(screen.getByRole('button', { name: 'ask again' }));
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    fireEvent.click(star);
    await screen.findByRole('button', { name: /^Remove star/ });
    answers[1]!();
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(2));
    expect(screen.getByRole('button', { name: /^Remove star/ })).toBeTruthy();
    for (const answer of answers) answer();
    await vi.waitFor(() => expect(screen.getByText('settled')).toBeTruthy());
    expect(screen.getByRole('button', { name: /^Remove star/ })).toBeTruthy();
  });

  // docs/spec.md, section 4.
  it('a star pressed twice ends in its last state, however long the first request takes', async () => {
    const requests = stubService({
      'GET /api/cars': listOf([sampleCar()]),
      'PUT /api/stars/42': { body: { ok: true } },
      'DELETE /api/stars/42': { body: { ok: true } },
    });
    renderApp(
      <>
        <StarButton car={sampleCar({ isStarred: false })} />
        <StarButton car={sampleCar({ isStarred: true })} />
      </>,
    );
    fireEvent.click(screen.getByRole('button', { name: /^Star/ }));
    fireEvent.click(screen.getByRole('button', { name: /^Remove star/ }));
    // The second waits for the first to be answered.
    expect(requests.length).toBeLessThan(2);
    await vi.waitFor(() =>
      expect(requests.map(({ key }) => key)).toEqual(['PUT /api/stars/42', 'DELETE /api/stars/42']),
    );
  });
});

describe('a car removed from the discoveries', () => {
  const open = async (answer: { status?: number; body: unknown }) => {
    stubService({
      'GET /api/cars': listOf([sampleCar()]),
      'DELETE /api/discoveries/42': answer,
      'PUT /api/discoveries/42': { body: { ok: true } },
    });
    renderApp(
      <>
        <View view="all" />
        <View view="discovered" />
        <Remove />
      </>,
    );
    await screen.findByText('discovered: 42');
    fireEvent.click(screen.getByText('remove'));
  };

  // docs/spec.md, sections 2 and 4.
  it('a removed discovery disappears from that list at once, stays in others and returns on undo', async () => {
    await open({ body: { ok: true } });
    await screen.findByText('discovered: none');
    expect(screen.getByText('all: 42')).toBeTruthy();
    fireEvent.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1)!);
    await screen.findByText('discovered: 42');
  });

  it('undo waits for the answer to the removal, so that the undo wins', async () => {
    const asked: { method: string; answer: () => void }[] = [];
    vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
      if (method === 'GET') return new Response(JSON.stringify(listOf([sampleCar()]).body));
      await new Promise<void>((answer) => asked.push({ method: `${method} ${url}`, answer }));
      return new Response('{"ok":true}');
    });
    renderApp(
      <>
        <View view="discovered" />
        <Remove />
      </>,
    );
    await screen.findByText('discovered: 42');
    fireEvent.click(screen.getByText('remove'));
    await screen.findByText('discovered: none');
    fireEvent.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1)!);
    await vi.waitFor(() => expect(asked.map(({ method }) => method)).toEqual(['DELETE /api/discoveries/42']));
    asked[0]!.answer();
    await vi.waitFor(() => expect(asked.at(-1)!.method).toBe('PUT /api/discoveries/42'));
    asked[1]!.answer();
  });

  it('a removed discovery returns with the reason if the service refuses', async () => {
    await open(refusal);
    await screen.findByText('Try again later.');
    await screen.findByText('discovered: 42');
  });
});

describe('a hidden car', () => {
  it('a hidden car disappears from among the similar cars of another, and returns on undo', async () => {
    stubService({
      'GET /api/cars/7/similar': { body: { cars: [sampleCar({ title: 'Alike' })] } },
      'PUT /api/hidden/42': { body: { ok: true } },
      'DELETE /api/hidden/42': { body: { ok: true } },
    });
    renderApp(
      <>
        <SimilarCars id="7" className="" onUpgrade={vi.fn()} />
        <Hide />
      </>,
    );
    await screen.findByText('Alike');
    fireEvent.click(screen.getByText('hide'));
    await vi.waitFor(() => expect(screen.queryByText('Alike')).toBeNull());
    fireEvent.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1)!);
    await screen.findByText('Alike');
  });

  it('a hidden car disappears from every view at once and returns on undo', async () => {
    const requests = stubService({
      'GET /api/cars': listOf([sampleCar()]),
      'PUT /api/hidden/42': { body: { ok: true } },
      'DELETE /api/hidden/42': { body: { ok: true } },
    });
    renderApp(
      <>
        <View view="all" />
        <View view="starred" />
        <View view="hidden" />
        <Hide />
      </>,
    );
    await screen.findByText('starred: 42');
    fireEvent.click(screen.getByText('hide'));
    await screen.findByText('all: none');
    expect(screen.getByText('starred: none')).toBeTruthy();
    expect(screen.getByText('hidden: 42')).toBeTruthy();
    expect(screen.getByText('Hidden from all lists and alerts')).toBeTruthy();
    fireEvent.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1)!);
    await screen.findByText('all: 42');
    const changes = () => requests.map(({ key }) => key).filter((key) => key.includes('hidden'));
    await vi.waitFor(() => expect(changes()).toEqual(['PUT /api/hidden/42', 'DELETE /api/hidden/42']));
    fireEvent.click(screen.getByText('show'));
    await screen.findByText('hidden: none');
  });
});

async function told(fields: Partial<ShownCar>, language: 'en' | 'da' = 'en') {
  const market = { valuation_low: 90_000, valuation_avg: 100_000, valuation_high: 112_000 };
  const car = sampleCar({ price: 70_000, ...market, ...fields });
  const { container } = renderApp(<GapText car={car} className="" />, { language });
  await expect.poll(() => container.querySelector('p')).not.toBeNull();
  const lines = [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
  cleanup();
  return lines;
}

describe('the gap on a card', () => {
  it('a card says why a car far below the market is only fair', async () => {
    expect(await told({ deal: 'fair', deal_reason: 'thin_evidence' })).toEqual([
      '30.000 kr. below market',
      'Would be amazing, but too few cars are similar enough',
    ]);
    expect(await told({ deal: 'fair', deal_reason: 'mixed_evidence' }, 'da')).toEqual([
      '30.000 kr. under markedet',
      'Ville være et kup, men markedsværdi og lignende biler stemmer ikke overens',
    ]);
  });

  it('a card says that something needs checking if the register may explain the price', async () => {
    expect(await told({ deal: 'fair', deal_reason: 'told_by_register' })).toEqual([
      '30.000 kr. below market',
      'Would be amazing, but something needs checking',
    ]);
  });

  it('a card shows the gap alone if label and gap agree', async () => {
    expect(await told({ deal: 'amazing', deal_reason: 'rated' })).toEqual(['30.000 kr. below market']);
    expect(await told({ deal: 'fair', deal_reason: 'rated', price: 98_000 })).toHaveLength(1);
  });
});
