import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { launch } from 'puppeteer-core';
import type { ScrapeStatusWire } from '#core/contract/routes/imports.ts';
import { parsePage } from '#core/marketplaces/facebook/parse-page.ts';
import { readPage } from '#core/marketplaces/marketplaces.ts';
import { createRandom } from '#demo/cars/random.ts';
import { jsonScript, noiseScripts } from '#demo/marketplace/pages.ts';
import { openBrowserPageSource } from '#functions/marketplaces/browser-visits.ts';
import { prepareChromium } from '#functions/marketplaces/launch-browser.ts';
import { cardHtml, feedJson, itemHtml, searchHtml } from '#tests/fixtures/corpus/build-page.ts';
import { adSets } from '#tests/fixtures/corpus/page-ads.ts';
import { adsOf } from '#tests/fixtures/corpus/page-spec.ts';
import { corpusPages } from '#tests/fixtures/corpus/pages.ts';
import { demoLinks, eventually, signUp, startProduct } from '#tests/support/product.ts';

/** A page of a folder: what it is, how many ads a person sees on it and which of them are not given. */
export type SavedPage = { file: string; kind: string; shown: number; given: number; missed: string[] };

/** Where it was taken from, as browsers and people note it in a comment at its beginning. */
const addressIn = (text: string): string =>
  /(?:capture of|saved from url=\(\d+\)|url:)\s*(https:\/\/[^\s>"]+)/i.exec(text.slice(0, 4000))?.[1] ?? '';

/**
 * The ads that stand on a page, found without the parser: links to ads, and objects that have a title for one. The
 * site's advertisements have no such link, and their objects another story.
 */
function shownIds(text: string): string[] {
  const links = [...text.matchAll(/\/marketplace\/item\/(\d{6,25})/g)].map(([, id]) => id!);
  const rows = [
    ...text.matchAll(/"id":"(\d{6,25})",(?:"[^"]+":[^{}[\]]{0,200},)*"marketplace_listing_title"/g),
  ];
  return [...new Set([...links, ...rows.map(([, id]) => id!)])];
}

/** Pages and answers that somebody saved, through the parser. An ad's own page shows that ad. */
export function readFolder(folder: string): SavedPage[] {
  const files = readdirSync(folder).filter((file) => /\.(?:html?|json)$/.test(file));
  return files.sort().map((file) => {
    const html = readFileSync(join(folder, file), 'utf8');
    const page = readPage({ html, url: addressIn(html), status: 200 });
    const given = page.listings.map(({ id }) => id);
    const shown = page.kind === 'item' ? given : shownIds(html);
    return {
      file,
      kind: page.failure?.class ?? page.kind,
      shown: shown.length,
      given: given.length,
      missed: shown.filter((id) => !given.includes(id)),
    };
  });
}

export type ParseTimes = { pages: number; medianMb: number; p50Ms: number; p95Ms: number; heapMb: number };

const at = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)]!;

/** Scripts that have nothing to do with the feed, up to the size of a real page: 2 to 3 MB. */
export function padded(html: string, key: string): string {
  const size = createRandom('page size', key).whole(2_000_000, 3_000_000);
  const noise = [...noiseScripts(key, 65), jsonScript({ gkxData: 'x'.repeat(20_000) })].join('\n');
  const times = Math.max(0, Math.ceil((size - html.length) / noise.length));
  return html.replace('</body>', () => `${noise.repeat(times)}</body>`);
}

/** The corpus' pages in real size, each three times; the fastest of a page counts, so that a busy machine decides nothing. */
export function measureParsing(): ParseTimes {
  const pages = corpusPages
    .filter(({ html }) => html.includes('</body>'))
    .map((page) => ({ ...page, html: padded(page.html, page.name) }));
  // The first pages warm the machine up.
  for (const page of pages.slice(0, 10)) parsePage(page);
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  let heap = 0;
  const times = pages.map((page) =>
    Math.min(
      ...Array.from({ length: 3 }, () => {
        const from = performance.now();
        parsePage(page);
        heap = Math.max(heap, process.memoryUsage().heapUsed - before);
        return performance.now() - from;
      }),
    ),
  );
  const sizes = pages.map(({ html }) => html.length / 1e6).sort((a, b) => a - b);
  times.sort((a, b) => a - b);
  return {
    pages: pages.length,
    medianMb: at(sizes, 0.5),
    p50Ms: at(times, 0.5),
    p95Ms: at(times, 0.95),
    heapMb: heap / 1e6,
  };
}

const rowsPerBatch = 24;
export const listingCount = 96;
export const itemCount = 24;

/** Asks for more as soon as the wheel comes near the end, as the site's own script does. */
const scrollScript = `<div id="room" style="height:3000px"></div><div id="end" style="height:1px"></div><script>
let batch = 1, busy = false;
new IntersectionObserver(async (entries) => {
  if (busy || batch >= ${listingCount / rowsPerBatch} || !entries.some((entry) => entry.isIntersecting)) return;
  busy = true;
  const answer = await fetch('/api/graphql/', { method: 'POST', body: 'batch=' + batch });
  await answer.json();
  batch++;
  document.body.dataset.batches = batch;
  document.getElementById('room').style.height = (3000 * batch) + 'px';
  busy = false;
}, { rootMargin: '1500px' }).observe(document.getElementById('end'));
</script>`;

/** A marketplace on this machine: one search of 96 ads in four batches, and the pages of 24 of them, in real size. */
export async function startSite() {
  const table = Object.values(adSets).join('\n');
  const all = ['first', 'second'].flatMap((half) => adsOf(table, half)).slice(0, listingCount);
  const batch = (nth: number) =>
    feedJson(all.slice(nth * rowsPerBatch, (nth + 1) * rowsPerBatch), (nth + 1) * rowsPerBatch < all.length);
  const first = all.slice(0, rowsPerBatch);
  const search = padded(
    searchHtml({
      key: 'bench',
      data: batch(0),
      cards: first.map((ad) => cardHtml(ad, false)).join(''),
      over: scrollScript,
    }),
    'bench search',
  );
  const items = new Map(
    all
      .slice(0, itemCount)
      .map((ad) => [`/marketplace/item/${ad.id}/`, padded(itemHtml(ad, all.slice(30, 50), ad.id), ad.id)]),
  );
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    let body = '';
    for await (const chunk of request) body += chunk;
    const isAnswer = path === '/api/graphql/';
    const answer = isAnswer
      ? JSON.stringify({ data: batch(Number(/batch=(\d)/.exec(body)?.[1] ?? 0)) })
      : path.endsWith('/search')
        ? search
        : items.get(path);
    response.writeHead(answer ? 200 : 404, {
      'content-type': isAnswer ? 'application/json' : 'text/html; charset=utf-8',
    });
    response.end(answer ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    search: `${origin}/marketplace/odense/search?query=bil`,
    items: [...items.keys()].map((path) => origin + path),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

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

/** One request a second is what a polite reader of DBA allows itself. */
const pauseSeconds = 1;
const longestMs = 240_000;

export type PlainPace = {
  cars: number;
  /** Pages of the marketplace that were asked for. */
  pages: number;
  firstCarSeconds: number;
  completeSeconds: number;
  secondsPer200Cars: number;
};

/** What a person waits for who imports the demo's largest search of DBA, in the whole product, at one request a second. */
export async function measurePlainPace(): Promise<PlainPace> {
  const product = await startProduct({ pauseSeconds });
  try {
    const person = await signUp(product, 'pace@example.dk');
    const links = (await demoLinks(product.url)).filter(({ kind }) => kind === 'dba');
    const { url } = links.toSorted((a, b) => (b.expectedCars ?? 0) - (a.expectedCars ?? 0))[0]!;
    const from = performance.now();
    const { jobId } = (await person.ask<{ jobId: string }>('POST', '/scrape', { url, userId: person.id }))
      .body;
    const status = async () => {
      const { body } = await person.ask<{ status: ScrapeStatusWire | null }>('GET', '/api/scrape-status');
      return body.status?.jobId === jobId ? body.status : null;
    };
    const isAtWork = async () => ((await status())?.carsDone ?? 0) > 0;
    await eventually('the first rated car', isAtWork, longestMs);
    const firstCarSeconds = (performance.now() - from) / 1000;
    const end = await person.importEnd(jobId, longestMs);
    const completeSeconds = (performance.now() - from) / 1000;
    if (end.status !== 'completed') throw new Error(`The import ended as ${end.status}.`);
    const lines = await product.control.logs();
    return {
      cars: end.carsDone,
      pages: lines.filter((line) => 'PagesAsked' in line).length,
      firstCarSeconds,
      completeSeconds,
      secondsPer200Cars: (completeSeconds / end.carsDone) * 200,
    };
  } finally {
    await product.remove();
  }
}
