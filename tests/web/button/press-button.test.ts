import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pressButton } from '../../../web/button/press-button.ts';
import { bookmarkOf } from '../../../web/src/imports/bookmark.tsx';

const receiver = 'https://bilfund.example';
const settings = { receiver, demoOrigin: 'http://127.0.0.1:5273', blocked: 'Blocked.' };
const marketplacePage = `<a href="/marketplace/item/7/"><span>84.900 kr.</span><span>VW Golf</span></a>`;

let opened: { postMessage: ReturnType<typeof vi.fn> };
let open: ReturnType<typeof vi.fn>;

beforeEach(() => {
  opened = { postMessage: vi.fn() };
  open = vi.fn(() => opened);
  vi.stubGlobal('open', open);
  window.open = open as never;
  document.body.innerHTML = marketplacePage;
});
afterEach(() => {
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});

const nonceOf = () => String(open.mock.calls.at(-1)?.[0]).split('#')[1]!;

function visit(url: string) {
  vi.stubGlobal('location', new URL(url));
}

function answer(fields: { origin?: string; source?: unknown; nonce?: string } = {}) {
  const { origin = receiver, source = opened, nonce = nonceOf() } = fields;
  const event = new MessageEvent('message', { origin, data: { bilfund: 'ready', nonce } });
  Object.defineProperty(event, 'source', { value: source });
  window.dispatchEvent(event);
}

describe('a press of the button', () => {
  it('the button hands its cars to its installation once, after that has sent the nonce', () => {
    visit('https://www.facebook.com/marketplace/odense/search?query=golf');
    pressButton(settings);
    expect(open).toHaveBeenCalledWith(
      expect.stringMatching(/^https:\/\/bilfund\.example\/receive#[0-9a-f]{32}$/),
    );
    expect(opened.postMessage).not.toHaveBeenCalled();
    answer();
    answer();
    expect(opened.postMessage).toHaveBeenCalledOnce();
    const [message, target] = opened.postMessage.mock.calls[0]!;
    expect(target).toBe(receiver);
    expect(message).toMatchObject({ nonce: nonceOf(), page: { cards: [{ id: '7' }] } });
  });

  it('the button sends nothing to other origins', () => {
    visit('https://www.facebook.com/marketplace/odense/search?query=golf');
    pressButton(settings);
    answer({ origin: 'https://evil.example' });
    answer({ source: {} });
    answer({ nonce: 'f'.repeat(32) });
    expect(opened.postMessage).not.toHaveBeenCalled();
  });

  it.each([
    'https://www.bank.example/marketplace/odense/search',
    'https://facebook.com.evil.example/marketplace/x',
  ])('the button reads nothing on a page of another site: %s', (url) => {
    visit(url);
    pressButton(settings);
    answer();
    expect(opened.postMessage.mock.calls[0]![0]).toMatchObject({ page: null });
  });

  it('the button reads the demo marketplace if the installation has one', () => {
    visit('http://127.0.0.1:5273/marketplace/odense/search');
    pressButton(settings);
    answer();
    expect(opened.postMessage.mock.calls[0]![0]).toMatchObject({ page: { kind: 'search' } });
  });

  it('every press of the button has its own nonce', () => {
    visit('https://www.facebook.com/marketplace/odense/search');
    pressButton(settings);
    const first = nonceOf();
    pressButton(settings);
    expect(nonceOf()).not.toBe(first);
  });

  it('the button says so if the browser opens no window', () => {
    visit('https://www.facebook.com/marketplace/odense/search');
    open.mockReturnValue(null);
    const alerted = vi.fn();
    vi.stubGlobal('alert', alerted);
    pressButton(settings);
    expect(alerted).toHaveBeenCalledWith('Blocked.');
  });
});

describe('the bookmark', () => {
  it('the bookmark runs its code with its settings, as often as it is pressed', () => {
    const ran = vi.fn();
    vi.stubGlobal('ran', ran);
    const blocked = 'Tillad “pop op” – 100 % \' " \\ </script>';
    const address = bookmarkOf('ran(bilfundButton.blocked);', { ...settings, blocked });
    expect(address).toMatch(/^javascript:[\x21-\x7e]+$/);
    // In the page's own scope, as a browser runs such an address.
    // biome-ignore lint/security/noGlobalEval: the subject is code in an address
    const run = globalThis.eval;
    for (const _ of [1, 2]) expect(run(decodeURIComponent(address.slice(11)))).toBeUndefined();
    expect(ran.mock.calls).toEqual([[blocked], [blocked]]);
  });
});
