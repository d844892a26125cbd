/// <reference lib="dom" />
/// <reference types="chrome" />
import type { Browser, Page } from 'puppeteer-core';
import { eventually, type Person, type Product, password } from '#tests/support/product.ts';
import type { PopupMessage, State } from '../../../extension/messages.ts';

type Options = {
  /** "chrome-extension://…": where the extension's own pages are. */
  address: string;
  product: Product;
  search: string;
  /** Another search of that marketplace, opened when the functions have been at work. */
  nextSearch: string;
  /** A search of another marketplace, which stays turned on. */
  otherSearch: string;
  person: Person;
};

type Listed = { subscriptions: { browser: { last_seen_at: string | null } | null }[] };

/** What is asked of the page: functions that run there know nothing of this file. */
type Lines = { cards: number; lines: number };

const shortMs = 30_000;
/** The extension looks once a minute whether a search is due. */
const visitMs = 150_000;

/** How many cards of a search of the demo have the extension's layer on top where a line belongs. */
function countLines(): Lines {
  const cards = [...document.querySelectorAll('#feed a.card, article.mobility-search-ad-card')];
  const lines = cards.filter((card) => {
    const { left, bottom } = (card.querySelector('img') ?? card).getBoundingClientRect();
    const top = document.elementFromPoint(left + 20, bottom - 20);
    return top?.parentElement === document.documentElement && top !== document.body;
  });
  return { cards: cards.length, lines: lines.length };
}

/** A person's way through the extension: connect, look at a search, open a car, watch the search, turn the site off. */
export class ExtensionUse {
  readonly #browser: Browser;
  readonly #options: Options;
  readonly #findings: string[] = [];
  readonly #says: string[] = [];
  #checked = 0;

  constructor(browser: Browser, options: Options) {
    this.#browser = browser;
    this.#options = options;
  }

  async run(): Promise<{ checked: number; findings: string[]; says: string }> {
    await this.#drawPhotos();
    const steps = [
      ['connects', () => this.#connect()],
      ['rates the search', () => this.#rateFirst()],
      ['rates the next search', () => this.#rateNext()],
      ['opens a car', () => this.#openCar()],
      ['watches the search', () => this.#watch()],
      ['is turned off', () => this.#turnOff()],
    ] as const;
    for (const [name, step] of steps) {
      this.#checked++;
      try {
        await step();
      } catch (error) {
        this.#findings.push(`${name}: ${(error as Error).message}${await this.#log()}`);
      }
    }
    return { checked: this.#checked, findings: this.#findings, says: this.#says.join(', ') };
  }

  /** The demo draws a photo when it is first asked for; a marketplace has its photos. */
  async #drawPhotos(): Promise<void> {
    const page = await this.#browser.newPage();
    for (const search of [this.#options.search, this.#options.nextSearch])
      await page.goto(search, { waitUntil: 'networkidle0' });
    await page.close();
  }

  /** What the extension says it has done, for who looks for the cause. */
  async #log(): Promise<string> {
    const state = this.#popup && (await this.#ask({ ask: 'state' }).catch(() => null));
    const lines = state?.log.map(
      ({ atMs, event, detail }) => `${new Date(atMs).toISOString()} ${event} ${detail}`,
    );
    return lines ? `; its log: ${lines.join(', ')}` : '';
  }

  #market: Page | null = null;
  #popup: Page | null = null;

  async #connect(): Promise<void> {
    const { product, person } = this.#options;
    const page = await this.#browser.newPage();
    await page.goto(`${product.url}/login`);
    await this.#untilTakenOver(page);
    await page.type('input[name=email]', person.email);
    await page.type('input[name=password]', password);
    await page.click('main form button[type=submit]');
    await page.waitForSelector('article', { timeout: shortMs });
    await page.goto(`${product.url}/extension`);
    await this.#untilTakenOver(page);
    // It cannot be pressed before the app knows who is signed in.
    const connect = await page.waitForSelector('main button:not(:disabled)::-p-text(Connect this browser)', {
      timeout: shortMs,
    });
    await connect!.click();
    const says = () => page.$eval('main', ({ textContent }) => textContent ?? '');
    const isConnected = async () => (await says()).includes('This browser is connected.');
    await eventually('the page to say that it is connected', isConnected, shortMs).catch(async (error) => {
      throw new Error(`${(error as Error).message}; it says: ${await says()}`);
    });
    this.#popup = await this.#browser.newPage();
    // Firefox tells a program nothing of the loading of an extension's page: what it shows is waited for.
    void this.#popup.goto(`${this.#options.address}/popup.html`).catch(() => undefined);
    await this.#popup.waitForSelector('#popup[aria-busy=false]', { timeout: shortMs });
    if (!(await this.#ask({ ask: 'state' })).isPaired) throw new Error('the window does not know of it');
  }

  /** What is pressed before the app holds its page is lost. */
  async #untilTakenOver(page: Page): Promise<void> {
    const isHeld = () =>
      page.evaluate(() =>
        Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
      );
    await eventually('the app to take its page over', isHeld, shortMs);
  }

  #ask(message: PopupMessage): Promise<State> {
    return this.#popup!.evaluate((asked) => chrome.runtime.sendMessage(asked) as Promise<State>, message);
  }

  async #rateFirst(): Promise<void> {
    this.#market = await this.#browser.newPage();
    await this.#rate(this.#market, this.#options.search, 'the first search');
  }

  async #rateNext(): Promise<void> {
    const { person } = this.#options;
    type Status = { status: { status: string } | null };
    await eventually('the first search to be imported', async () => {
      const { body } = await person.ask<Status>('GET', '/api/scrape-status');
      return body.status?.status === 'completed';
    });
    const page = await this.#browser.newPage();
    await this.#rate(page, this.#options.nextSearch, 'the next search');
    await page.close();
  }

  async #rate(page: Page, search: string, name: string): Promise<void> {
    await page.goto(search);
    const from = performance.now();
    const seconds = () => ((performance.now() - from) / 1000).toFixed(1);
    await eventually('a first line', async () => (await page.evaluate(countLines)).lines > 0, shortMs);
    const first = seconds();
    // Some ads of the demo are no cars for sale: the extension's log says how many cars were taken.
    const { log } = await this.#ask({ ask: 'state' });
    const taken = Number(log.find(({ event }) => event === 'sent')?.detail);
    const lines = async () => (await page.evaluate(countLines)).lines;
    await eventually(
      `lines on 95 % of ${taken} cars`,
      async () => (await lines()) >= 0.95 * taken,
      visitMs,
    ).catch(async (error: Error) => {
      throw new Error(`${error.message}: ${await lines()}`);
    });
    this.#says.push(
      `${name}: ${await lines()} of ${taken} cars have a line`,
      `first after ${first} s, 95 % after ${seconds()} s`,
    );
  }

  /** The line is pressed where it is seen: the car's page opens beside the marketplace. */
  async #openCar(): Promise<void> {
    const page = this.#market!;
    const place = await page.evaluate(() => {
      for (const card of document.querySelectorAll('#feed a.card')) {
        const { left, bottom } = (card.querySelector('img') ?? card).getBoundingClientRect();
        const [x, y] = [left + 20, bottom - 20];
        if (document.elementFromPoint(x, y)?.parentElement === document.documentElement) return { x, y };
      }
      return null;
    });
    if (!place) throw new Error('no line to press');
    await page.mouse.click(place.x, place.y);
    const car = `${this.#options.product.url}/car/`;
    const opened = await eventually(
      'the page of a car',
      async () => (await this.#browser.pages()).find((each) => each.url().startsWith(car)),
      shortMs,
    );
    await opened.close();
  }

  /** The search is opened as soon as it is due, which is set by hand; nothing else is. */
  async #watch(): Promise<void> {
    const { search, person } = this.#options;
    await this.#ask({ ask: 'watch', href: search, name: 'Judged', intervalMinutes: 30 });
    const watched = await this.#ask({ ask: 'settled' });
    if (watched.refusal || watched.watches.length !== 1)
      throw new Error(`the search was refused (${watched.refusal})`);
    await this.#popup!.evaluate(async () => {
      const { stored } = (await chrome.storage.local.get('stored')) as { stored: State };
      const watches = stored.watches.map((watch) => ({ ...watch, nextAtMs: 0 }));
      await chrome.storage.local.set({ stored: { ...stored, watches } });
    });
    const before = (await this.#browser.pages()).length;
    const state = await eventually(
      'the visit of the watched search',
      async () => {
        const now = await this.#ask({ ask: 'state' });
        return now.watches[0]?.lastSeenAtMs || Object.keys(now.walls).length > 0 ? now : null;
      },
      visitMs,
    );
    if (!state.watches[0]?.lastSeenAtMs) throw new Error(`the visit met ${JSON.stringify(state.walls)}`);
    const line = state.log.find(({ event }) => event === 'read');
    this.#says.push(`the visit read ${line?.detail.replace(/^.*: /, '')} cars`);
    await eventually(
      'its tab to be closed',
      async () => (await this.#browser.pages()).length <= before,
      shortMs,
    );
    // Its cars are rated first.
    await eventually(
      'the installation to list the visit',
      async () => {
        const { body } = await person.ask<Listed>('GET', `/api/subscriptions/${person.id}`);
        return body.subscriptions[0]?.browser?.last_seen_at;
      },
      visitMs,
    );
  }

  /** The page asks before one of another marketplace that is opened after it: when that one has a line, it has its answer. */
  async #turnOff(): Promise<void> {
    await this.#ask({ ask: 'switch', source: 'facebook', isOn: false });
    const page = this.#market!;
    await page.reload();
    await eventually('the cards', async () => (await page.evaluate(countLines)).cards > 0, shortMs);
    const other = await this.#browser.newPage();
    await other.goto(this.#options.otherSearch);
    await eventually(
      'a line on the other marketplace',
      async () => (await other.evaluate(countLines)).lines > 0,
      2 * shortMs,
    );
    await page.bringToFront();
    // Lines are placed when a picture of the page is drawn.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
    );
    const { lines } = await page.evaluate(countLines);
    if (lines > 0) throw new Error(`${lines} lines are still drawn`);
  }
}
