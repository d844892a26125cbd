import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { webDirectory } from '#lib/build/output.ts';
import { launchTestBrowser, untilQuiet, type View } from '#tests/support/browser.ts';
import { openSite, screens, siteUrl, untilCards } from '#tests/support/picture-site.ts';

const desk: View = { language: 'en', width: 1280, colorScheme: 'light' };
const phone: View = { language: 'en', width: 390, colorScheme: 'light' };
/** A window of 1280 pixels at 200 %. */
const zoomed: View = { ...desk, width: 640 };

let browser: Browser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** One of the screens, once it shows what it is about. */
async function show(name: keyof typeof screens, view: View, hasTouch = false): Promise<Page> {
  const height = view.width === 640 ? 450 : 844;
  const { page, settle, close } = await openSite(browser, {
    ...{ ...screens[name], folder: webDirectory, view, height, hasTouch },
  });
  onTestFinished(close);
  await page.goto(siteUrl + screens[name].path);
  await screens[name].show(page);
  await settle();
  return page;
}

/** Chooses the first two cars and opens their comparison. */
async function compare(page: Page): Promise<Locator> {
  for (const place of [0, 1]) {
    await page.getByRole('article').nth(place).locator('[aria-haspopup=menu]').click();
    await page.getByRole('menuitem', { name: 'Compare' }).click();
  }
  await page.getByRole('button', { name: 'Compare 2 cars' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('table').waitFor();
  return dialog;
}

describe('what a screen reader hears', () => {
  const heard = (name: string, text: string) => expect(`${text}\n`).toMatchFileSnapshot(`heard/${name}.txt`);

  it('on the home page: what it is for, a rated car with its evidence, and what is not known', async () => {
    const page = await show('home', desk);
    await page.getByRole('heading', { name: 'What we read' }).waitFor();
    await untilQuiet(page);
    await heard('home', await page.getByRole('main').ariaSnapshot());
  });

  it('on the list: its places, its first car by name before the price, and its pages', async () => {
    const page = await show('list', desk);
    const parts = [
      page.getByRole('navigation', { name: 'Views' }),
      page.getByRole('article').first(),
      page.getByRole('navigation', { name: 'Pages' }).first(),
    ];
    const texts: string[] = [];
    for (const part of parts) texts.push(await part.ariaSnapshot());
    await heard('list', texts.join('\n'));
  });

  it('on a car’s page: its photos, price and verdict before all else', async () => {
    const page = await show('car', desk);
    await page.getByRole('heading', { name: 'Specifications' }).waitFor();
    await untilQuiet(page);
    await heard('car', await page.getByRole('main').ariaSnapshot());
  });

  it('in a comparison: in what the cars differ, then fact by fact', async () => {
    const dialog = await compare(await show('list', desk));
    await heard('compare', await dialog.ariaSnapshot());
  });
});

describe('the keyboard alone', () => {
  const focused = (page: Page) =>
    page.evaluate<string>(
      `((at) => at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent.trim())(document.activeElement)`,
    );
  /** Tabs until a name has the focus; the number of presses is what a person would need. */
  async function tabTo(page: Page, name: RegExp, most: number): Promise<void> {
    for (let presses = 0; presses < most; presses++) {
      await page.keyboard.press('Tab');
      if (name.test(await focused(page))) return;
    }
    throw new Error(`${name} has no focus after ${most} Tabs, but: ${await focused(page)}`);
  }

  it('leads from the list’s top to a filter and to the first car, and Back returns', async () => {
    const page = await show('list', desk);
    await tabTo(page, /^Skip to filters$/, 3);
    await page.keyboard.press('Enter');
    await tabTo(page, /^Volkswagen/, 12);
    await page.keyboard.press('Space');
    await page.waitForURL(/brand=Volkswagen/);
    await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)');
    await page.goto(siteUrl + screens.list.path);
    await untilCards(page);
    await tabTo(page, /^Skip to cars$/, 3);
    await page.keyboard.press('Enter');
    const title = await page.getByRole('article').first().getByRole('link').first().textContent();
    await tabTo(page, new RegExp(`^${title!.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`), 10);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/car\//);
    await page.keyboard.press('Alt+ArrowLeft');
    await untilCards(page);
  });

  it('opens a car’s menu, leaves it with Escape, and keeps its place', async () => {
    const page = await show('list', desk);
    const menu = page.getByRole('article').first().locator('[aria-haspopup=menu]');
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
    expect(await menu.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
  });
});

it('touch alone filters the list, opens a car and comes back', async () => {
  const page = await show('list', phone, true);
  await page.getByRole('button', { name: /^Filters/ }).tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: /^Volkswagen/ }).tap();
  await page.waitForURL(/brand=Volkswagen/);
  await dialog
    .getByRole('button', { name: /^(Show|Close)/ })
    .first()
    .tap();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('article').first().getByRole('link').first().tap();
  await page.waitForURL(/\/car\//);
  await page.getByRole('link', { name: /^Back/ }).first().tap();
  await untilCards(page);
});

describe('at 200 %', () => {
  it.each(['home', 'list', 'car', 'profile', 'notifications', 'faq'] as const)(
    '%s loses no heading and scrolls in one direction only',
    async (name) => {
      const headings = async (page: Page) =>
        (await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).sort();
      const page = await show(name, zoomed);
      const whole = await show(name, desk);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      // The filters stand in a dialog there.
      const expected = (await headings(whole)).filter((heading) => heading !== 'Filters');
      expect(await headings(page)).toEqual(expect.arrayContaining(expected));
    },
  );
});
