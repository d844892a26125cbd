import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { actionMs } from './browser.ts';
import { takesAllCases } from './extent.ts';

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
