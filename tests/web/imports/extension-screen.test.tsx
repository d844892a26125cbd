import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import ExtensionScreen from '../../../web/src/imports/extension-screen.tsx';

const details = { id: 't1', name: 'Browser extension', scopes: ['pages', 'follow'] };

/** What the page asks the extension. */
let asked: Record<string, unknown>[];

/** A message on the page's window, as the extension's script posts it. */
function answer(data: object) {
  const event = new MessageEvent('message', {
    data: { bilfund: 'extension', ...data },
    origin: location.origin,
    source: window,
  });
  act(() => {
    window.dispatchEvent(event);
  });
}

beforeEach(() => {
  signIn();
  asked = [];
  vi.spyOn(window, 'postMessage').mockImplementation((message: unknown) => {
    asked.push(message as Record<string, unknown>);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Presses the button that connects, and waits until the extension is asked to take the token. */
async function connect() {
  const requests = stubService({
    'POST /api/tokens': { status: 201, body: { token: 'bf_u.t1.secret', details } },
    'DELETE /api/tokens/t1': { body: { ok: true } },
  });
  renderApp(<ExtensionScreen />, { path: '/extension' });
  answer({ answers: 'paired', isPaired: false });
  fireEvent.click(await screen.findByRole('button', { name: 'Connect this browser' }));
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ ask: 'pair', token: 'bf_u.t1.secret' }));
  return requests;
}

it('the field for a search takes what a phone shares, without the browser’s own check of addresses', async () => {
  stubService({});
  renderApp(<ExtensionScreen />, { path: '/extension' });
  const field = await screen.findByLabelText(/Link to a search/);
  expect(field.getAttribute('type')).toBe('text');
  fireEvent.change(field, { target: { value: 'Look: www.dba.dk/mobility/search/car?q=golf' } });
  expect(field).toHaveProperty('value', 'Look: www.dba.dk/mobility/search/car?q=golf');
});

it('a browser whose extension took the token is connected', async () => {
  const requests = await connect();
  answer({ answers: 'pair', isPaired: true });
  expect(await screen.findByText(/^This browser is connected/)).toBeTruthy();
  expect(requests.map(({ key }) => key)).not.toContain('DELETE /api/tokens/t1');
});

it('a token that the extension did not take is revoked, and the page says so', async () => {
  const requests = await connect();
  answer({ answers: 'pair', isPaired: false });
  expect(await screen.findByText(/did not take its access token/)).toBeTruthy();
  expect(requests.map(({ key }) => key)).toContain('DELETE /api/tokens/t1');
});

it('an extension that never answers is not waited for longer than ten seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await connect();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(await screen.findByText(/did not take its access token/)).toBeTruthy();
});
