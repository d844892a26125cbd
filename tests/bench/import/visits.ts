import { launch } from 'puppeteer-core';
import { openBrowserPageSource } from '#functions/marketplaces/browser-visits.ts';
import { prepareChromium } from '#functions/marketplaces/launch-browser.ts';
import { itemCount, listingCount, startSite } from './site.ts';

export type Visits = { listings: number; items: number; ownMs: number; bareMs: number; ratio: number };
type Site = Awaited<ReturnType<typeof startSite>>;

/** What the product does for an import, without its pauses. */
async function visitAsProduct(site: Site) {
  const source = await openBrowserPageSource({ demoOrigin: site.origin, search: { scrollPauseMs: () => 0 } });
  try {
    const ids = new Set<string>();
    const from = performance.now();
    const end = await source.search(site.search, async ({ listings }) => {
      for (const { id } of listings) ids.add(id);
      return { known: 'none' };
    });
    let items = 0;
    for (const href of site.items) if ('listing' in (await source.item(href))) items++;
    const ms = performance.now() - from;
    if (end.failure) throw new Error(`The search failed: ${end.failure.evidence}`);
    return { listings: ids.size, items, ms };
  } finally {
    await source.close();
  }
}

/** A Chromium that only loads the same pages and turns the wheel until the last batch has come. */
async function visitBare(site: Site): Promise<number> {
  const { executablePath, args, env } = await prepareChromium();
  const browser = await launch({
    ...{ executablePath, args, env, headless: 'shell' },
    defaultViewport: { width: 1366, height: 900 },
  });
  try {
    const page = (await browser.pages())[0] ?? (await browser.newPage());
    await page.setCacheEnabled(false);
    const from = performance.now();
    await page.goto(site.search, { waitUntil: 'domcontentloaded' });
    const last = `document.body.dataset.batches === '${listingCount / 24}'`;
    while (!(await page.evaluate(last))) await page.mouse.wheel({ deltaY: 2400 });
    for (const href of site.items) await page.goto(href, { waitUntil: 'domcontentloaded' });
    return performance.now() - from;
  } finally {
    await browser.close();
  }
}

/** Both ways in turn, twice; the faster of each counts. Starting the browsers is not part of it. */
export async function measureVisits(): Promise<Visits> {
  const site = await startSite();
  try {
    const own: number[] = [];
    const bare: number[] = [];
    for (let turn = 0; turn < 2; turn++) {
      bare.push(await visitBare(site));
      const visited = await visitAsProduct(site);
      if (visited.listings !== listingCount || visited.items !== itemCount)
        throw new Error(`Read ${visited.listings} listings and ${visited.items} pages.`);
      own.push(visited.ms);
    }
    const [ownMs, bareMs] = [Math.min(...own), Math.min(...bare)];
    return { listings: listingCount, items: itemCount, ownMs, bareMs, ratio: ownMs / bareMs };
  } finally {
    await site.close();
  }
}
