import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buttonVersion } from '#core/marketplaces/button/hand-over.ts';
import { about, renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { adoptSession } from '../../../web/src/api/session.ts';
import * as da from '../../../web/src/i18n/da/button.ts';
import * as en from '../../../web/src/i18n/en/button.ts';
import Receive from '../../../web/src/imports/receive-screen.tsx';
import { keepCars, waitingCars } from '../../../web/src/imports/waiting-link.ts';

const origin = 'https://www.facebook.com';
const nonce = '0123456789abcdef'.repeat(2);
const started = { status: 202, body: { id: 'h', jobId: 'j', kind: 'search', carsFound: 2, rejected: [] } };

const ad = (id: string, title = `2014 Volkswagen Golf ${id}`) => ({ id, marketplace_listing_title: title });
const handed = (fields: object = {}) => ({
  kind: 'search',
  path: '/marketplace/aarhus/search?query=Golf',
  hasNoResults: false,
  ads: [ad('1'), ad('2')],
  cards: [],
  ...fields,
});

let opener: { postMessage: ReturnType<typeof vi.fn> };

beforeEach(() => {
  sessionStorage.clear();
  opener = { postMessage: vi.fn() };
  vi.stubGlobal('opener', opener);
  window.opener = opener;
  location.hash = `#${nonce}`;
});
afterEach(() => {
  sessionStorage.clear();
  location.hash = '';
});

type Sent = { from?: string; source?: unknown; message?: object; page?: object | null };

/** A message of another window. */
function send({ from = origin, source = opener, message = {}, page = handed() }: Sent = {}) {
  const data = { bilfund: 'cars', version: buttonVersion, nonce, page, ...message };
  const event = new MessageEvent('message', { data, origin: from });
  Object.defineProperty(event, 'source', { value: source });
  act(() => {
    window.dispatchEvent(event);
  });
}

/** The window as the button opens it, once it listens. */
async function open(language: 'en' | 'da' = 'en', answers: Parameters<typeof stubService>[0] = {}) {
  const requests = stubService({ 'GET /api/about': about, 'POST /api/imports/page': started, ...answers });
  renderApp(<Receive />, { language, path: '/receive' });
  await vi.waitFor(() => expect(opener.postMessage).toHaveBeenCalled());
  return requests;
}

describe('the window that the button opens', () => {
  it('the receiving window sends its nonce to its opener and removes it from the address', async () => {
    await open();
    expect(opener.postMessage).toHaveBeenCalledWith({ bilfund: 'ready', nonce }, '*');
    expect(location.hash).toBe('');
    expect(screen.getByText('Waiting for the cars…')).toBeTruthy();
  });

  it('the receiving window shows the cars and asks once before it sends anything', async () => {
    signIn();
    const requests = await open();
    send();
    expect(screen.getByRole('heading', { name: '2 cars from “Golf, Aarhus”' })).toBeTruthy();
    expect(screen.getByText('2014 Volkswagen Golf 1')).toBeTruthy();
    const posts = () => requests.filter(({ key }) => key === 'POST /api/imports/page');
    expect(posts()).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Rate 2 cars' }));
    expect(await screen.findByText('2 cars are being rated')).toBeTruthy();
    expect(posts()).toHaveLength(1);
    expect(posts()[0]!.query.get('by')).toBe('button');
    expect(posts()[0]!.query.get('url')).toBe(`${origin}/marketplace/aarhus/search?query=Golf`);
    expect(waitingCars()).toBeNull();
  });

  it('the receiving window sends nothing that was discarded', async () => {
    signIn();
    const requests = await open();
    send();
    fireEvent.click(screen.getByRole('button', { name: 'No, discard them' }));
    expect(screen.getByText('The cars are discarded. Nothing was sent.')).toBeTruthy();
    expect(waitingCars()).toBeNull();
    expect(requests.map(({ key }) => key)).not.toContain('POST /api/imports/page');
  });

  it('the receiving window keeps a visitor’s cars until sign-in, at most an hour', async () => {
    await open();
    send();
    expect(screen.getByText(/They wait in this tab for up to an hour/)).toBeTruthy();
    expect(waitingCars()).toMatchObject({ page: { carCount: 2 } });
    expect(waitingCars(Date.now() + 3_599_000)).not.toBe('expired');
    expect(waitingCars(Date.now() + 3_601_000)).toBe('expired');
    expect(waitingCars()).toBeNull();
  });

  it('the receiving window keeps the cars when a session ends and empties the tab’s storage', async () => {
    signIn();
    await open();
    send();
    act(() => adoptSession(null));
    expect(screen.getByText(/They wait in this tab for up to an hour/)).toBeTruthy();
    expect(waitingCars()).toMatchObject({ page: { carCount: 2 } });
  });

  it('the receiving window shows the waiting cars after sign-in', async () => {
    keepCars({ ...handed(), address: `${origin}/marketplace/aarhus/search`, carCount: 2 });
    location.hash = '';
    signIn();
    stubService({ 'GET /api/about': about });
    renderApp(<Receive />, { path: '/receive' });
    expect(screen.getByRole('button', { name: 'Rate 2 cars' })).toBeTruthy();
  });

  it('the receiving window says if the browser cannot store the cars', async () => {
    const full = () => {
      throw new Error('no room');
    };
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: full, clear: () => undefined });
    await open();
    send();
    expect(screen.getByText(en.receive.notKept)).toBeTruthy();
    vi.unstubAllGlobals();
  });

  it('the receiving window leads to the upgrade when the quota is used up and keeps the cars', async () => {
    signIn();
    await open('en', {
      'POST /api/imports/page': { status: 403, body: { code: 'limit_reached', error: 'Limit.' } },
    });
    send();
    fireEvent.click(screen.getByRole('button', { name: 'Rate 2 cars' }));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Upgrade to Premium' })).toBeTruthy();
    expect(waitingCars()).toMatchObject({ page: { carCount: 2 } });
  });

  it('the receiving window accepts one message and one press', async () => {
    await open();
    send();
    send({ page: handed({ ads: [ad('1'), ad('2'), ad('3')] }) });
    expect(screen.getByRole('heading', { name: /^2 cars/ })).toBeTruthy();
    location.hash = `#${nonce}`;
    renderApp(<Receive />, { path: '/receive' });
    expect(screen.getByText(en.refused.used)).toBeTruthy();
  });

  it('the receiving window ignores messages from other windows than its opener', async () => {
    await open();
    send({ source: { postMessage: vi.fn() } });
    send({ message: { bilfund: undefined } });
    expect(screen.getByText('Waiting for the cars…')).toBeTruthy();
  });

  it('the receiving window shows markup as text', async () => {
    await open();
    send({ page: handed({ ads: [ad('1', '<img src=x onerror=alert(1)>')] }) });
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy();
    expect(document.querySelector('main img, li img')).toBeNull();
  });

  it('the receiving window says if more cars arrived than one import takes', async () => {
    signIn();
    await open();
    send({ page: handed({ ads: Array.from({ length: 260 }, (_, at) => ad(String(at + 1))) }) });
    expect(screen.getByText(/One import takes the first 200/)).toBeTruthy();
  });

  it.each<[keyof typeof en.refused, Sent]>([
    ['foreign_origin', { from: 'https://evil.example' }],
    ['wrong_nonce', { message: { nonce: 'f'.repeat(32) } }],
    ['wrong_nonce', { message: { nonce: undefined } }],
    ['old_button', { message: { version: 0 } }],
    ['too_large', { page: handed({ ads: [ad('1', 'x'.repeat(20_000_000))] }) }],
    ['too_many', { page: handed({ ads: Array.from({ length: 5_000 }, (_, at) => ad(String(at + 1))) }) }],
    ['elsewhere', { page: null }],
    ['no_cars', { page: handed({ ads: [] }) }],
    ['ad_not_loaded', { page: handed({ path: '/marketplace/item/77/' }) }],
    ['ad_removed', { page: handed({ path: '/marketplace/item/77/', ads: [], isRemoved: true }) }],
  ])('the receiving window refuses with %s in both languages', async (reason, sent) => {
    for (const [language, texts] of [
      ['en', en],
      ['da', da],
    ] as const) {
      location.hash = `#${nonce}`;
      opener.postMessage.mockClear();
      await open(language);
      send(sent);
      expect(screen.getByRole('alert').textContent).toContain(texts.refused[reason]);
      expect(waitingCars()).toBeNull();
    }
  });

  it('the receiving window explains that the browser cut it off from its opener', () => {
    window.opener = null;
    stubService({ 'GET /api/about': about });
    renderApp(<Receive />, { path: '/receive' });
    expect(screen.getByText(en.refused.no_window)).toBeTruthy();
  });

  it('the receiving window explains itself if opened by hand', () => {
    location.hash = '';
    stubService({ 'GET /api/about': about });
    renderApp(<Receive />, { path: '/receive', language: 'da' });
    expect(screen.getByText(da.refused.no_button)).toBeTruthy();
  });

  it('the receiving window says when the cars have expired', () => {
    location.hash = '';
    keepCars(handed(), Date.now() - 3_700_000);
    renderApp(<Receive />, { path: '/receive' });
    expect(screen.getByText(en.refused.expired)).toBeTruthy();
  });

  it('the receiving window stops waiting after a while', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await open();
    act(() => {
      vi.advanceTimersByTime(10_000);
    });
    expect(screen.getByText(en.refused.silent)).toBeTruthy();
  });
});
