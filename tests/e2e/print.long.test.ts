import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, openView, productInBrowser, untilQuiet } from '#tests/support/browser.ts';
import { sharedProduct } from '#tests/support/product.ts';

const { product, browser } = await productInBrowser(sharedProduct());

let carUrl: string;
let viewingUrl: string;

beforeAll(async () => {
  const list = (await (await fetch(`${product.url}/api/cars`)).json()) as {
    cars: ({ locked: true } | { id: string; locked: false; deal: string; findings: { count: number } })[];
  };
  const cars = list.cars.filter((car) => !car.locked);
  carUrl = `${product.url}/car/${cars.find(({ deal }) => deal !== 'no_estimate')!.id}`;
  const mostFound = cars.reduce((most, car) => (car.findings.count > most.findings.count ? car : most));
  viewingUrl = `${product.url}/viewing/${mostFound.id}`;
});

/** A4 less its margins, in CSS pixels. */
const sheetWidth = 688;
const sheetHeight = 1016;

async function openOnPaper(): Promise<Page> {
  // Who prints from a dark room must not print the dark.
  const page = await openView(browser, { language: 'da', width: sheetWidth, colorScheme: 'dark' });
  await page.goto(carUrl);
  await page.getByRole('article').first().waitFor();
  await page.locator('article svg[role=img]').first().waitFor();
  await untilQuiet(page);
  await page.emulateMedia({ media: 'print' });
  return page;
}

const visible = (page: Page, selector: string) =>
  page.locator(selector).filter({ visible: true }).allTextContents();

describe('a car’s page on paper', () => {
  it('a printed car page is black on white and shows only the car: photo, price line, reason and facts', async () => {
    const page = await openOnPaper();
    const colors = () =>
      page.evaluate(
        '(({ backgroundColor, color }) => [backgroundColor, color])(getComputedStyle(document.body))',
      );
    await expect.poll(colors).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    // What is to be there first: then the page is drawn to its end, and what is not to be there would be.
    const count = (selector: string) => page.locator(selector).filter({ visible: true }).count();
    await expect.poll(() => count('article img')).toBe(1);
    await expect.poll(() => count('article h1')).toBe(1);
    await expect.poll(() => count('article h2')).toBeGreaterThan(2);
    await expect.poll(() => count('article svg[role=img]')).toBeGreaterThan(0);
    await expect.poll(() => count('article dl')).toBeGreaterThan(2);
    for (const selector of ['header', 'footer', 'nav', '[role=status]', 'button:not(:has(img))'])
      expect([selector, await visible(page, selector)]).toEqual([selector, []]);
    await page.context().close();
  });

  it('a printed car page fits on three A4 sheets, with the car’s history on one', async () => {
    const page = await openOnPaper();
    const over = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
    await expect.poll(over).toBeLessThanOrEqual(0);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? [];
    expect(sheets.length).toBeGreaterThan(0);
    expect(sheets.length).toBeLessThanOrEqual(3);
    const life = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Bilens liv' }) });
    // All events are there, those too that the screen hides at first.
    expect(await life.locator('ol > li').filter({ visible: false }).count()).toBe(0);
    expect((await life.boundingBox())!.height).toBeLessThan(sheetHeight);
    await page.context().close();
  });
});

describe('a viewing sheet on paper', () => {
  it('a viewing sheet has no accessibility violations, and is printed on one A4 sheet without what comes before paying', async () => {
    const page = await openView(browser, { language: 'da', width: sheetWidth, colorScheme: 'dark' });
    await page.goto(viewingUrl);
    await page.getByRole('heading', { name: 'Se på og prøv' }).waitFor();
    await untilQuiet(page);
    expect(await faultsOf(page)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('heading', { name: 'Noter' }).waitFor();
    expect(await visible(page, 'h2')).not.toContain('Før du betaler');
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.context().close();
  });
});

/** The elements that have an animation or take time to change. */
const findMoving = `[...document.querySelectorAll('*')]
  .filter((element) => {
    const { animationName, transitionDuration } = getComputedStyle(element);
    return animationName !== 'none' || transitionDuration.split(', ').some((time) => time !== '0s');
  })
  .map((element) => element.outerHTML.slice(0, 120))`;

describe('for whoever asks for less motion', () => {
  it('no animation or transition runs for readers who ask for reduced motion', async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    for (const url of [product.url, carUrl]) {
      await page.goto(url);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      await untilQuiet(page);
      const moving = await page.evaluate(findMoving);
      expect(moving).toEqual([]);
    }
    await context.close();
  });
});
