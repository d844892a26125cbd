import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildExtension } from '#lib/build/build-extension.ts';
import { openPage, productInBrowser, sendSignIn } from '#tests/support/browser.ts';
import { demoLinks, password, signUp, startProduct } from '#tests/support/product.ts';
import { Worker } from '../../extension/worker/worker.ts';
import { connectPages, runScript } from '../extension/support/extension-in-page.ts';
import { fakeBrowser } from '../extension/support/fake-browser.ts';

const email = 'watcher@example.dk';

const { product, browser } = await productInBrowser(startProduct());
let folder: string;
let app: Page;
let market: Page;
let search: string;

beforeAll(async () => {
  await signUp(product, email);
  const links = await demoLinks(product.url);
  search = links.find(({ url }) => url.endsWith('/marketplace/odense/vehicles'))!.url;
  const installation = { origin: product.url, demoOrigin: new URL(search).origin };
  folder = mkdtempSync(join(tmpdir(), 'bilfund-extension-'));
  await buildExtension('chrome', installation, folder);
  const key = crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const worker = new Worker(
    {
      browser: fakeBrowser().api,
      keys: { key: () => key },
      fetch,
      now: () => new Date(),
      random: Math.random,
    },
    installation,
  );
  ({ page: app } = await openPage(browser));
  await connectPages(app.context(), worker);
  market = await app.context().newPage();
});
afterAll(() => {
  if (folder) rmSync(folder, { recursive: true });
});

/** Opens the search as the browser does with the extension: its script runs once the document is there. */
async function openSearch(): Promise<void> {
  await market.goto(search);
  await market.evaluate(`
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.shift += value;
    }).observe({ type: 'layout-shift', buffered: false })`);
  await runScript(market, folder, 'page');
}

it('a browser is connected on the installation’s page, and the key is listed in the profile', async () => {
  await sendSignIn(app, product.url, email, password);
  await app.getByRole('article').first().waitFor();
  await app.goto(`${product.url}/extension`);
  await app.getByText('The extension is not in this browser.').waitFor();
  await runScript(app, folder, 'pairing');
  await app.getByRole('button', { name: 'Connect this browser' }).click();
  await app.getByText('This browser is connected.').waitFor();
  await app.goto(`${product.url}/profile`);
  await app.getByText('Browser extension').waitFor();
});

it('nearly every car of a search gets its line, and nothing of the page moves', async () => {
  await openSearch();
  const lines = market.getByRole('region', { name: 'Bilfund’s ratings' }).getByRole('link');
  await lines.first().waitFor();
  const cards = await market.locator('#feed a.card').count();
  // The others are locked for a free reader, or no cars for sale.
  await expect.poll(() => lines.count(), { timeout: 60_000 }).toBeGreaterThanOrEqual(0.75 * cards);
  const rated = await lines.filter({ hasNotText: 'No estimate' }).count();
  await market.getByText(`Bilfund: ${rated} of ${cards} cars rated`).waitFor();
  expect(await market.evaluate('globalThis.shift')).toBeLessThanOrEqual(0.01);
  const address = await lines.first().getAttribute('href');
  expect(address).toMatch(new RegExp(`^${product.url}/car/`));
});

it('a press turns the lines off for the site, until it is turned on again', async () => {
  await market.getByRole('button', { name: 'Turn off on this site' }).click();
  await expect.poll(() => market.getByRole('region', { name: 'Bilfund’s ratings' }).count()).toBe(0);
});
