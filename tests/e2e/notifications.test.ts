import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchTestBrowser } from '#tests/support/browser.ts';
import { payCheckout } from '#tests/support/pay-checkout.ts';
import {
  demoLinks,
  eventually,
  type Person,
  type Product,
  password,
  signUp,
  startProduct,
} from '#tests/support/product.ts';

const email = 'premium-reader@example.dk';
const hourSeconds = 3_600;

let product: Product;
let browser: Browser;
let person: Person;

async function buyPremium(): Promise<void> {
  const { body } = await person.ask<{ url: string }>('POST', '/api/payments/create-subscription-checkout', {
    planType: 'premium_monthly',
  });
  await payCheckout(body.url);
  await eventually('premium access', async () => {
    const access = await person.ask<{ hasPremium: boolean }>('GET', '/api/payments/check-premium');
    return access.body.hasPremium;
  });
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchTestBrowser()]);
  person = await signUp(product, email);
  await buyPremium();
  const links = await demoLinks(product.url);
  // Everything around a town: something new comes up in it within hours.
  const wide = links
    .filter((link) => link.kind === 'search')
    .toSorted((a, b) => (b.expectedCars ?? 0) - (a.expectedCars ?? 0))[0]!;
  const { status } = await person.ask('POST', '/api/subscriptions', { searchUrl: wide.url });
  expect(status).toBe(201);
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
});

/** A tab of the reader. Without sockets it has to ask. */
async function openTab(options: { hasSockets: boolean }): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    serviceWorkers: 'block',
  });
  if (!options.hasSockets) await context.routeWebSocket(/\/live/, (socket) => socket.close());
  const page = await context.newPage();
  await page.goto(`${product.url}/login`);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('main form button[type=submit]').click();
  await page.getByRole('article').first().waitFor();
  return page;
}

const bellOf = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const unreadIn = async (page: Page) =>
  Number(/(\d+) unread/.exec((await bellOf(page).getAttribute('aria-label')) ?? '')?.[1] ?? 0);

async function unreadOnServer(): Promise<number> {
  type Stats = { stats: { unreadNotifications: number } };
  const { body } = await person.ask<Stats>('GET', `/api/notifications/${person.id}/stats`);
  return body.stats.unreadNotifications;
}

/** Lets hours pass until something new was found; the moment at which the service first said so. */
async function untilToldMore(than: number): Promise<number> {
  for (let hour = 0; hour < 12; hour++) {
    await product.control.advance(hourSeconds);
    const told = await eventually(
      'news or the end of the hour’s runs',
      async () => {
        if ((await unreadOnServer()) > than) return { atMs: Date.now() };
        const jobs = await product.control.queues();
        const isQuiet = jobs.every(
          (queue) => queue.visible === 0 && queue.inFlight === 0 && queue.delayed === 0,
        );
        return isQuiet ? { atMs: null } : null;
      },
      120_000,
    );
    if (told.atMs !== null) return told.atMs;
  }
  throw new Error('Twelve hours brought nothing new.');
}

describe('a premium reader who is told about new cars', () => {
  it('sees a notification in two tabs within two seconds, and read in one is read in the other', async () => {
    const [first, second] = await Promise.all([openTab({ hasSockets: true }), openTab({ hasSockets: true })]);
    const toldAtMs = await untilToldMore(0);
    await Promise.all(
      [first, second].map((tab) =>
        expect.poll(() => unreadIn(tab), { timeout: 10_000, interval: 50 }).toBeGreaterThan(0),
      ),
    );
    expect(Date.now() - toldAtMs).toBeLessThan(2_000);

    await bellOf(first).click();
    await first.getByRole('region', { name: 'Notifications' }).getByRole('listitem').first().waitFor();
    await first.getByRole('button', { name: 'Mark all read' }).click();
    await expect.poll(() => unreadIn(second), { timeout: 5_000 }).toBe(0);
    expect(await unreadOnServer()).toBe(0);
    await Promise.all([first.context().close(), second.context().close()]);
  });

  it('is told within four seconds where sockets are blocked', async () => {
    const tab = await openTab({ hasSockets: false });
    const before = await unreadOnServer();
    const toldAtMs = await untilToldMore(before);
    await expect.poll(() => unreadIn(tab), { timeout: 10_000, interval: 50 }).toBeGreaterThan(before);
    expect(Date.now() - toldAtMs).toBeLessThan(4_000);
    await tab.context().close();
  });

  it('finds everything on the notifications screen, opens it and deletes it', async () => {
    const tab = await openTab({ hasSockets: true });
    await bellOf(tab).click();
    await tab.getByRole('link', { name: 'View all notifications' }).click();
    await tab.waitForURL('**/notifications');
    await expect.poll(() => tab.getByRole('region', { name: 'Notifications' }).count()).toBe(0);
    const items = tab.getByRole('main').getByRole('listitem');
    await items.first().waitFor();
    const before = await items.count();
    await items
      .first()
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect.poll(() => items.count()).toBe(before - 1);
    await items.first().getByRole('link').click();
    await tab.waitForURL((url) => url.pathname !== '/notifications');
    await tab.context().close();
  });
});
