import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page, Route } from 'playwright-core';
import { type ContractKey, contract } from '#core/contract/table.ts';
import type { View } from './page-audit.ts';
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
