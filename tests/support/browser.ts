import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, errors, type Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { prepareChromium } from '#functions/marketplaces/launch-browser.ts';
import { takesAllCases } from './extent.ts';
import type { RunningProduct } from './product.ts';

/** How long a step of a test may take on a machine that does other things as well. */
export const actionMs = 60_000;

/** Text is drawn in greys and unhinted, whatever the machine's settings are: pictures of pages can be compared. */
const drawing = ['--disable-lcd-text', '--font-render-hinting=none'];

/** The scraper's own Chromium, driven for tests: nothing is downloaded. */
export async function launchTestBrowser(): Promise<Browser> {
  const { executablePath, env } = await prepareChromium();
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', ...drawing];
  return chromium.launch({ executablePath, env, args });
}

/** A product and a browser for the tests of a file. After the last of them the browser ends, and a product that is the file's own. */
export async function productInBrowser<P extends RunningProduct & { remove?(): Promise<void> }>(
  starting: Promise<P>,
): Promise<{ product: P; browser: Browser }> {
  const [product, browser] = await Promise.all([starting, launchTestBrowser()]);
  afterAll(async () => {
    await browser.close();
    await product.remove?.();
  });
  return { product, browser };
}

/** A page of a newcomer whose console errors and failed scripts are collected in `faults`. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    ...options,
  });
  context.setDefaultTimeout(actionMs);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, faults };
}

/** Waits until nothing is on its way; a page that goes on asking, on a busy machine without a pause, is not waited for longer. */
export async function untilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 20_000 }).catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error;
  });
}

/** Every card of what was asked for last is drawn: none stands in for a page before, none is still to come. */
export async function untilListStands(page: Page): Promise<void> {
  const unsettled = page.locator('section [aria-busy=true], section li:empty');
  await expect.poll(() => unsettled.count(), { timeout: 20_000 }).toBe(0);
}

/**
 * Waits until the app holds a page that was there before it ran: what is typed or pressed earlier is lost. React notes on each
 * element which part of the app it belongs to.
 */
export async function untilTakenOver(page: Page): Promise<void> {
  const isHeld = `Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'))`;
  // Asked again by hand: the page's policy forbids what `waitForFunction` evaluates, and `expect.poll` works in tests only.
  for (const until = Date.now() + 20_000; !(await page.evaluate(isHeld)); await page.waitForTimeout(50))
    if (Date.now() > until) throw new Error('the app did not take the page over within 20 seconds');
}

/** Fills in the form of the sign-in screen and sends it. What comes then is the caller's to wait for. */
export async function sendSignIn(
  page: Page,
  siteUrl: string,
  email: string,
  password: string,
): Promise<void> {
  await page.goto(`${siteUrl}/login`);
  // What is typed before is lost.
  await untilTakenOver(page);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('main form button[type=submit]').click();
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** How long a page has to finish what it is still drawing, on a machine that does other things as well. */
const patienceMs = 20_000;

/**
 * What the audit finds on the page that is open, and how far it runs over the right edge. A fault must stay: what is found in
 * something that fades in, or before the title is set, is looked at again. The page's context must bypass the content security
 * policy to let the audit in.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const faults = await auditOnce(page);
    if (faults.length === 0 || Date.now() > until) return faults;
  }
}

async function auditOnce(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const violations = (await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations.map((v) => v.id + ": " + v.nodes[0].html.slice(0, 160)))',
  )) as string[];
  const over = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
  return over > 0 ? [...violations, `runs over by ${over} px`] : violations;
}

/** One way to look at the product: a language, a width in pixels, a scheme of colours. */
export type View = { language: 'en' | 'da'; width: number; colorScheme: 'light' | 'dark' };

/** Both languages, a desk and a phone, light and dark: every pair of them at least once. */
export const everyPairOfViews: readonly View[] = [
  { language: 'en', width: 1280, colorScheme: 'light' },
  { language: 'da', width: 390, colorScheme: 'light' },
  { language: 'en', width: 390, colorScheme: 'dark' },
  { language: 'da', width: 1280, colorScheme: 'dark' },
];

/** The views that are audited. Some are enough to have each language, width and scheme once: the longer words on the phone. */
export const views: readonly View[] = takesAllCases
  ? everyPairOfViews
  : [everyPairOfViews[0]!, { language: 'da', width: 390, colorScheme: 'dark' }];

/** An empty page for a newcomer with that view. Its content security policy is off, which lets the audit in. */
export async function openView(browser: Browser, { language, width, colorScheme }: View): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    bypassCSP: true,
    // The service worker would answer in place of what a test stages.
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(actionMs);
  await context.addInitScript((chosen) => localStorage.setItem('app_language', chosen), language);
  return context.newPage();
}
