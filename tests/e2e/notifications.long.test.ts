import { payCheckout } from 'local-stripe/tests/support/stripe-target.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CallResponse } from '#core/contract/table.ts';
import { hourOf, hourStart, mostSpreadSeconds } from '#core/searches/automated-search.ts';
import { productInBrowser, sendSignIn } from '#tests/support/browser.ts';
import {
  demoLinks,
  eventually,
  type Person,
  type Product,
  password,
  signUp,
  startProduct,
} from '#tests/support/product.ts';

const { product, browser } = await productInBrowser(startProduct({ empty: true }));

/** The rule's function, on a machine that does other things as well. */
const strikeMs = 240_000;

/**
 * Lets the next hour strike and brings its visits due. The clock moves no further than that, and stands while the rule's
 * function sends the visits: one that is under way must not see hours pass between two of its steps.
 */
async function strikeHour({ control }: Pick<Product, 'control'>): Promise<void> {
  const now = await control.now();
  const next = hourStart(hourOf(now) + 1);
  await control.advance((Date.parse(next) - now.getTime()) / 1000 + 1);
  await eventually(
    'the start of the hour’s searches',
    async () => {
      const load = await control.searches();
      return load?.at === next && load.started > 0;
    },
    strikeMs,
  );
  await control.advance(mostSpreadSeconds);
}

const email = 'premium-reader@example.dk';
/** A visit to the demo marketplace, on a machine that does other things as well. */
const patienceMs = 240_000;
/** Signing in, a visit and its news. */
const timeout = 600_000;

let person: Person;
/** Small searches without a car in common, which nobody has run yet: all of their cars are news. */
let links: string[];

async function buyPremium(): Promise<void> {
  const { body } = await person.ask<{ url: string }>('POST', '/api/payments/create-subscription-checkout', {
    planType: 'premium_monthly',
  });
  await payCheckout(body.url);
  await eventually('news of the plan', async () => (await unreadOnServer()) > 0);
}

async function unreadOnServer(): Promise<number> {
  type Stats = { stats: { unreadNotifications: number } };
  const { body } = await person.ask<Stats>('GET', `/api/notifications/${person.id}/stats`);
  return body.stats.unreadNotifications;
}

type Inbox = CallResponse<'GET /api/notifications/{id}'>;
type Panel = CallResponse<'GET /api/subscriptions/{id}'>;
const inbox = async () =>
  (await person.ask<Inbox>('GET', `/api/notifications/${person.id}?pageSize=100`)).body.notifications;
const panel = async () =>
  (await person.ask<Panel>('GET', `/api/subscriptions/${person.id}`)).body.subscriptions;

const readAll = () => person.ask('PUT', `/api/notifications/${person.id}/read-all`, {});

beforeAll(async () => {
  person = await signUp(product, email);
  await buyPremium();
  const { origin } = new URL((await demoLinks(product.url))[0]!.url);
  links = ['skoda', 'golf'].map(
    (words) => `${origin}/marketplace/category/search?query=${words}&maxPrice=45000`,
  );
});

/** A tab of the reader in a browser of its own. Without sockets it has to ask. */
async function openTab({ hasSockets }: { hasSockets: boolean }): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    serviceWorkers: 'block',
  });
  if (!hasSockets) await context.routeWebSocket(/\/live/, (socket) => socket.close());
  const page = await context.newPage();
  const opened = hasSockets && page.waitForEvent('websocket', { timeout: 60_000 });
  await sendSignIn(page, product.url, email, password);
  await bellOf(page).waitFor();
  await opened;
  return page;
}

const bellOf = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const unreadIn = async (page: Page) =>
  Number(/(\d+) unread/.exec((await bellOf(page).getAttribute('aria-label')) ?? '')?.[1] ?? 0);

type Published = { 'detail-type': string; time: string; detail: { ownerId?: string } };
const discoveries = async () =>
  ((await product.control.events()) as unknown as Published[]).filter(
    (event) => event['detail-type'] === 'cars.discovered' && event.detail.ownerId === person.id,
  ).length;

/** Follows a search and lets its hour strike; ends in the moment in which the bus says that it found something. */
async function untilFound(searchUrl: string): Promise<number> {
  const { status } = await person.ask('POST', '/api/subscriptions', { searchUrl });
  expect(status).toBe(201);
  const before = await discoveries();
  await strikeHour(product);
  await eventually('news of the search', async () => (await discoveries()) > before, patienceMs);
  return Date.now();
}

const seesNews = (page: Page) =>
  expect.poll(() => unreadIn(page), { timeout: 60_000, interval: 50 }).toBeGreaterThan(0);

describe('a premium reader who is told about new cars', () => {
  it('the plan change was reported in the inbox and by mail', async () => {
    expect((await inbox()).map(({ kind }) => kind)).toContain('plan_changed');
    const mail = await eventually('a mail of it', async () =>
      (await product.control.mails()).find(({ subject }) => subject === 'Premium is active'),
    );
    expect(mail).toMatchObject({ to: email, text: expect.stringContaining(`${product.url}/profile`) });
  });

  it('a notification appears in two tabs within two seconds, and reading it in one marks it in the other', {
    timeout,
  }, async () => {
    await readAll();
    const tabs = await Promise.all([openTab({ hasSockets: true }), openTab({ hasSockets: true })]);
    const [first, second] = tabs;
    expect(await Promise.all(tabs.map(unreadIn))).toEqual([0, 0]);
    const foundAtMs = await untilFound(links[0]!);
    await Promise.all(tabs.map(seesNews));
    expect(Date.now() - foundAtMs).toBeLessThan(2_000);

    await bellOf(first).click();
    const news = first.getByRole('region', { name: 'Notifications' }).getByRole('listitem');
    await news
      .getByRole('button', { name: /^Mark as read/ })
      .first()
      .waitFor();
    await first.getByRole('button', { name: 'Mark all read' }).click();
    await expect.poll(() => unreadIn(second)).toBe(0);
    await expect.poll(unreadOnServer).toBe(0);
    await Promise.all(tabs.map((tab) => tab.context().close()));
  });

  it('a notification arrives within four seconds if sockets are blocked', { timeout }, async () => {
    await readAll();
    const tab = await openTab({ hasSockets: false });
    expect(await unreadIn(tab)).toBe(0);
    const foundAtMs = await untilFound(links[1]!);
    await seesNews(tab);
    expect(Date.now() - foundAtMs).toBeLessThan(4_000);
    await tab.context().close();
  });

  it('automated searches ran by themselves and reported their cars once, free of charge', async () => {
    const hour = (await product.control.searches())!.at;
    const ended = await eventually(
      'the end of both runs of the second hour',
      async () => {
        const runs = (await panel()).map(({ last_run }) => last_run);
        return runs.length === links.length && runs.every((run) => run && run.at > hour) && runs;
      },
      patienceMs,
    );
    for (const run of ended) expect(run).toMatchObject({ status: 'completed', failure: null });
    // The first search ran twice and found its cars anew only once.
    const news = (await inbox()).filter(({ kind }) => kind === 'new_cars' || kind === 'amazing_deal');
    expect(news.map(({ is_read }) => is_read)).toEqual([false, true]);
    await eventually('a mail of each', async () => {
      const mails = await product.control.mails();
      return news.every(({ title }) => mails.some(({ text }) => text.includes(title)));
    });
    expect((await person.usage()).subscriptions_used).toBe(links.length);
    for (const search of await panel()) expect(search).toMatchObject({ status: 'active', interval_hours: 1 });
  });

  it('the operator sees how many links fit in an hour', async () => {
    const searches = await product.control.searches();
    expect(searches).toMatchObject({ links: 2, started: 2, waiting: 0, intervalHours: 1 });
    // One lane: of two visits at once one is kept for what people import by hand.
    expect(searches!.linksPerHour).toBeGreaterThan(60);
  });

  it('the notifications screen lists everything, deletes one and opens one', async () => {
    const tab = await openTab({ hasSockets: true });
    await bellOf(tab).click();
    await tab.getByRole('link', { name: 'View all notifications' }).click();
    await tab.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
    await expect.poll(() => tab.getByRole('region', { name: 'Notifications' }).count()).toBe(0);
    const main = tab.getByRole('main');
    // One for each notification; the cars that it names are items of a list within it.
    const deletes = main.getByRole('button', { name: /^Delete/ });
    await deletes.first().waitFor();
    await expect.poll(() => deletes.count()).toBeGreaterThan(1);
    const before = await deletes.count();
    await deletes.first().click();
    await expect.poll(() => deletes.count()).toBe(before - 1);
    await main.getByRole('listitem').first().getByRole('link').first().click();
    await tab.waitForURL((url) => url.pathname !== '/notifications');
    await tab.context().close();
  });

  it('no permission was denied to any function, and none failed', async () => {
    const logs = await product.control.logs();
    expect(logs.filter((line) => JSON.stringify(line).includes('is not authorized to perform'))).toEqual([]);
    expect(logs.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
