import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchTestBrowser } from '#tests/support/browser.ts';
import { faultsOf } from '#tests/support/page-audit.ts';
import { type Product, signUp, startProduct } from '#tests/support/product.ts';

const email = 'reader@example.dk';

let product: Product;
let browser: Browser;
let carPath: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchTestBrowser()]);
  await signUp(product, email);
  const list = (await (await fetch(`${product.url}/api/cars`)).json()) as {
    cars: { id: string; locked: boolean }[];
  };
  carPath = `/car/${list.cars.find((car) => !car.locked)!.id}`;
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
});

type View = { language: 'en' | 'da'; width: number; colorScheme: 'light' | 'dark' };
const views: View[] = [
  { language: 'en', width: 1280, colorScheme: 'light' },
  { language: 'da', width: 390, colorScheme: 'light' },
  { language: 'da', width: 1280, colorScheme: 'dark' },
];

async function openAs(view: View): Promise<Page> {
  // bypassCSP lets the audit in; the pages themselves run under the product's own policy everywhere else.
  const context = await browser.newContext({
    viewport: { width: view.width, height: 900 },
    colorScheme: view.colorScheme,
    bypassCSP: true,
  });
  await context.addInitScript((language) => localStorage.setItem('app_language', language), view.language);
  return context.newPage();
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${product.url}/login`);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill('hemmelig-kode');
  await page.locator('main form button[type=submit]').click();
  await page.getByRole('article').first().waitFor();
}

describe.each(views)('in $language at $width px, $colorScheme', (view) => {
  let page: Page;
  beforeAll(async () => {
    page = await openAs(view);
  });
  afterAll(() => page.context().close());

  it.each(['/', '/login', '/register', '/terms', '/privacy', '/changelog', '/nowhere'])(
    'a stranger’s %s has no violations and fits',
    async (path) => {
      await page.goto(product.url + path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await faultsOf(page)).toEqual([]);
    },
  );

  it('a member’s list, views and car page have no violations and fit', async () => {
    await signIn(page);
    expect(await faultsOf(page)).toEqual([]);
    for (const path of [
      '/?view=history',
      '/?view=guide',
      '/?view=faq',
      '/?view=support',
      '/profile',
      carPath,
    ]) {
      await page.goto(product.url + path);
      await page.getByRole('main').waitFor();
      await page.waitForLoadState('networkidle');
      expect([path, await faultsOf(page)]).toEqual([path, []]);
    }
  });
});
