import { act, fireEvent, screen } from '@testing-library/react';
import { Link, Route, Routes, useNavigate } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { randomSequence } from '#core/valuation/statistics.ts';
import {
  changeListState,
  defaultListState,
  type ListState,
  readListState,
  recallList,
  writeListState,
} from '../../../web/src/catalog/list-state.ts';
import { useListState } from '../../../web/src/catalog/use-list-state.ts';
import { paths } from '../../../web/src/paths.ts';
import { renderApp } from '../support/render-app.tsx';

/** Where a person is: a list in some state, or a car. */
type Place = string;
const carPlace = '/car/7';
const listPlace = (state: ListState): Place => paths.list(writeListState(state).toString());

/**
 * What a person expects of Back and Forward: every choice is a place; moves of one bound in a row are one, unless the bound comes
 * back to where it was; going back and choosing anew forgets what lay ahead.
 */
class ExpectedHistory {
  private places: Place[] = [listPlace(defaultListState)];
  private at = 0;
  private slide: { bound: string; from: Place } | null = null;

  get place(): Place {
    return this.places[this.at]!;
  }
  visit(place: Place, bound: string | null = null): void {
    if (place === this.place && place !== carPlace) return;
    const goesOn = bound !== null && bound === this.slide?.bound && place !== this.slide.from;
    if (!goesOn) {
      this.slide = bound === null ? null : { bound, from: this.place };
      this.at++;
    }
    this.places = [...this.places.slice(0, this.at), place];
  }
  go(steps: -1 | 1): void {
    if (this.places[this.at + steps] === undefined) return;
    this.at += steps;
    this.slide = null;
  }
}

let setList: (change: Partial<ListState>) => void;
let shownState: ListState;

function List() {
  const [state, set] = useListState();
  shownState = state;
  setList = (change) => set(changeListState(state, change));
  return <output>{listPlace(state)}</output>;
}

function App() {
  const navigate = useNavigate();
  return (
    <>
      <Routes>
        <Route path="/" element={<List />} />
        <Route path="/car/:id" element={<output>{carPlace}</output>} />
      </Routes>
      <Link to={carPlace}>car</Link>
      <Link to={paths.view('starred')}>starred</Link>
      <Link to={paths.view('all')}>all</Link>
      <Link to={paths.list(recallList())}>to the list</Link>
      <button type="button" onClick={() => navigate(-1)}>
        back
      </button>
      <button type="button" onClick={() => navigate(1)}>
        forward
      </button>
    </>
  );
}

const press = (name: string) => fireEvent.click(screen.getByText(name));

describe('Back and Forward', () => {
  // 200 walks in all.
  const firstWalks = Array.from({ length: 10 }, (_, part) => part * 20);

  it.each(firstWalks)(
    'end where a person expects on random walks over filters, pages, tabs and cars (from walk %i)',
    (first) => {
      for (let walk = first; walk < first + 20; walk++) {
        sessionStorage.clear();
        localStorage.clear();
        const random = randomSequence(walk);
        const pick = <T,>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
        renderApp(<App />, { path: '/?view=all' });
        const expected = new ExpectedHistory();
        const steps: string[] = [];
        const choose = (change: Partial<ListState>, bound: string | null = null) => {
          const next = changeListState(shownState, change);
          act(() => setList(change));
          expected.visit(listPlace(next), bound);
        };
        const go = (name: 'back' | 'forward') => {
          press(name);
          expected.go(name === 'back' ? -1 : 1);
        };
        const follow = (link: string, place: Place) => {
          press(link);
          expected.visit(place);
        };
        const onList: [string, () => void][] = [
          ['fuel', () => choose({ fuels: pick([[], ['diesel'], ['petrol'], ['petrol', 'diesel']]) })],
          ['gearbox', () => choose({ gearbox: pick([null, 'manual', 'automatic']) })],
          ['brand', () => choose({ brands: pick([[], ['Ford'], ['Ford', 'Skoda']]) })],
          ['sort', () => choose({ sort: pick(['price_asc', 'year_desc']) })],
          ['layout', () => choose({ mode: pick(['grid', 'list']) })],
          ['page', () => choose({ page: pick([1, 2, 3]) })],
          ['lowest price', () => choose({ minPriceDkk: pick([0, 20_000, 40_000]) }, 'minPriceDkk')],
          ['highest price', () => choose({ maxPriceDkk: pick([80_000, 90_000]) }, 'maxPriceDkk')],
          ['first year', () => choose({ minYear: pick([null, 2015, 2018]) }, 'minYear')],
          ['car', () => follow('car', carPlace)],
        ];
        const anywhere: [string, () => void][] = [
          ['back', () => go('back')],
          ['forward', () => go('forward')],
          ['starred', () => follow('starred', listPlace({ ...defaultListState, view: 'starred' }))],
          ['all', () => follow('all', listPlace(defaultListState))],
        ];
        for (let step = 0; step < 15; step++) {
          const isList = expected.place !== carPlace;
          const [name, move] = pick(isList ? [...anywhere, ...onList, ...onList] : anywhere);
          steps.push(name);
          move();
          const place = document.querySelector('output')!.textContent;
          expect(place, `walk ${walk}: ${steps.join(', ')}`).toBe(expected.place);
        }
      }
    },
  );

  it('the link to the list leads to the list that was left, and Back from there to the car', async () => {
    renderApp(<App />, { path: '/?view=all' });
    act(() => setList({ fuels: ['diesel'] }));
    act(() => setList({ page: 2 }));
    await vi.waitFor(() => expect(recallList()).toBe('fuel=diesel&page=2'));
    press('car');
    press('to the list');
    expect(readListState(new URLSearchParams('fuel=diesel&page=2'))).toEqual(shownState);
    press('back');
    expect(document.querySelector('output')!.textContent).toBe(carPlace);
  });
});
