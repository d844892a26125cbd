import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { prepareChromium } from '#functions/_adapters/browser/chromium-path.ts';

/** The scraper's own Chromium, driven for tests: nothing is downloaded. */
export async function launchTestBrowser(): Promise<Browser> {
  const { executablePath, env } = await prepareChromium();
  return chromium.launch({ executablePath, env, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
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
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, faults };
}
