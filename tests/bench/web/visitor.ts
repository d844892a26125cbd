import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { prepareChromium } from '#functions/marketplaces/launch-browser.ts';

/** A phone as Lighthouse draws it. */
export const phone = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

export const desk = { width: 1280, height: 900 };

/** The scraper's own Chromium with its processes apart: measured as a visitor's browser runs. */
export async function launchVisitor(): Promise<Browser> {
  const { executablePath, env } = await prepareChromium();
  // A window as large as the largest view: what lies outside of the window is never shown, and whoever presses a button there
  // waits for a picture that does not come.
  const windowSize = `--window-size=${desk.width},${desk.height + 200}`;
  const args = ['--no-sandbox', '--disable-quic', windowSize];
  return puppeteer.launch({ executablePath, env, headless: true, args });
}

/** Signs in through the form; the refresh cookie stays with the browser. */
export async function signInAs(page: Page, origin: string, email: string, password: string): Promise<void> {
  await page.goto(`${origin}/login`, { waitUntil: 'networkidle0' });
  await page.type('input[name=email]', email);
  await page.type('input[name=password]', password);
  await page.click('main form button[type=submit]');
  await page.waitForSelector('article');
}
