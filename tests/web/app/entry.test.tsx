import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../web/src/api/queries.ts';
import SignedIn from '../../../web/src/app/signed-in.tsx';
import { CarList } from '../../../web/src/catalog/car-list.tsx';
import { defaultListState } from '../../../web/src/catalog/list-state.ts';
import Home from '../../../web/src/home/home.tsx';
import { en } from '../../../web/src/i18n/en.ts';
import { ImportCard } from '../../../web/src/imports/import-card.tsx';
import { waitingLink } from '../../../web/src/imports/waiting-link.ts';
import { UpgradeProvider } from '../../../web/src/payments/upgrade.tsx';
import { about, renderApp, signIn, stubService } from '../support/render-app.tsx';
import { noCars } from '../support/sample-answers.ts';
import { freeWire, planAnswers } from '../support/sample-plan.ts';

afterEach(() => {
  sessionStorage.clear();
  onlineManager.setOnline(true);
});

describe('the link field of the home page', () => {
  const paste = (value: string) => {
    const field = screen.getByLabelText('Marketplace search link');
    fireEvent.change(field, { target: { value } });
    fireEvent.submit(field);
  };

  const group = 'https://www.facebook.com/groups/fynske-biler/permalink/77/';
  const dba = 'Se her: www.dba.dk/mobility/item/31004711';

  it.each([
    ['another site', 'https://www.example.org/biler', en.failures.link_foreign_host],
    ['a group', group, en.failures.link_group],
    ['Bilbasen', 'https://www.bilbasen.dk/brugt/bil/vw/golf', en.failures.link_by_hand],
    ['DBA, which is not visited here', dba, en.failures.link_by_hand],
  ])(
    'the home page refuses a link of %s with a reason and does not lead to sign-up',
    async (_, link, sentence) => {
      stubService({ 'GET /api/about': about });
      renderApp(<Home />);
      paste(link);
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toContain(sentence);
      const way = within(alert).queryByRole('link', { name: en.links.button });
      expect(way?.getAttribute('href') ?? null).toBe(
        sentence === en.failures.link_by_hand ? '/button' : null,
      );
      expect(waitingLink()).toBe('');
      expect(screen.queryByText(en.home.signInFirst)).toBeNull();
    },
  );

  it('the home page accepts a link inside a sentence without browser validation', async () => {
    stubService({ 'GET /api/about': about });
    renderApp(<Home />);
    expect(screen.getByLabelText('Marketplace search link')).toHaveProperty('type', 'text');
    paste('Min søgning: http://m.facebook.com/marketplace/odense/search?query=octavia');
    expect(await screen.findByText(en.home.signInFirst)).toBeTruthy();
    expect(waitingLink()).toContain('query=octavia');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('visitors and signed-in readers see the same preview of a link before they press anything', async () => {
    stubService({ 'GET /api/about': about, 'GET /api/scrape-status': { body: { status: null } } });
    const told = async (field: ReactElement, link: string) => {
      const { unmount } = renderApp(field);
      fireEvent.change(screen.getByLabelText('Marketplace search link'), { target: { value: link } });
      const said = () => document.querySelector('p[role=status]')?.textContent ?? '';
      await vi.waitFor(() => expect(said()).not.toBe(''));
      const textContent = said();
      unmount();
      return textContent;
    };
    const links = [
      group,
      dba,
      'https://www.facebook.com/share/1BcD3fGhiJ/',
      'facebook.com/marketplace/aarhus/vehicles?maxPrice=90000',
    ];
    for (const link of links) {
      const before = await told(<Home />, link);
      signIn();
      const card = (
        <ImportCard
          initialLink=""
          usage={undefined}
          onStarted={vi.fn()}
          onFollow={vi.fn()}
          onUpgrade={vi.fn()}
        />
      );
      expect(await told(card, link)).toBe(before);
    }
    expect(await told(<Home />, links[2]!)).toContain(en.links.share);
    expect(await told(<Home />, links[3]!)).toContain('Aarhus');
    expect(await told(<Home />, links[3]!)).toContain(en.links.wall);
  });
});

describe('the link field of the home page, pressed before there is a link', () => {
  it('the empty link field on the home page asks for a link and takes the focus', async () => {
    stubService({ 'GET /api/about': about });
    renderApp(<Home />);
    fireEvent.click(screen.getByRole('button', { name: 'Rate these cars' }));
    expect((await screen.findByRole('alert')).textContent).toBe(en.home.linkMissing);
    expect(document.activeElement).toBe(screen.getByLabelText('Marketplace search link'));
    expect(waitingLink()).toBe('');
  });
});

describe('an address that leads to the offer', () => {
  const open = (path: string) => {
    signIn();
    stubService({ ...planAnswers(freeWire), 'GET /api/about': about });
    renderApp(
      <UpgradeProvider>
        <SignedIn />
      </UpgradeProvider>,
      { path },
    );
  };

  it('an upgrade address opens the upgrade dialog with its reason', async () => {
    open('/?view=discovered&upgrade=locked_car');
    expect(
      await screen.findByText('This one is an amazing deal. Premium shows you which car it is.'),
    ).toBeTruthy();
  });

  it('an upgrade address with an unknown reason opens nothing', async () => {
    open('/?upgrade=toString');
    await act(async () => undefined);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

const listProps = {
  ...{ state: defaultListState, onState: vi.fn(), hasPremium: false, onUpgrade: vi.fn() },
  ...{ isFilling: false, onSaveSearch: vi.fn() },
  pollMs: false as const,
};

describe('the list without a connection', () => {
  it('the list says that there is no connection instead of showing grey cards', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    signIn();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    onlineManager.setOnline(false);
    renderApp(<CarList {...listProps} />, { client: createQueryClient() });
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.getByRole('alert').textContent).toContain(en.failures.offline);
  });
});

describe('a filter that is chosen far down the list', () => {
  it('choosing a filter far down the list scrolls to the first car, but changing the layout does not scroll', async () => {
    signIn();
    stubService({ 'GET /api/cars': { body: noCars }, 'GET /api/about': about });
    const onState = vi.fn();
    renderApp(
      <CarList {...listProps} state={{ ...defaultListState, sort: 'year_desc' }} onState={onState} />,
    );
    const results = await screen.findByRole('region', { name: 'All' });
    const scrolled = vi.spyOn(results, 'scrollIntoView');
    vi.spyOn(results, 'getBoundingClientRect').mockReturnValue({ top: -900 } as DOMRect);
    fireEvent.click(screen.getByRole('button', { name: 'List' }));
    expect(scrolled).not.toHaveBeenCalled();
    fireEvent.change(screen.getByLabelText('Sort'), { target: { value: 'price_desc' } });
    expect(onState).toHaveBeenLastCalledWith(expect.objectContaining({ sort: 'price_desc' }));
    expect(scrolled).toHaveBeenCalledTimes(1);
  });
});
