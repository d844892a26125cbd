import { expect } from 'vitest';
import type { HandedPage } from '#core/marketplaces/button/hand-over.ts';
import { type Row, search } from '#tests/core/marketplaces/bilbasen/pages.ts';
import type { Message, PopupMessage, State } from '../../extension/messages.ts';
import { Worker } from '../../extension/worker/worker.ts';
import { extensionId, fakeBrowser } from '../extension/support/fake-browser.ts';
import { callRoute } from './call-route.ts';

const origin = 'https://bilfund.example';

/** The installation as the extension reaches it. Load it after the environment is set. */
export async function loadInstallation() {
  const [accounts, cars, imports, searches] = await Promise.all([
    import('#functions/accounts/api.ts'),
    import('#functions/cars/api.ts'),
    import('#functions/imports/api.ts'),
    import('#functions/searches/api.ts'),
  ]);
  const routes: Record<string, unknown> = { ...accounts, ...cars, ...imports, ...searches };
  const names: Record<string, string> = {
    'POST cars': 'listKnownCarsRoute',
    'POST imports': 'importPageRoute',
    'POST subscriptions': 'createSubscriptionRoute',
    'GET subscriptions': 'listSubscriptionsRoute',
  };
  return {
    async tokenOf(name: string): Promise<string> {
      const { body } = await callRoute<{ token: string }>(routes.createTokenRoute, {
        as: name,
        body: { name: 'Browser extension', scopes: ['pages', 'follow'], days: 366 },
      });
      return body.token;
    },
    async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      const { pathname, searchParams } = new URL(String(input));
      const [, , subject, id] = pathname.split('/');
      const method = init?.method ?? 'GET';
      const text = String(init?.body ?? '');
      const isPage = subject === 'imports';
      const { status, body } = await callRoute(routes[names[`${method} ${subject}`]!], {
        method,
        headers: Object.fromEntries(new Headers(init?.headers)),
        query: Object.fromEntries(searchParams),
        ...(id && subject === 'subscriptions' && { params: { id } }),
        ...(method === 'POST' && { body: isPage ? new TextEncoder().encode(text) : JSON.parse(text) }),
      });
      return Response.json(body, { status });
    },
  };
}

/** One person's browser with the extension, which watches the search of Bilbasen. */
export class ExtensionPerson {
  readonly browser = fakeBrowser();
  readonly worker: Worker;
  readonly name: string;
  readonly minutes: number;
  readonly #installation: Awaited<ReturnType<typeof loadInstallation>>;
  readonly #rows: () => Row[];
  /** By how much the browser's clock runs ahead of the installation's. */
  aheadMs = 0;

  /** `rows`: what the search shows now. */
  constructor(
    installation: Awaited<ReturnType<typeof loadInstallation>>,
    person: { name: string; minutes: number; random: () => number },
    rows: () => Row[],
  ) {
    const { name, minutes, random } = person;
    [this.name, this.minutes, this.#installation, this.#rows] = [name, minutes, installation, rows];
    const key = crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    this.worker = new Worker(
      {
        browser: this.browser.api,
        keys: { key: () => key },
        fetch: installation.fetch,
        now: () => new Date(Date.now() + this.aheadMs),
        random,
      },
      { origin, demoOrigin: null },
    );
  }

  #from = (url: string, id: number, active: boolean): chrome.runtime.MessageSender => ({
    ...{ id: extensionId, url, frameId: 0 },
    tab: { id, active } as chrome.tabs.Tab,
  });
  popup = (message: PopupMessage) =>
    this.worker.answer(message, {
      id: extensionId,
      url: `chrome-extension://${extensionId}/popup.html`,
    }) as Promise<State>;
  /** A press, and what the window shows once the installation has taken it. */
  press = async (message: PopupMessage) => {
    await this.popup(message);
    return this.popup({ ask: 'settled' });
  };
  inTab = (message: Message, id: number) => this.worker.answer(message, this.#from(search, id, id === 0));
  look = (id: number) => this.inTab({ ask: 'rate', page: this.#page() }, id);
  #page = (): HandedPage => ({
    ...{ kind: 'search', path: new URL(search).pathname, hasNoResults: false, cards: [] },
    ads: this.#rows(),
  });
  openTabs = () => this.browser.tabs.filter(({ isOpen }) => isOpen);

  /** Connects the browser on the installation's page, opens the search and marks it. */
  async begin(): Promise<void> {
    const token = await this.#installation.tokenOf(this.name);
    const paired: Message = { ask: 'pair', token, language: 'en' };
    await this.worker.answer(paired, this.#from(`${origin}/extension`, 0, true));
    await this.look(0);
    const message = { ask: 'watch', href: search, name: 'Golf', intervalMinutes: this.minutes } as const;
    expect(await this.press(message)).toMatchObject({ refusal: null, watches: [{ href: search }] });
  }

  /** The search is started again, as a person does once its week is over. */
  async extend(): Promise<void> {
    const { watches } = await this.popup({ ask: 'state' });
    await this.press({ ask: 'interval', id: watches[0]!.id, intervalMinutes: this.minutes });
  }
}
