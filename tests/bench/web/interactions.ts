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

export type Interactions = {
  count: number;
  p50Ms: number;
  p95Ms: number;
  /** The slowest of each kind, slowest first. */
  byName: Record<string, number>;
};

/** Shorter ones are not reported by the browser: they count as this long. */
const leastReportedMs = 16;

const observe = `
  globalThis.slowest = new Map();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.interactionId) continue;
      const before = globalThis.slowest.get(entry.interactionId)?.ms ?? 0;
      if (entry.duration > before) globalThis.slowest.set(entry.interactionId, { ms: entry.duration, name: entry.name });
    }
  }).observe({ type: 'event', durationThreshold: ${leastReportedMs}, buffered: true });
`;

/** No request has ended for so long: what was asked for is there. */
const answered = `new Promise((done) => {
  let lastMs = performance.now();
  const observer = new PerformanceObserver(() => { lastMs = performance.now(); });
  observer.observe({ type: 'resource' });
  const timer = setInterval(() => {
    if (performance.now() - lastMs < 250) return;
    clearInterval(timer);
    observer.disconnect();
    done();
  }, 25);
})`;

const painted =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))';

type Step = { name: string; act: (page: Page) => Promise<void> };

const press = (selector: string) => (page: Page) => page.locator(selector).setTimeout(10_000).click();
const star = (nth: number) => press(`::-p-xpath((//article//button[@aria-pressed])[${nth}])`);
const named = (name: string) => press(`::-p-aria([name="${name}"][role="button"])`);
const searchBox = 'input[type=search]';

/** What a visitor of the list does: stars, the search, the look of the list, its order, the next page, the menu. */
const steps: readonly Step[] = [
  ...[1, 2, 3].map((nth) => ({ name: 'star', act: star(nth) })),
  { name: 'list layout', act: named('List') },
  { name: 'grid layout', act: named('Grid') },
  { name: 'next page', act: named('Next page') },
  { name: 'press the search box', act: press(searchBox) },
  { name: 'type a search', act: (page) => page.type(searchBox, 'golf') },
  { name: 'search', act: (page) => page.keyboard.press('Enter') },
  { name: 'clear the search', act: clearSearch },
  { name: 'search again', act: (page) => page.keyboard.press('Enter') },
  { name: 'open a menu', act: press('header button[aria-haspopup=menu]') },
  { name: 'close the menu', act: (page) => page.keyboard.press('Escape') },
];

async function clearSearch(page: Page): Promise<void> {
  await page.focus(searchBox);
  for (let i = 0; i < 4; i++) await page.keyboard.press('Backspace');
}

async function take(page: Page, step: Step): Promise<void> {
  await step.act(page).catch((cause) => {
    throw new Error(`step "${step.name}"`, { cause });
  });
  // Its answer must not be counted with the next input: until it has come, photos and all, and two frames have been painted.
  await page.evaluate(answered);
  await page.evaluate(painted);
}

const quantile = (sorted: number[], share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;

/** The time from an input to the next painted frame, with the processor `slowdown` times slower. */
export async function measureInteractions(
  page: Page,
  url: string,
  rounds: number,
  slowdown: number,
): Promise<Interactions> {
  await page.goto(url, { waitUntil: 'networkidle0' });
  // Once without measuring: the demo marketplace draws its pictures when they are first asked for, on this very processor.
  for (const step of steps) await take(page, step);
  await page.goto(url, { waitUntil: 'networkidle0' });
  await page.evaluate(observe);
  await page.emulateCPUThrottling(slowdown);
  const times: { name: string; ms: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const step of steps) {
      await page.evaluate('globalThis.slowest.clear()');
      await take(page, step);
      const seen = (await page.evaluate('[...globalThis.slowest.values()].map((one) => one.ms)')) as number[];
      for (const ms of seen.length > 0 ? seen : [leastReportedMs]) times.push({ name: step.name, ms });
    }
  }
  await page.emulateCPUThrottling(1);
  times.sort((a, b) => a.ms - b.ms);
  const sorted = times.map(({ ms }) => ms);
  // Sorted, so that the last of each name is its slowest.
  const slowestOf = new Map(times.map(({ name, ms }) => [name, ms]));
  return {
    count: times.length,
    p50Ms: quantile(sorted, 0.5),
    p95Ms: quantile(sorted, 0.95),
    byName: Object.fromEntries([...slowestOf].sort(([, a], [, b]) => b - a)),
  };
}
