import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { openPage, untilTakenOver } from './browser.ts';
import { eventually, mailedCode, password, type RunningProduct } from './product.ts';

/** Besides typing; of the address itself nothing is counted. */
export const mostPresses = { withLink: 4, onPhoneWithoutLink: 5 };
export const importMs = 180_000;

/** Counts in the page itself what a person would press, over all the pages of the visit. */
const countPresses = `addEventListener('click', ({ isTrusted, detail }) => {
  if (isTrusted && detail > 0) sessionStorage.presses = Number(sessionStorage.presses ?? 0) + 1;
}, true);`;
export const pressesOf = (page: Page) => page.evaluate<number>('Number(sessionStorage.presses ?? 0)');

/** A newcomer opens the product's first page. */
export async function arrive(
  product: RunningProduct,
  browser: Browser,
  options: BrowserContextOptions,
  language: 'en' | 'da',
) {
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
export async function signUpOnPage(
  product: RunningProduct,
  page: Page,
  address: string,
  words: Words,
): Promise<void> {
  const send = page.locator('main form button[type=submit]');
  await page.getByLabel(words.email).fill(address);
  await page.getByLabel(words.password, { exact: true }).fill(password);
  await page.getByLabel(words.confirm).fill(password);
  await send.click();
  await page.waitForURL('**/login');
  await page.getByLabel(words.code).fill(await mailedCode(product, address));
  await send.click();
}

export const cards = (page: Page) => page.locator('article[data-car]');
/** A car of the import that is shown, with a verdict. */
export async function untilRated(page: Page, verdict: RegExp): Promise<void> {
  await page.waitForURL(/[?&]import=/);
  // The cards of the list before stand there until the import's own list has come.
  const own = page.locator('[aria-busy=false] article[data-car]');
  await own.filter({ hasText: verdict }).first().waitFor({ timeout: importMs });
}

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;
/** In pixels from the top of the window: the box that says what is worth a look, and the first card with its price. */
export async function placesOf(page: Page, firstLook: Locator) {
  const first = cards(page).first();
  // Where an ad becomes its car meanwhile, its card is drawn anew and has no place for a moment.
  const [box, card, price] = await eventually('the places of the first card', async () => {
    const boxes = await Promise.all(
      [firstLook, first, first.getByText(/kr\.$/).first()].map((each) => each.boundingBox()),
    );
    const drawn = boxes.filter((each) => each !== null);
    return drawn.length === boxes.length && (drawn as [Box, Box, Box]);
  });
  const bottom = (of: Box) => of.y + of.height;
  const places = { lookHeight: box.height, cardBottom: bottom(card), priceBottom: bottom(price) };
  console.info(`On a first import: ${JSON.stringify(places)}`);
  return places;
}
