import { afterAll, beforeAll, expect, it } from 'vitest';
import { browserPagesPerDay } from '#core/imports/own-page.ts';
import type { HandedPage } from '#core/marketplaces/button/hand-over.ts';
import { createRandom, type Random } from '#demo/cars/random.ts';
import { search } from '#tests/core/marketplaces/bilbasen/pages.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { type ChangingAd, ChangingSearch, rowOf, toldTo } from '#tests/support/changing-search.ts';
import { type PipelineWorld, startPipelineWorld } from '#tests/support/pipeline-world.ts';
import { storePlan } from '#tests/support/stored-car.ts';
import type { Message, PopupMessage, State, Wall } from '../../extension/messages.ts';
import { Worker } from '../../extension/worker/worker.ts';
import { extensionId, fakeBrowser } from '../extension/support/fake-browser.ts';

// Ten people whose browsers watch one search each on a site that refuses the cloud, for a month: the extension's own
// background worker on one side, the handlers of the routes that it calls on the other.

const origin = 'https://bilfund.example';
const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
const days = 30;
/** Minutes between two visits: how people choose differs. */
const intervals = [360, 1440, 360, 1440, 360, 1440, 360, 1440, 360, 1440];
const wallKinds: readonly Wall[] = ['login', 'captcha', 'unknown_page'];
const wallShare = 0.4;
/** The table's stream, the queues and the bus hold nothing back longer than this. */
const longestUntilToldMs = 60_000;

let world: PipelineWorld;
let routes: Record<string, unknown>;

beforeAll(async () => {
  world = await startPipelineWorld('2026-11-01T06:00:00.000Z', { hasAlerts: true });
  const [accounts, cars, imports, searches] = await Promise.all([
    import('#functions/accounts/api.ts'),
    import('#functions/cars/api.ts'),
    import('#functions/imports/api.ts'),
    import('#functions/searches/api.ts'),
  ]);
  routes = { ...accounts, ...cars, ...imports, ...searches };
});
afterAll(() => world.close());

/** The installation as the extension reaches it. */
async function fetchRoute(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(String(input));
  const [, , subject, id] = pathname.split('/');
  const method = init?.method ?? 'GET';
  const names: Record<string, string> = {
    'POST cars': 'listKnownCarsRoute',
    'POST imports': 'importPageRoute',
    'POST subscriptions': 'createSubscriptionRoute',
    'GET subscriptions': 'listSubscriptionsRoute',
  };
  const name = names[`${method} ${subject}`]!;
  const isPage = subject === 'imports';
  const text = String(init?.body ?? '');
  const { status, body } = await callRoute(routes[name], {
    method,
    headers: Object.fromEntries(new Headers(init?.headers)),
    query: Object.fromEntries(searchParams),
    ...(id && subject === 'subscriptions' && { params: { id } }),
    ...(method === 'POST' && { body: isPage ? new TextEncoder().encode(text) : JSON.parse(text) }),
  });
  return Response.json(body, { status });
}

/** One person, their browser with the extension, and the search that they watch. */
class Watcher {
  readonly browser = fakeBrowser();
  readonly worker: Worker;
  readonly search: ChangingSearch;
  readonly #random: Random;
  readonly #last: ChangingAd;
  readonly name: string;
  readonly minutes: number;
  /** When each page was read. */
  readonly readAtMs: number[] = [];
  walls = 0;
  /** By how much the browser's clock runs ahead of the installation's. */
  #aheadMs = 0;

  constructor(name: string, place: number) {
    this.name = name;
    this.minutes = intervals[place]!;
    this.#random = createRandom(place, 'watchers');
    this.search = new ChangingSearch(createRandom(place, 'watched'), 8_000_000 + 1_000 * place);
    this.#last = { id: 8_000_900 + 1_000 * place, price: 99_000 };
    const key = crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    this.worker = new Worker(
      {
        browser: this.browser.api,
        keys: { key: () => key },
        fetch: fetchRoute,
        now: () => new Date(Date.now() + this.#aheadMs),
        random: () => this.#random.next(),
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
  #inTab = (message: Message, id: number) => this.worker.answer(message, this.#from(search, id, id === 0));
  #look = (id: number) => this.#inTab({ ask: 'rate', page: this.#page() }, id);
  #page = (): HandedPage => ({
    ...{ kind: 'search', path: new URL(search).pathname, hasNoResults: false, cards: [] },
    // Of what stood behind the last ad that is still shown, a page of the first results tells nothing.
    ads: [...this.search.ads, this.#last].map(rowOf),
  });
  openTabs = () => this.browser.tabs.filter(({ isOpen }) => isOpen);

  /** Connects the browser on the installation's page, opens the search and marks it. */
  async begin(): Promise<void> {
    await storePlan(this.name, { type: 'lifetime' });
    const { body } = await callRoute<{ token: string }>(routes.createTokenRoute, {
      as: this.name,
      body: { name: 'Browser extension', scopes: ['pages', 'follow'], days: 366 },
    });
    const paired: Message = { ask: 'pair', token: body.token, language: 'en' };
    await this.worker.answer(paired, this.#from(`${origin}/extension`, 0, true));
    await this.#look(0);
    const message = { ask: 'watch', href: search, name: 'Golf', intervalMinutes: this.minutes } as const;
    expect(await this.press(message)).toMatchObject({ refusal: null, watches: [{ href: search }] });
  }

  /** The search is started again, as a person does once its week is over. */
  async extend(): Promise<void> {
    const { watches } = await this.popup({ ask: 'state' });
    await this.press({ ask: 'interval', id: watches[0]!.id, intervalMinutes: this.minutes });
  }

  /** What the alarm of each minute does; the page that was opened is read to its end or meets a wall. */
  async wake(): Promise<void> {
    await this.worker.openDue();
    const [tab] = this.openTabs();
    if (!tab) return;
    const looks = this.#random.chance(wallShare) ? this.#random.whole(0, 1) : 2;
    if (looks === 2 && this.readAtMs.length > 0) this.search.change();
    for (let look = 0; look < looks; look++) await this.#look(tab.id);
    if (looks < 2) return this.#meetWall(tab.id);
    expect(this.openTabs()).toEqual([]);
    this.readAtMs.push(Date.now());
    await world.run();
  }

  /** Nothing is opened any more, however long one waits, until the person has looked. */
  async #meetWall(id: number): Promise<void> {
    const wall = this.#random.pick(wallKinds);
    await this.#inTab({ ask: 'wall', wall }, id);
    expect(this.openTabs()).toEqual([]);
    expect(await this.popup({ ask: 'state' })).toMatchObject({ walls: { bilbasen: { wall } } });
    const opened = this.browser.tabs.length;
    const { watches } = await this.popup({ ask: 'state' });
    this.#aheadMs = watches[0]!.nextAtMs - Date.now() + 60_000;
    await this.worker.openDue();
    this.#aheadMs = 0;
    expect(this.browser.tabs).toHaveLength(opened);
    await this.press({ ask: 'resume', source: 'bilbasen' });
    this.walls++;
  }
}

/** The longest time between the reading of a page and a notification that came of it. */
function longestUntilTold(told: readonly { atMs: number }[], readAtMs: readonly number[]): number {
  const since = ({ atMs }: { atMs: number }) => atMs - Math.max(...readAtMs.filter((read) => read <= atMs));
  return Math.max(...told.map(since));
}

// Once: another try would meet the accounts and limits of the first.
const once = { timeout: 1_200_000, retry: 0 };

it(
  'a month of ten browsers tells each person every change once and in time, and opens no more than was agreed',
  once,
  async () => {
    const people = intervals.map((_, place) => new Watcher(`watcher-${place}`, place));
    for (const person of people) await person.begin();
    await world.run();
    const endMs = Date.now() + days * dayMs;
    for (let extendedMs = Date.now(); Date.now() < endMs; world.advance(20 * 60_000)) {
      if (Date.now() - extendedMs >= weekMs) {
        for (const person of people) await person.extend();
        extendedMs = Date.now();
      }
      for (const person of people) await person.wake();
    }
    for (const person of people) {
      const told = await toldTo(person.name);
      expect(told.map(({ what }) => what)).toEqual(person.search.toBeTold());
      expect(longestUntilTold(told, person.readAtMs)).toBeLessThanOrEqual(longestUntilToldMs);
      expect(person.browser.tabs.length).toBeLessThanOrEqual(days * browserPagesPerDay);
    }
    expect(people.reduce((sum, { walls }) => sum + walls, 0)).toBeGreaterThanOrEqual(200);
  },
);
