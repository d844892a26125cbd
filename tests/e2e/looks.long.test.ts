import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  faultsOf,
  openView,
  productInBrowser,
  sendSignIn,
  untilQuiet,
  untilTakenOver,
  views,
} from '#tests/support/browser.ts';
import { sharedProduct, signUp } from '#tests/support/product.ts';

const { product, browser } = await productInBrowser(sharedProduct());

const email = 'reader@example.dk';

let carPath: string;

beforeAll(async () => {
  await signUp(product, email);
  const list = (await (await fetch(`${product.url}/api/cars`)).json()) as {
    cars: { id: string; locked: boolean }[];
  };
  carPath = `/car/${list.cars.find((car) => !car.locked)!.id}`;
});

describe.each(views)('in $language at $width px, $colorScheme', (view) => {
  let page: Page;
  beforeAll(async () => {
    page = await openView(browser, view);
  });
  afterAll(() => page.context().close());

  it.each([
    '/',
    '/login',
    '/register',
    '/terms',
    '/privacy',
    '/changelog',
    '/button',
    '/extension',
    '/receive',
    '/nowhere',
  ])('a visitor’s %s has no accessibility violations and fits the window', async (path) => {
    await page.goto(product.url + path);
    await untilQuiet(page);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  it('a visitor’s recorded import plays to its end, has no accessibility violations and fits the window', async () => {
    const [title, skip] =
      view.language === 'en'
        ? ['See an import from start to end', 'Skip to the end']
        : ['Se en import fra start til slut', 'Til slutningen'];
    await page.goto(product.url);
    await untilTakenOver(page);
    // It begins when somebody comes near.
    await page.getByRole('heading', { name: title }).scrollIntoViewIfNeeded();
    const cars = page.locator('ul[tabindex] > li');
    await page.getByRole('button', { name: skip }).click();
    await page.locator('ul[tabindex] h3').nth(10).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const animation = () =>
      cars.first().evaluate((car) => car.ownerDocument.defaultView!.getComputedStyle(car).animationName);
    await expect.poll(animation).toBe('fade-in');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(animation).toBe('none');
    await page.emulateMedia({ reducedMotion: null });
    const picture = cars.first().locator('img');
    // Its bytes come when they come; the list does not wait for them.
    await expect
      .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(400);
  });

  it('a signed-in reader’s list, views and car page have no accessibility violations and fit the window', async () => {
    await sendSignIn(page, product.url, email, 'hemmelig-kode');
    await page.getByRole('article').first().waitFor();
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
      await untilQuiet(page);
      expect([path, await faultsOf(page)]).toEqual([path, []]);
    }
  });

  it('plans, account deletion and the payment pages have no accessibility violations and fit the window', async () => {
    const check = async (what: string) => expect([what, await faultsOf(page)]).toEqual([what, []]);
    for (const path of ['/payment/success', '/subscription/cancelled']) {
      await page.goto(product.url + path);
      await page.getByRole('main').getByRole('heading').first().waitFor();
      await untilQuiet(page);
      await check(path);
    }
    await page.goto(`${product.url}/profile`);
    const dialog = page.getByRole('dialog');
    for (const name of [/Upgrade to Premium|Opgrader til Premium/, /Delete my account|Slet min konto/]) {
      await page.getByRole('main').getByRole('button', { name }).click();
      await dialog.waitFor();
      await check(String(name));
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  });

  it('a reader who has imported before sees cars and prices in the first window, and four rows of a list', async () => {
    const isPhone = view.width < 600;
    await page.setViewportSize({ width: view.width, height: isPhone ? 844 : 900 });
    await page.evaluate("localStorage.setItem('bilfund_imported', '1')");
    await page.goto(`${product.url}/?view=all`);
    const cards = page.locator('[data-car]');
    await cards.nth(2).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const card = (await cards.first().boundingBox())!;
    if (isPhone) {
      const price = (await cards.first().getByText(/kr\.$/).first().boundingBox())!;
      expect(price.y + price.height).toBeLessThanOrEqual(844);
      expect(card.height).toBeLessThanOrEqual(727);
      await page.goto(`${product.url}/?mode=list`);
      await page.locator('[data-car] h3').first().waitFor();
      // Titles take one or two lines, and the day decides which cars come first: the middle one of seven rows counts.
      const heights = await cards.evaluateAll((rows) =>
        rows
          .slice(0, 7)
          .map((row) => row.closest('li')!.getBoundingClientRect().height)
          .sort((a, b) => a - b),
      );
      expect(heights[3]).toBeLessThanOrEqual((844 - 60) / 4);
    } else expect(card.y + card.height).toBeLessThanOrEqual(900);
    const more = view.language === 'en' ? 'More ways to import' : 'Flere måder at importere på';
    await page.getByRole('button', { name: more }).click();
    await page.locator('input[type=file]').waitFor({ state: 'attached' });
    expect(await faultsOf(page)).toEqual([]);
  });
});
