import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchTestBrowser, openPage, untilTakenOver } from '#tests/support/browser.ts';
import { mailedCode, type Product, password, smallSearch, startProduct } from '#tests/support/product.ts';

/** Besides typing; of the address itself nothing is counted. */
const mostPresses = 6;
const importMs = 180_000;

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchTestBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
});

/** Counts in the page itself what a person would press, over all the pages of the visit. */
const countPresses = `addEventListener('click', ({ isTrusted, detail }) => {
  if (isTrusted && detail > 0) sessionStorage.presses = Number(sessionStorage.presses ?? 0) + 1;
}, true);`;
const pressesOf = (page: Page) => page.evaluate<number>('Number(sessionStorage.presses ?? 0)');

async function arrive(options: BrowserContextOptions, language: 'en' | 'da') {
  const { page, faults } = await openPage(browser, options);
  await page.addInitScript(countPresses);
  await page.addInitScript((chosen) => localStorage.setItem('app_language', chosen), language);
  const beganMs = Date.now();
  await page.goto(product.url);
  await untilTakenOver(page);
  return { page, faults, seconds: () => Math.round((Date.now() - beganMs) / 1000) };
}

type Words = { email: string; password: string; confirm: string; code: string };

/** The account's form and the mailed code, each sent by its one button. */
async function signUp(page: Page, address: string, words: Words): Promise<void> {
  const send = page.locator('main form button[type=submit]');
  await page.getByLabel(words.email).fill(address);
  await page.getByLabel(words.password, { exact: true }).fill(password);
  await page.getByLabel(words.confirm).fill(password);
  await send.click();
  await page.waitForURL('**/login');
  await page.getByLabel(words.code).fill(await mailedCode(product, address));
  await send.click();
}

const cards = (page: Page) => page.locator('article[data-car]');
/** A car of the import that is shown, with a verdict. */
async function untilRated(page: Page, verdict: RegExp): Promise<void> {
  await page.waitForURL(/[?&]import=/);
  // The cards of the list before stand there until the import's own list has come.
  const own = page.locator('[aria-busy=false] article[data-car]');
  await own.filter({ hasText: verdict }).first().waitFor({ timeout: importMs });
}

/** In pixels from the top of the window: the box that says what is worth a look, and the first card with its price. */
async function placesOf(page: Page, firstLook: Locator) {
  const first = cards(page).first();
  const [box, card, price] = await Promise.all(
    [firstLook, first, first.getByText(/kr\.$/).first()].map((each) => each.boundingBox()),
  );
  const bottom = (of: typeof box) => of!.y + of!.height;
  const places = { lookHeight: box!.height, cardBottom: bottom(card), priceBottom: bottom(price) };
  console.info(`On a first import: ${JSON.stringify(places)}`);
  return places;
}

describe('a new user, from the address to the first rated car of an own import', () => {
  it('a new user with a link needs at most six presses to the first rated car and sees what to look at first', async () => {
    const { page, faults, seconds } = await arrive({}, 'en');
    await page.getByLabel('Marketplace search link').fill(await smallSearch(product.url));
    await page.getByRole('main').getByRole('button', { name: 'Rate these cars' }).click();
    await signUp(page, 'link@example.dk', {
      email: 'E-mail',
      password: 'Password',
      confirm: 'Confirm password',
      code: 'Code',
    });
    await page.getByRole('button', { name: 'Import cars' }).click();
    await untilRated(page, /Rated neither a bargain nor overpriced|Above the market price/);
    const presses = await pressesOf(page);
    console.info(`With a link: ${presses} presses, ${seconds()} seconds`);
    expect(presses).toBeGreaterThan(0);
    expect(presses).toBeLessThanOrEqual(mostPresses);

    const firstLook = page.getByRole('region', { name: 'Worth a look first' });
    await firstLook.getByText(/you can see/).waitFor({ timeout: importMs });
    // Under the box a row of cars is whole in the first window.
    const { lookHeight, cardBottom } = await placesOf(page, firstLook);
    expect(lookHeight).toBeLessThanOrEqual(130);
    expect(cardBottom).toBeLessThanOrEqual(900);
    await firstLook.getByRole('link').first().click();
    await page.getByText('Car Specifications').waitFor();
    await page.goBack();
    await firstLook.getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await cards(page).first().waitFor();
    await page.getByRole('button', { name: 'Import cars' }).waitFor();
    expect(await firstLook.count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('a new user without a link needs at most six presses on a phone, in Danish', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const { page, faults, seconds } = await arrive(phone, 'da');
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Kom i gang' }).click();
    await signUp(page, 'phone@example.dk', {
      email: 'E-mail',
      password: 'Adgangskode',
      confirm: 'Gentag adgangskode',
      code: 'Kode',
    });
    await page.getByText('Start med en af disse').waitFor();
    await page.getByRole('region', { name: 'Importér biler' }).getByRole('button', { name: /Škoda/ }).click();
    await untilRated(page, /Vurderet hverken som kup eller dyr|Over markedsprisen/);
    const presses = await pressesOf(page);
    console.info(`Without a link, on a phone: ${presses} presses, ${seconds()} seconds`);
    expect(presses).toBeGreaterThan(0);
    expect(presses).toBeLessThanOrEqual(mostPresses);

    const firstLook = page.getByRole('region', { name: 'Værd at se på først' });
    await firstLook.getByText(/som du kan se/).waitFor({ timeout: importMs });
    const { lookHeight, priceBottom } = await placesOf(page, firstLook);
    expect(lookHeight).toBeLessThanOrEqual(160);
    expect(priceBottom).toBeLessThanOrEqual(844);
    expect(faults).toEqual([]);
  });
});
