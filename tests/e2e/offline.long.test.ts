import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openPage, productInBrowser, untilListStands } from '#tests/support/browser.ts';
import { password, sharedProduct, signUp } from '#tests/support/product.ts';

const { product, browser } = await productInBrowser(sharedProduct());

const email = 'traveller@example.dk';

let page: Page;
let context: BrowserContext;

beforeAll(async () => {
  await signUp(product, email);
  ({ page } = await openPage(browser));
  context = page.context();
});

async function titles(): Promise<string[]> {
  await page.getByRole('article').first().waitFor();
  await untilListStands(page);
  return page.getByRole('article').getByRole('heading').allTextContents();
}

/** The photos that a visitor's list names. */
async function publicPhotos(): Promise<string[]> {
  const { cars } = (await (await fetch(`${product.url}/api/cars`)).json()) as {
    cars: { image_urls?: string[] }[];
  };
  return cars.flatMap(({ image_urls: photos = [] }) => photos);
}

describe('without a connection', () => {
  it('the app opens offline and shows the last list and the cars that were opened', async () => {
    await page.goto(`${product.url}/login`);
    await page.evaluate('navigator.serviceWorker.ready');
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.locator('main form button[type=submit]').click();
    await page.getByRole('article').first().waitFor();
    // Loaded once through the worker, the list is kept.
    await page.reload();
    const before = await titles();
    // The worker keeps an answer a moment after it has passed it on.
    const isKept = `caches.open('answers').then((cache) => cache.keys()).then((keys) => keys.some(({ url }) => new URL(url).pathname === '/api/cars'))`;
    await expect.poll(() => page.evaluate(isKept)).toBe(true);
    await context.setOffline(true);
    await page.reload();
    await expect.poll(titles).toEqual(before);
    await page.getByText('You are offline. This is the last version we saved.').waitFor();
    await page.getByText('Hi, traveller').waitFor();
  });

  it('the app reconnects when the connection returns', async () => {
    const restored = page.waitForResponse((response) => response.url().endsWith('/api/auth/refresh'));
    await context.setOffline(false);
    expect((await restored).status()).toBe(200);
    await page.getByText('No connection.').waitFor({ state: 'detached' });
  });

  it('the browser keeps nothing of a person who has signed out', async () => {
    const plates = `caches.open('answers').then((cache) => cache.keys().then((keys) => Promise.all(keys.map(async (key) =>
      ((await (await cache.match(key))?.text()) ?? '').match(/"plate":"[^"]+"/g) ?? []))))`;
    // The connection is just back: answers are on their way, and one that is replaced may be gone for a moment.
    await expect
      .poll(async () => ((await page.evaluate(plates)) as string[][]).flat().length)
      .toBeGreaterThan(0);
    const openPhotos = `caches.open('photos').then((cache) => cache.keys()).then((keys) => keys.map(({ url }) => url))`;
    const keptPhotos = async () =>
      ((await page.evaluate(openPhotos)) as string[]).map((url) => new URL(url).pathname);
    const visitors = new Set(await publicPhotos());
    const ownPhotos = async () => (await keptPhotos()).filter((path) => !visitors.has(path));
    await expect.poll(async () => (await ownPhotos()).length).toBeGreaterThan(0);
    const signedOut = page.waitForResponse((response) => response.url().endsWith('/api/auth/sign-out'));
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect((await (await signedOut).allHeaders())['clear-site-data']).toBe('"cache"');
    await page.getByRole('link', { name: 'Log in' }).first().waitFor();
    // What a stranger looks at is kept anew; what the person saw is not.
    await expect.poll(async () => ((await page.evaluate(plates)) as string[][]).flat()).toEqual([]);
    await expect.poll(ownPhotos).toEqual([]);
  });
});
