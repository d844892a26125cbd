import { fireEvent, screen } from '@testing-library/react';
import { Link, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  changeListState,
  recallList,
  recallScroll,
  rememberScroll,
} from '../../../web/src/catalog/list-state.ts';
import { useListState } from '../../../web/src/catalog/use-list-state.ts';
import { useGo } from '../../../web/src/ui/navigation.ts';
import { renderApp } from '../support/render-app.tsx';

function List() {
  const [state, set] = useListState();
  const { search } = useLocation();
  const go = useGo();
  return (
    <>
      <output>{`${search} | ${state.view} ${state.fuels.join()} ${state.gearbox}`}</output>
      <output>{`${state.mode} ${state.page}`}</output>
      <button type="button" onClick={() => set(changeListState(state, { fuels: ['diesel'] }))}>
        diesel
      </button>
      <button type="button" onClick={() => set(changeListState(state, { gearbox: 'manual' }))}>
        manual
      </button>
      <button type="button" onClick={() => set(changeListState(state, { fuels: [], gearbox: null }))}>
        none
      </button>
      <button type="button" onClick={() => set(changeListState(state, { page: 2 }))}>
        next page
      </button>
      <button type="button" onClick={() => set(changeListState(state, { mode: 'list' }))}>
        list
      </button>
      <button type="button" onClick={() => set(changeListState(state, { mode: 'grid' }))}>
        grid
      </button>
      <button
        type="button"
        onClick={() => {
          go('/?view=all&q=golf');
          set(changeListState(state, { page: 2 }), 'correction');
        }}
      >
        search while the page is corrected
      </button>
      <button type="button" onClick={() => go(-1)}>
        back
      </button>
      <Link to="/?view=starred">starred</Link>
    </>
  );
}

const press = (name: string) => fireEvent.click(screen.getByText(name));
const shown = () => document.querySelector('output')?.textContent;

beforeEach(() => {
  renderApp(<List />, { path: '/?view=all' });
});

it('a correction does not replace an address that was chosen before it was drawn', async () => {
  press('search while the page is corrected');
  await vi.waitFor(() => expect(shown()).toContain('q=golf'));
  expect(shown()).not.toContain('page=2');
});

describe('what is remembered of the list', () => {
  // docs/spec.md, sections 2 and 4.
  it('every choice is remembered for the session and the next visit, the scroll position for the session only', async () => {
    const query =
      'view=starred&q=golf&minPrice=20000&maxPrice=90000&brand=Ford&deal=fair&sort=year_desc&mode=list&page=3';
    renderApp(<List />, { path: `/?${query}` });
    const wanted = Object.fromEntries(new URLSearchParams(query));
    for (const storage of [sessionStorage, localStorage])
      await vi.waitFor(() =>
        expect(Object.fromEntries(new URLSearchParams(storage.getItem('bilfund_list') ?? ''))).toEqual(
          wanted,
        ),
      );
    rememberScroll(query, 1_234.4);
    expect(recallScroll(query)).toBe(1_234);
    expect(recallScroll('view=all')).toBe(0);
    expect(sessionStorage.getItem('bilfund_scroll')).toContain('1234');
    expect(JSON.stringify({ ...localStorage })).not.toContain('1234');
    // A new session begins where the last visit ended.
    sessionStorage.clear();
    expect(recallList()).toBe(localStorage.getItem('bilfund_list'));
  });
});

describe('the list’s state and its address', () => {
  it('list state and address change together, and both storages remember them', async () => {
    press('diesel');
    expect(shown()).toBe('?fuel=diesel | all diesel null');
    await vi.waitFor(() => expect(recallList()).toBe('fuel=diesel'));
    press('none');
    expect(shown()).toBe('?view=all | all  null');
  });

  it('a choice shows at once, and a second one made before the address has changed is not lost', async () => {
    // As in a browser: the router's transition waits for its turn, what was pressed does not.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    screen.getByText('diesel').click();
    await Promise.resolve();
    expect(shown()).toBe('?view=all | all diesel null');
    screen.getByText('manual').click();
    await vi.waitFor(() => expect(shown()).toBe('?fuel=diesel&gearbox=manual | all diesel manual'));
  });

  it('a new page or layout can be interrupted by the next press without losing either', async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    screen.getByText('list').click();
    await Promise.resolve();
    expect(shown()).toBe('?view=all | all  null');
    screen.getByText('diesel').click();
    await vi.waitFor(() => expect(shown()).toBe('?fuel=diesel&mode=list | all diesel null'));
    screen.getByText('grid').click();
    screen.getByText('list').click();
    screen.getByText('next page').click();
    await vi.waitFor(() => expect(shown()).toBe('?fuel=diesel&mode=list&page=2 | all diesel null'));
    expect(document.querySelectorAll('output')[1]?.textContent).toBe('list 2');
  });

  it('pressing a page twice counts as one step', async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    screen.getByText('next page').click();
    screen.getByText('next page').click();
    await vi.waitFor(() => expect(shown()).toBe('?page=2 | all  null'));
    screen.getByText('back').click();
    await vi.waitFor(() => expect(shown()).toBe('?view=all | all  null'));
  });

  it('a choice that is reverted at once shows the old list, which then follows the address', async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    screen.getByText('list').click();
    screen.getByText('grid').click();
    screen.getByText('diesel').click();
    await vi.waitFor(() => expect(shown()).toBe('?fuel=diesel | all diesel null'));
    expect(document.querySelectorAll('output')[1]?.textContent).toBe('grid 1');
    screen.getByText('starred').click();
    await vi.waitFor(() => expect(shown()).toBe('?view=starred | starred  null'));
  });

  it('the back button undoes one choice after the other', () => {
    press('diesel');
    press('manual');
    press('next page');
    expect(shown()).toBe('?fuel=diesel&gearbox=manual&page=2 | all diesel manual');
    press('back');
    expect(shown()).toBe('?fuel=diesel&gearbox=manual | all diesel manual');
    press('back');
    expect(shown()).toBe('?fuel=diesel | all diesel null');
    press('back');
    expect(shown()).toBe('?view=all | all  null');
  });

  it('the list follows a link, whatever was chosen before', () => {
    press('diesel');
    press('starred');
    expect(shown()).toBe('?view=starred | starred  null');
    press('manual');
    expect(shown()).toBe('?view=starred&gearbox=manual | starred  manual');
  });
});
