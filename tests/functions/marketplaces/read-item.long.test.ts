import { readdirSync, readFileSync } from 'node:fs';
import { type Listener, listen } from 'local-cloud/wire/http.ts';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { facebook } from '#core/marketplaces/facebook/facebook.ts';
import { type PageInput, type ParsedPage, withPage } from '#core/marketplaces/marketplace.ts';
import { type DemoMarketplace, startDemoMarketplace } from '#demo/marketplace/server.ts';
import { readItem } from '#functions/marketplaces/browser-visits.ts';
import { closeBrowser, launchBrowser, preparePage } from '#functions/marketplaces/launch-browser.ts';
import {
  guardRequests,
  type OutgoingGate,
  openOutgoingGate,
  resolveHost,
} from '#functions/marketplaces/outgoing-gate.ts';
import { corpusPages } from '#tests/fixtures/corpus/pages.ts';

const patience = { timeout: 180_000, retry: 1 };
const fixtureFolder = new URL('../../fixtures/marketplace/', import.meta.url);
const fixtures = readdirSync(fixtureFolder).map((name) => ({
  name,
  path: /item/.test(name) ? '/marketplace/item/1234567890123456/' : '/marketplace/odense/search',
  html: readFileSync(new URL(name, fixtureFolder), 'utf8'),
}));

let server: Listener;
let origin: string;
let demo: DemoMarketplace;
let gate: OutgoingGate;
let browser: Browser;
let page: Page;
/** The page that the server sends for the next request. */
let html: string;
const paths: string[] = [];

beforeAll(async () => {
  server = await listen((request, response) => {
    paths.push(request.url!);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  ({ origin } = server);
  demo = await startDemoMarketplace({ port: 0, seed: 1, now: () => new Date('2026-10-01T12:00:00Z') });
  gate = await openOutgoingGate({ demoOrigin: origin, resolve: resolveHost });
  browser = await launchBrowser(gate.address);
  page = await preparePage(browser);
  await page.setJavaScriptEnabled(false);
}, 60_000);

afterAll(async () => {
  if (browser) await closeBrowser(browser);
  await gate?.close();
  await demo?.close();
  await server?.close();
});

const guardPage = () =>
  guardRequests(page, {
    allow: () => true,
    hasStyles: false,
    trustedHosts: new Set(['127.0.0.1']),
    resolve: resolveHost,
  });

/** Reads the page that the server sends; `lengths` are those of the texts that the parser was given. */
async function visit(path: string): Promise<{ read: ParsedPage; whole: ParsedPage; lengths: number[] }> {
  const href = `${origin}${path}`;
  const lengths: number[] = [];
  const parsePage = (input: PageInput) => {
    lengths.push(input.html.length);
    return facebook.parsePage(input);
  };
  const guard = await guardPage();
  try {
    const marketplace = { ...facebook, parsePage };
    const read = await readItem(page, href, guard, { marketplace, demoOrigin: origin }, 20_000);
    if (!('kind' in read)) throw new Error(`${path}: ${read.failure.evidence}`);
    const whole = facebook.parsePage({ url: href, html, status: 200, finalUrl: href, demoOrigin: origin });
    // A failure that an operator should examine carries its page.
    const failure = whole.failure && withPage(whole.failure, html);
    return { read, whole: { ...whole, failure }, lengths };
  } finally {
    await page.goto('about:blank');
    await guard.close();
  }
}

const adData = (id: string, title: string) =>
  JSON.stringify({
    marketplace_product_details_page: {
      target: {
        id,
        marketplace_listing_title: title,
        listing_price: { amount: '90000.00', currency: 'DKK' },
      },
    },
  });
const script = (text: string) => `<script type="application/json">${text}</script>`;
const ownScript = script(adData('42', '2018 Volkswagen Golf'));

describe('reading only the data of an ad', patience, () => {
  test('reads an ad from its data as from the whole page, for every saved and composed page', async () => {
    const composed = corpusPages.map((each) => ({ ...each, path: new URL(each.url).pathname }));
    let handed = 0;
    for (const each of [...fixtures, ...composed]) {
      html = each.html;
      const { read, whole, lengths } = await visit(each.path);
      expect([each.name, read]).toEqual([each.name, whole]);
      if (lengths.length === 1 && lengths[0]! < html.length) handed++;
    }
    expect(handed).toBeGreaterThanOrEqual(corpusPages.filter((each) => each.class === 'items').length);
  });

  test('reads the demo’s ads from their data as from the whole page, and never needs the whole page', async () => {
    const search = await (await fetch(`${demo.origin}/marketplace/odense/vehicles`)).text();
    const paths = new Set(Array.from(search.matchAll(/\/marketplace\/item\/\d+\//g), ([path]) => path));
    expect(paths.size).toBeGreaterThan(20);
    for (const path of paths) {
      html = await (await fetch(`${demo.origin}${path}`)).text();
      const { read, whole, lengths } = await visit(path);
      expect(read).toEqual(whole);
      expect(read.kind).toBe('item');
      expect(lengths).toHaveLength(1);
      expect(lengths[0]).toBeLessThan(html.length / 2);
    }
  });

  test.each([
    [
      'where a form shadows the properties of the document',
      `<!doctype html><form name="getElementsByTagName"></form><img name="doctype"><form name="URL"></form>${ownScript}`,
    ],
    [
      'and not from a comment',
      `<!doctype html><!-- ${script(adData('42', 'A comment’s car'))} -->${ownScript}`,
    ],
    [
      'and not changed by the page’s own script',
      `<!doctype html>${ownScript}<script>document.querySelector('script').textContent = ${JSON.stringify(adData('42', '2024 Porsche 911'))}</script>`,
    ],
    [
      'where the data of another ad is beside it',
      `<!doctype html>${script(adData('43', '2024 Porsche 911'))}${ownScript}`,
    ],
  ])('reads the data of an ad %s', async (_case, sent) => {
    html = sent;
    const { read, whole, lengths } = await visit('/marketplace/item/42/');
    expect(read).toEqual(whole);
    expect(read.listings[0]).toMatchObject({ id: '42', make: 'Volkswagen', year: 2018 });
    expect(lengths).toHaveLength(1);
  });

  test.each([
    ['no doctype', `<html>${ownScript}`],
    ['an answer in JSON', `${adData('42', '2018 Volkswagen Golf')}`],
    [
      'more data than an ad has',
      `<!doctype html>${script(JSON.stringify({ listing_photos: 'x'.repeat(1_000_001) }))}${ownScript}`,
    ],
    ['no data of an ad', '<!doctype html><html id="facebook"><title>Marketplace</title>'],
    ['a log-in page', '<!doctype html><title>Log into Facebook</title><form id="login_form"></form>'],
    ['another ad', `<!doctype html>${script(adData('43', '2024 Porsche 911'))}`],
  ])('reads the whole page where there is %s', async (_case, sent) => {
    html = sent;
    const { read, whole, lengths } = await visit('/marketplace/item/42/');
    expect(read).toEqual(whole);
    expect(lengths.at(-1)).toBe(html.length);
  });

  test('reads the whole page where scripts that may have written the data can run', async () => {
    html = `<!doctype html>${ownScript}`;
    await page.setJavaScriptEnabled(true);
    try {
      const { read, whole, lengths } = await visit('/marketplace/item/42/');
      expect(read).toEqual(whole);
      expect(lengths).toEqual([html.length]);
    } finally {
      await page.setJavaScriptEnabled(false);
    }
  });

  test('keeps the page of an ad until the next visit begins, even if it tries to load another', async () => {
    const refresh = '<noscript><meta http-equiv="refresh" content="1;url=/refreshed"></noscript>';
    html = `<!doctype html>${refresh}${ownScript}`;
    const guard = await guardPage();
    try {
      const read = (path: string) =>
        readItem(page, origin + path, guard, { marketplace: facebook, demoOrigin: origin }, 20_000);
      expect(await read('/marketplace/item/42/')).toMatchObject({ kind: 'item', failure: null });
      await page.waitForRequest((request) => request.url().endsWith('/refreshed'));
      expect(guard.isHeld()).toBe(true);
      expect(page.url()).toBe(`${origin}/marketplace/item/42/`);
      html = `<!doctype html>${script(adData('44', '2019 Skoda Octavia'))}`;
      guard.renew();
      expect(await read('/marketplace/item/44/')).toMatchObject({ listings: [{ id: '44', make: 'Škoda' }] });
      expect(paths).not.toContain('/refreshed');
    } finally {
      await page.goto('about:blank');
      await guard.close();
    }
  });
});
