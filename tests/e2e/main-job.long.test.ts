import type { Browser, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openPage, productInBrowser, untilTakenOver } from '#tests/support/browser.ts';
import { mailedCode, newEmail, smallSearch, startProduct } from '#tests/support/product.ts';

const { product, browser } = await productInBrowser(startProduct({ empty: true }));

/** Most stops between two things of one screen: the filters beside a list are many. */
const mostStops = 80;

/**
 * What is wrong with where the focus is, or null: it must be on something, in sight, not covered, and drawn. The mark is
 * an outline or a shadow of the element, of what it draws around itself, or of the field that holds it; in a menu the
 * ground of the item; a slider marks its thumb, which no style tells.
 */
const focusFault = `(() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return 'nothing has the focus';
  const what = focused.outerHTML.slice(0, 120);
  focused.scrollIntoView({ block: 'nearest' });
  const label = focused.closest('label') ?? focused;
  const box = (focused.matches('.sr-only') ? label : focused).getBoundingClientRect();
  if (box.width < 1 || box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth) return 'out of sight: ' + what;
  const points = [[.5, .5], [.1, .5], [.9, .5], [.5, .1], [.5, .9]].map(([x, y]) => document.elementFromPoint(box.left + x * box.width, box.top + y * box.height));
  if (!points.some((hit) => hit && (focused.contains(hit) || hit.contains(focused) || hit.contains(label)))) return 'covered: ' + what;
  if (focused.matches('[type=range], iframe')) return null;
  const isDrawn = ({ outlineStyle, outlineWidth, boxShadow }) => (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  const drawn = [getComputedStyle(focused), getComputedStyle(focused, '::after'), getComputedStyle(focused.parentElement)];
  if (focused.matches('[role^=menuitem]') && getComputedStyle(focused).backgroundColor !== 'rgba(0, 0, 0, 0)') return null;
  return drawn.some(isDrawn) ? null : 'no mark: ' + what;
})()`;

/** The keyboard alone: what it cannot reach or cannot see it cannot use. */
class Keyboard {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Fails where the focus cannot be seen. */
  async checkFocus(): Promise<void> {
    const fault = await this.page.evaluate<string | null>(focusFault);
    if (fault) throw new Error(fault);
  }

  /** Whether the page has no focus at all. */
  async isOnNothing(): Promise<boolean> {
    return this.page.evaluate<boolean>('document.activeElement === document.body');
  }

  /** Whether the focus is on it, or in it. */
  async isOn(wanted: Locator): Promise<boolean> {
    if ((await wanted.count()) !== 1) return false;
    return wanted.evaluate((element) => element.matches(':focus, :focus-within'));
  }

  /** Walks with Tab, or back with Shift+Tab, until the focus is on it; it must be visible at every stop. */
  async walkTo(wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await wanted.waitFor();
    for (let stop = 0; stop < mostStops; stop++) {
      if (await this.isOn(wanted)) return;
      await this.page.keyboard.press(key);
      await this.checkFocus();
    }
    throw new Error(`${wanted} is not reached with ${key}`);
  }

  /** Walks to it and presses a key on it. */
  async press(wanted: Locator, key: 'Enter' | 'Space' = 'Enter', way: 'Tab' | 'Shift+Tab' = 'Tab') {
    await this.walkTo(wanted, way);
    await this.page.keyboard.press(key);
  }

  /** Walks to a field and types. */
  async type(field: Locator, text: string): Promise<void> {
    await this.walkTo(field);
    await this.page.keyboard.type(text);
  }
}

/** For a focus that follows a screen's drawing, on a machine that does other things as well. */
const patience = { timeout: 20_000 };

/** Apple's and Android's smallest target, in px. */
const leastTarget = 44;

type Hit = { closest(selector: string): { control?: unknown } | null };
type Target = {
  getBoundingClientRect(): { left: number; top: number; width: number; height: number };
  contains(other: unknown): boolean;
  ownerDocument: { elementFromPoint(x: number, y: number): Hit | null };
};

/** Whether a press that far from the middle, to every side, still lands on the element or on its label. Runs in the page. */
function takesFinger(element: Target, reach: number): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return [
    [x - reach, y],
    [x + reach, y],
    [x, y - reach],
    [x, y + reach],
  ].every(([hitX, hitY]) => {
    const hit = element.ownerDocument.elementFromPoint(hitX!, hitY!);
    return hit !== null && (element.contains(hit) || hit.closest('label')?.control === element);
  });
}

/** Fingers alone on a small screen: what is too small for one, or makes the page wider than the screen, fails. */
class Fingers {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async checkWidth(): Promise<void> {
    const over = await this.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (over > 0) throw new Error(`${this.page.url()} runs over by ${over} px`);
  }

  /** Taps a control that is large enough. A list that still grows may move it after it was scrolled to: then again. */
  async tap(wanted: Locator): Promise<void> {
    const isLarge = async () => {
      await wanted.scrollIntoViewIfNeeded();
      return wanted.evaluate(takesFinger, leastTarget / 2 - 1);
    };
    await expect
      .poll(isLarge, { ...patience, message: `${wanted} takes a finger of ${leastTarget} px` })
      .toBe(true);
    await this.checkWidth();
    await wanted.tap();
  }

  /** Taps a field and types. */
  async type(field: Locator, text: string): Promise<void> {
    await this.tap(field);
    await this.page.keyboard.type(text);
  }
}

const password = 'hemmelig';
const card = { number: '4242 4242 4242 4242', expiry: '12 / 34', securityCode: '123' };

let link: string;

beforeAll(async () => {
  link = await smallSearch(product.url);
});

const dialog = (page: Page) => page.getByRole('dialog');
const cards = (page: Page) => page.locator('article[data-car]');
const importEnds = (page: Page) =>
  page
    .getByText(/cars? checked/)
    .first()
    .waitFor({ timeout: 180_000 });

/** A card by its car: one that comes late takes a place above it. */
const cardOf = (page: Page, carId: string | null) => page.locator(`article[data-car="${carId}"]`);
/** The first two cards of the list, held by their cars. */
async function topTwo(page: Page) {
  await cards(page).nth(1).waitFor();
  const ids = [0, 1].map((place) => cards(page).nth(place).getAttribute('data-car'));
  const [first, second] = await Promise.all(ids);
  return [cardOf(page, first!), cardOf(page, second!)] as const;
}
/** The car of the list that has the focus. */
const focusedCar = (page: Page) =>
  page.evaluate<string | null>('document.activeElement.closest("[data-car]")?.dataset.car ?? null');

/** A newcomer's page; a step that cannot be taken is not waited for long. */
async function arrive(options: Parameters<Browser['newContext']>[0] = {}) {
  const { page, faults } = await openPage(browser, options);
  page.setDefaultTimeout(40_000);
  await page.goto(product.url);
  await untilTakenOver(page);
  return { page, faults };
}

describe('the main job, from signing up to the upgrade', () => {
  it('the main job works with the keyboard alone, with visible focus in a sensible order', async () => {
    const { page, faults } = await arrive();
    const keys = new Keyboard(page);
    const email = newEmail('keys');

    // Sign up: the link typed first waits.
    await page.keyboard.press('Tab');
    await keys.checkFocus();
    await expect
      .poll(() => keys.isOn(page.getByRole('link', { name: 'Skip to content' })), patience)
      .toBe(true);
    await page.keyboard.press('Enter');
    await keys.type(page.getByLabel('Marketplace search link'), link);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/register');
    await keys.type(page.getByLabel('E-mail'), email);
    await keys.type(page.getByLabel('Password', { exact: true }), password);
    await keys.type(page.getByLabel('Confirm password'), password);
    await page.keyboard.press('Enter');
    await page.getByText('Registration Successful!').waitFor();
    await page.waitForURL('**/login');
    await page.getByLabel('Code').waitFor();
    await expect.poll(() => keys.isOn(page.getByLabel('Code')), patience).toBe(true);
    await page.keyboard.type(await mailedCode(product, email));
    await page.keyboard.press('Enter');
    await page.getByText('Hi, keys').waitFor();

    // Import.
    const linkField = page.getByLabel('Marketplace search link');
    await keys.walkTo(linkField);
    expect(await linkField.inputValue()).toBe(link);
    await page.keyboard.press('Enter');
    await importEnds(page);
    await expect.poll(() => keys.isOn(linkField), patience).toBe(true);

    // A car, and back to it.
    await keys.walkTo(page.getByRole('button', { name: 'More ways to import' }));
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(() => focusedCar(page), patience).toBeTruthy();
    const car = cardOf(page, await focusedCar(page));
    await keys.checkFocus();
    await page.keyboard.press('Enter');
    await page.getByText('Car Specifications').waitFor();
    await keys.press(page.getByRole('link', { name: 'Back to Cars' }));
    await expect.poll(() => keys.isOn(car.getByRole('link')), patience).toBe(true);

    // Star it.
    await keys.press(car.getByRole('button', { name: /^Star / }), 'Space');
    await car.getByRole('button', { name: /^Remove star/, pressed: true }).waitFor();
    await keys.press(page.getByRole('link', { name: 'Saved', exact: true }), 'Enter', 'Shift+Tab');
    await expect.poll(() => cards(page).count(), patience).toBe(1);

    // Upgrade: the dialog keeps the focus and gives it back.
    const opener = page.getByRole('banner').getByRole('button', { name: 'Upgrade to Premium' });
    await keys.press(opener, 'Enter', 'Shift+Tab');
    await dialog(page).waitFor();
    for (let stop = 0; stop < 16; stop++) {
      // After the last stop comes the browser's own bar, then the dialog again; nothing behind it.
      if (!(await keys.isOnNothing())) {
        expect(await keys.isOn(dialog(page)), `after ${stop} stops`).toBe(true);
        await keys.checkFocus();
      }
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => keys.isOn(opener), patience).toBe(true);
    await page.keyboard.press('Enter');
    await keys.press(dialog(page).getByRole('button', { name: 'Choose Premium Monthly' }));
    await keys.type(page.getByLabel('Card number'), card.number);
    await keys.type(page.getByLabel('Expiry (MM / YY)'), card.expiry);
    await keys.type(page.getByLabel('Security code'), card.securityCode);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    await keys.press(page.getByRole('link', { name: 'Start Finding Deals' }));
    await page.getByText('Premium Active').first().waitFor();
    expect(faults).toEqual([]);
  });

  it('the main job works with touch alone on a phone, with large targets and no page too wide', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const { page, faults } = await arrive(phone);
    const fingers = new Fingers(page);
    const email = newEmail('fingers');
    const main = page.getByRole('main');
    const chooseFromMenu = async (item: string) => {
      await fingers.tap(page.getByRole('banner').getByRole('button', { name: 'Menu' }));
      await fingers.tap(page.getByRole('menuitem', { name: item }));
    };

    await chooseFromMenu('Get started');
    await fingers.type(page.getByLabel('E-mail'), email);
    await fingers.type(page.getByLabel('Password', { exact: true }), password);
    await fingers.type(page.getByLabel('Confirm password'), password);
    await fingers.tap(page.getByRole('button', { name: 'Create account' }));
    await page.waitForURL('**/login');
    await fingers.type(page.getByLabel('Code'), await mailedCode(product, email));
    await fingers.tap(page.getByRole('button', { name: 'Confirm' }));

    await fingers.type(page.getByLabel('Marketplace search link'), link);
    await fingers.tap(page.getByRole('button', { name: 'Import cars' }));
    await importEnds(page);
    const [first, second] = await topTwo(page);
    await fingers.tap(first.getByRole('link'));
    await page.getByText('Car Specifications').waitFor();
    await fingers.tap(main.getByRole('button', { name: 'Star', exact: true }));
    await main.getByRole('button', { name: 'Starred', pressed: true }).waitFor();
    await fingers.tap(page.getByRole('link', { name: 'Back to Cars' }));
    await first.getByRole('button', { name: /^Remove star/, pressed: true }).waitFor();
    await fingers.tap(second.getByRole('button', { name: /^Star / }));
    await fingers.tap(page.getByRole('link', { name: 'Saved', exact: true }));
    await expect.poll(() => cards(page).count(), patience).toBe(2);

    await chooseFromMenu('Upgrade to Premium');
    await fingers.tap(dialog(page).getByRole('button', { name: 'Choose Premium Monthly' }));
    await fingers.type(page.getByLabel('Card number'), card.number);
    await fingers.type(page.getByLabel('Expiry (MM / YY)'), card.expiry);
    await fingers.type(page.getByLabel('Security code'), card.securityCode);
    await fingers.tap(page.getByRole('button', { name: /^Subscribe for/ }));
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    await fingers.tap(page.getByRole('link', { name: 'Start Finding Deals' }));
    await page.getByText('Premium Active').first().waitFor({ state: 'attached' });
    await fingers.checkWidth();
    expect(faults).toEqual([]);
  });
});
