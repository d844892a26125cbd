import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../web/src/api/query-client.ts';
import Home from '../../../web/src/app/screens/home.tsx';
import SignedIn from '../../../web/src/app/signed-in.tsx';
import { UpgradeProvider } from '../../../web/src/app/upgrade.tsx';
import { CarList } from '../../../web/src/features/cars/car-list.tsx';
import { defaultListState } from '../../../web/src/features/cars/list-state.ts';
import { en } from '../../../web/src/i18n/en.ts';
import { LanguageProvider } from '../../../web/src/i18n/language.tsx';
import { waitingLink } from '../../../web/src/waiting-link.ts';
import { renderApp, signIn, stubService } from '../support/render-app.tsx';
import { freeWire, planAnswers } from '../support/sample-plan.ts';

const about = { body: { importsEnabled: true, platesEnabled: false, demo: null } };

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

  it('leads nobody to a sign-up with a link of another site', async () => {
    stubService({ 'GET /api/about': about });
    renderApp(<Home />);
    paste('https://www.bilbasen.dk/brugt/bil/vw/golf');
    expect((await screen.findByRole('alert')).textContent).toContain(en.failures.link_foreign_host);
    expect(waitingLink()).toBe('');
    expect(screen.queryByText('Please sign in to scrape cars')).toBeNull();
    paste('https://www.facebook.com/marketplace/odense/search?query=octavia');
    expect(await screen.findByText('Please sign in to scrape cars')).toBeTruthy();
    expect(waitingLink()).toContain('query=octavia');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the link field of the home page, pressed before there is a link', () => {
  it('says what it needs, and waits for it in the field', async () => {
    stubService({ 'GET /api/about': about });
    renderApp(<Home />);
    fireEvent.click(screen.getByRole('button', { name: 'Rate these cars' }));
    expect((await screen.findByRole('alert')).textContent).toBe(en.home.linkMissing);
    expect(document.activeElement).toBe(screen.getByLabelText('Marketplace search link'));
    expect(waitingLink()).toBe('');
  });
});

describe('an address that leads to the offer', () => {
  it('opens the upgrade dialog with its reason', async () => {
    signIn();
    stubService({ ...planAnswers(freeWire), 'GET /api/about': about });
    renderApp(
      <UpgradeProvider>
        <SignedIn />
      </UpgradeProvider>,
      { path: '/?view=discovered&upgrade=locked_car' },
    );
    expect(
      await screen.findByText('This one is an amazing deal. Premium shows you which car it is.'),
    ).toBeTruthy();
  });

  it('opens nothing for a reason that is none', async () => {
    signIn();
    stubService({ ...planAnswers(freeWire), 'GET /api/about': about });
    renderApp(
      <UpgradeProvider>
        <SignedIn />
      </UpgradeProvider>,
      { path: '/?upgrade=toString' },
    );
    await act(async () => undefined);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the list without a connection', () => {
  it('says that there is none instead of waiting behind grey cards', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    signIn();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    onlineManager.setOnline(false);
    render(
      <LanguageProvider initial={{ language: 'en', texts: en }}>
        <QueryClientProvider client={createQueryClient()}>
          <MemoryRouter>
            <CarList
              state={defaultListState}
              onState={vi.fn()}
              hasPremium={false}
              onUpgrade={vi.fn()}
              pollMs={false}
              onSaveSearch={vi.fn()}
            />
          </MemoryRouter>
        </QueryClientProvider>
      </LanguageProvider>,
    );
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.getByRole('alert').textContent).toContain(en.failures.offline);
  });
});

describe('a filter that is chosen far down the list', () => {
  it('shows what it left from the first car on, and a look that is changed stays where it is', async () => {
    signIn();
    const none = { brands: [], deals: null, fuels: [], gearboxes: [], sellers: [], priceHistogram: [] };
    const body = { cars: [], page: 1, totalCount: 0, totalPages: 1, catalogVersion: '1', ...none };
    stubService({ 'GET /api/cars': { body }, 'GET /api/about': about });
    const onState = vi.fn();
    renderApp(
      <CarList
        state={{ ...defaultListState, sort: 'year_desc' }}
        onState={onState}
        hasPremium={false}
        onUpgrade={vi.fn()}
        pollMs={false}
        onSaveSearch={vi.fn()}
      />,
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
