import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page, Route } from 'playwright-core';
import { type ContractKey, contract } from '#core/contract/table.ts';
import type { View } from './browser.ts';
import { type Answers, answersFor, drawPhoto, type Reader } from './picture-answers.ts';

/** No such host: every request is answered here. A secure origin, as the product's is. */
export const siteUrl = 'https://bilfund.test';

/** The moment at which every picture is taken. */
const pictureTime = new Date('2026-11-22T10:00:00.000Z');

const patterns = (Object.keys(contract) as ContractKey[]).map((key) => {
  const [method, path] = key.split(' ') as [string, string];
  return { key, method, path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) };
});

function answerTo(answers: Answers, method: string, pathname: string): unknown {
  const asked = patterns.filter((each) => each.method === method && each.path.test(pathname));
  return asked.map(({ key }) => answers[key]).find((answer) => answer !== undefined);
}

export type PicturePage = {
  page: Page;
  /** What went wrong in the page, and what it asked for that nothing here answers. */
  faults: string[];
  settle(): Promise<void>;
  close(): Promise<void>;
};

export type SiteOptions = {
  folder: string;
  view: View;
  height: number;
  reader: Reader;
  hasImported?: boolean | undefined;
  hasTouch?: boolean;
};

/** Opens a page whose files come from `folder`, whose answers are fixed, and whose clock stands still. */
export async function openSite(
  browser: Browser,
  { folder, view, height, reader, hasImported = false, hasTouch = false }: SiteOptions,
): Promise<PicturePage> {
  const { language, width, colorScheme } = view;
  const context = await browser.newContext({
    ...{ viewport: { width, height }, deviceScaleFactor: 1, colorScheme, reducedMotion: 'reduce' },
    ...{
      hasTouch,
      isMobile: hasTouch,
      locale: 'en-GB',
      timezoneId: 'Europe/Copenhagen',
      serviceWorkers: 'block',
    },
  });
  const faults: string[] = [];
  const answers = answersFor(reader);
  await context.route('**/*', (route) => answer(route, folder, answers, faults));
  await context.addInitScript(
    ([chosen, isMember, hasImportedHere]) => {
      localStorage.setItem('app_language', chosen);
      if (isMember) localStorage.setItem('bilfund_signed_in', '{"id":"u","email":"mette@example.dk"}');
      if (hasImportedHere) localStorage.setItem('bilfund_imported', '1');
    },
    [language, reader !== 'visitor', hasImported] as const,
  );
  const page = await context.newPage();
  await page.clock.setFixedTime(pictureTime);
  page.on('pageerror', (error) => faults.push(error.message));
  const traffic = watchTraffic(page);
  return { page, faults, settle: () => settle(page, traffic), close: () => context.close() };
}

async function answer(route: Route, folder: string, answers: Answers, faults: string[]): Promise<void> {
  const request = route.request();
  const { origin, pathname } = new URL(request.url());
  const photo = /^\/photos\/(.+)$/.exec(pathname)?.[1];
  if (origin !== siteUrl) {
    faults.push(`left the site: ${request.url()}`);
    return route.abort();
  }
  if (photo) return route.fulfill({ contentType: 'image/svg+xml', body: drawPhoto(photo) });
  if (pathname.startsWith('/api/')) {
    const json = answerTo(answers, request.method(), pathname);
    if (json !== undefined) return route.fulfill({ json });
    // The live feed alone may be missing: screens then show what they show without it.
    if (pathname !== '/api/live/ticket') faults.push(`no answer to ${request.method()} ${pathname}`);
    return route.fulfill({ status: 404, json: { error: 'Not found', code: 'not_found' } });
  }
  const file = join(folder, pathname);
  const isFile = /\.\w+$/.test(pathname);
  if (isFile && !existsSync(file)) faults.push(`no file ${pathname}`);
  return route.fulfill({ path: isFile ? file : join(folder, 'index.html') });
}

/** Requests that are on their way, and how many began or ended so far. */
type Traffic = { open: number; events: number };

function watchTraffic(page: Page): Traffic {
  const traffic = { open: 0, events: 0 };
  const note = (change: number) => () => {
    traffic.open += change;
    traffic.events++;
  };
  page.on('request', note(1));
  page.on('requestfinished', note(-1));
  page.on('requestfailed', note(-1));
  return traffic;
}

/** Waits until nothing is on its way and whatever came last is drawn, in its own font and with its photos. */
async function settle(page: Page, traffic: Traffic): Promise<void> {
  let before: number;
  do {
    before = traffic.events;
    await page.evaluate(drawAll);
  } while (traffic.open > 0 || traffic.events !== before);
}

/** Runs in the page: an answer that has just come is on the screen two frames later. */
const drawAll = `(async () => {
  await document.fonts.ready;
  const loaded = [...document.images].filter((image) => image.complete && image.naturalWidth > 0);
  await Promise.all(loaded.map((image) => image.decode()));
  for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(done));
})()`;

/** A screen of which pictures are taken. */
export type Screen = {
  path: string;
  reader: Reader;
  /** The browser has imported before, so the home page shows cars above the ways to import. */
  hasImported?: true;
  /** Waits for the screen's content, and opens what the picture should show open. */
  show: (page: Page) => Promise<unknown>;
};

const heading = (page: Page) =>
  page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
/** The loading page has a heading already, but no article. */
const untilCar = (page: Page) => page.getByRole('article').getByRole('heading', { level: 1 }).waitFor();
export const untilCards = (page: Page) => page.locator('article[data-car]').nth(2).waitFor();
const untilRows = (page: Page) => page.locator('[data-car]').nth(2).waitFor();

/** Opens the plans: on a phone through the menu, on a desktop by the button in the header. */
async function openPlans(page: Page): Promise<void> {
  const banner = page.getByRole('banner');
  const offer = banner.getByRole('button', { name: 'Premium' });
  const menu = banner.getByRole('button', { name: 'Menu' });
  await offer.or(menu).filter({ visible: true }).first().click();
  const item = page.getByRole('menuitem', { name: 'Premium' });
  await item.or(page.getByRole('dialog')).first().waitFor();
  if (await item.isVisible()) await item.click();
  await page.getByRole('dialog').getByRole('table').waitFor();
}

/** The screens by the names of their pictures. */
export const screens = {
  home: { path: '/', reader: 'visitor', show: heading },
  'sign-in': { path: '/login', reader: 'visitor', show: heading },
  register: { path: '/register', reader: 'visitor', show: heading },
  plans: { path: '/nowhere', reader: 'free', show: openPlans },
  list: { path: '/?view=all', reader: 'premium', hasImported: true, show: untilCards },
  'list-free': { path: '/?view=all', reader: 'free', show: untilCards },
  'list-rows': { path: '/?view=all&mode=list', reader: 'premium', hasImported: true, show: untilRows },
  car: { path: '/car/42', reader: 'premium', show: untilCar },
  'car-visitor': { path: '/car/42', reader: 'visitor', show: untilCar },
  profile: { path: '/profile', reader: 'free', show: heading },
  notifications: { path: '/notifications', reader: 'premium', show: heading },
  guide: { path: '/?view=guide', reader: 'visitor', show: heading },
  faq: { path: '/?view=faq', reader: 'visitor', show: heading },
  'not-found': { path: '/nowhere', reader: 'visitor', show: heading },
} as const satisfies Readonly<Record<string, Screen>>;
