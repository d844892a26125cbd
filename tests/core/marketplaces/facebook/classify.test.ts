import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { facebook } from '#core/marketplaces/facebook/facebook.ts';
import { parsePage } from '#core/marketplaces/facebook/parse-page.ts';
import type { PageFailureClass } from '#core/marketplaces/marketplace.ts';

const search = 'https://www.facebook.com/marketplace/odense/search?query=golf';
const item = 'https://www.facebook.com/marketplace/item/2000000000000001/';

function fixture(name: string): string {
  return readFileSync(new URL(`../../../fixtures/marketplace/${name}`, import.meta.url), 'utf8');
}

function classOf(
  html: string,
  more: { url?: string; finalUrl?: string; status?: number } = {},
): PageFailureClass | null {
  const { failure } = parsePage({ url: search, html, ...more });
  // Whoever reads the log is told why.
  if (failure) expect(failure.evidence).toMatch(/\w/);
  return failure?.class ?? null;
}

const blank = '<!DOCTYPE html><html><head><title>Facebook</title></head><body></body></html>';

describe('the failure class of a Facebook page', () => {
  test.each<[string, PageFailureClass]>([
    ['login-wall.html', 'login_wall'],
    ['checkpoint.html', 'checkpoint'],
    ['consent-wall.html', 'consent_wall'],
    ['removed.html', 'listing_removed'],
    ['layout-changed.html', 'layout_changed'],
  ])('%s at the requested address is classified as %s', (name, expected) => {
    expect(classOf(fixture(name), { finalUrl: search, status: 200 })).toBe(expected);
  });

  test.each<[string, PageFailureClass]>([
    ['https://www.facebook.com/login/?next=%2Fmarketplace', 'login_wall'],
    ['https://www.facebook.com/login.php?next=x', 'login_wall'],
    ['https://www.facebook.com/checkpoint/1/', 'checkpoint'],
    ['https://www.facebook.com/two_step_verification/', 'checkpoint'],
    ['https://www.facebook.com/privacy/consent/?flow=x', 'consent_wall'],
    ['https://www.facebook.com/marketplace/?unavailable_product=1', 'listing_removed'],
    ['https://www.facebook.com/marketplace/category/vehicles', 'location_not_recognised'],
    ['https://www.facebook.com/marketplace/sanfrancisco/search?query=golf', 'location_not_recognised'],
  ])('the final address %s decides on the class %s', (finalUrl, expected) => {
    expect(classOf(blank, { finalUrl })).toBe(expected);
  });

  test.each([401, 403, 429])('status %d is a refusal', (status) => {
    expect(classOf(blank, { status })).toBe('rate_limited');
  });

  test('each sign of the login page is enough by itself', () => {
    const form = '<form class="x" id="login_form">';
    const canonical = '<link rel="canonical" href="https://www.facebook.com/login/web/">';
    for (const evidence of [
      '<title>Log into Facebook</title>',
      '<title>Log på Facebook</title>',
      canonical,
      form,
    ]) {
      expect(classOf(`<html><body>${evidence}</body></html>`)).toBe('login_wall');
    }
  });

  test.each<[string, PageFailureClass]>([
    ['<div id="captcha">', 'checkpoint'],
    ['<form action="/checkpoint/1/">', 'checkpoint'],
    ['<form action="/cookie/consent/">', 'consent_wall'],
    ['<script>{"canonicalRouteName":"fb.CometErrorRoute"}</script>', 'listing_removed'],
    ['<script>{"canonicalRouteName":"fb.CometMarketplaceRoute"}</script>', 'withheld'],
    ['<script>{"canonicalRouteName":"fb.CometLoginRoute"}</script>', 'withheld'],
    ['<script>{"canonicalRouteName":"fb.CometProfileRoute"}</script>', 'withheld'],
    [
      '<script>{"canonicalRouteName":"fb.CometMarketplaceRoute","feed_units_v9":{}}</script>',
      'layout_changed',
    ],
    ['<html id="facebook">', 'withheld'],
    ['<script data-sjs>{"marketplace_listing_title":"Damecykel"}</script>', 'layout_changed'],
    ['<script data-sjs>{}</script><h1>Damecykel</h1><span>1.200 kr.</span>', 'layout_changed'],
    ['<script data-sjs>{}</script><h1>Byens Cykler</h1><span>1.200 følgere</span>', 'withheld'],
    ['<script data-sjs>{}</script>', 'withheld'],
    ['<a href="/marketplace/item/1/">', 'layout_changed'],
    ['<!-- <form id="login_form"> -->', 'unknown_page'],
    ['<!-- a --><form id="login_form">', 'login_wall'],
  ])('%s alone on the page is classified as %s', (evidence, expected) => {
    expect(classOf(`<html><body>${evidence}</body></html>`)).toBe(expected);
  });

  test('status 500 and above is a network failure, 410 a removed ad, 499 neither', () => {
    expect(classOf(blank, { status: 500 })).toBe('network');
    expect(classOf(blank, { status: 410 })).toBe('listing_removed');
    expect(classOf(blank, { status: 499 })).toBe('unknown_page');
  });

  test('the first fifty forms of a page are examined', () => {
    const forms = (count: number) => `${'<form>'.repeat(count)}<form action="/checkpoint/1/">`;
    expect(classOf(forms(49))).toBe('checkpoint');
    expect(classOf(forms(50))).toBe('unknown_page');
  });

  test('a failing server is a network failure, a missing page a removed ad', () => {
    expect(classOf(blank, { status: 503 })).toBe('network');
    expect(classOf(blank, { url: item, status: 404 })).toBe('listing_removed');
    expect(
      classOf(
        '<html id="facebook"><script type="application/json">{"marketplace_product_details_page":{"target":null}}</script>',
        { url: item },
      ),
    ).toBe('listing_removed');
  });

  test('a page that shows its cars is never a wall, whatever its address', () => {
    const finalUrl = 'https://www.facebook.com/login/?next=%2Fmarketplace';
    expect(classOf(fixture('search.html'), { finalUrl })).toBeNull();
  });

  test('the words "Rate limit exceeded" are a refusal with any status', () => {
    expect(classOf('<html><body>Rate limit exceeded</body></html>', { status: 200 })).toBe('rate_limited');
  });

  test('the site’s own “no results” is a success without cars', () => {
    expect(parsePage({ url: search, html: fixture('empty.html'), status: 200 })).toEqual({
      kind: 'empty',
      listings: [],
      shownCount: 0,
      pageInfo: null,
      rejected: [],
      failure: null,
    });
  });

  test('a page about an unknown place shows other cars and is refused', () => {
    const finalUrl = 'https://www.facebook.com/marketplace/sanfrancisco/search?query=golf';
    const page = parsePage({ url: search, html: fixture('search.html'), finalUrl });
    expect(page).toMatchObject({ failure: { class: 'location_not_recognised' }, listings: [] });
    expect(classOf(fixture('search.html'), { finalUrl: search })).toBeNull();
    expect(
      classOf(fixture('search.html'), {
        finalUrl: 'https://www.facebook.com/marketplace/110006262351206/search',
      }),
    ).toBeNull();
  });

  test('more than a fifth of unreadable ads means a changed layout, and the readable ones are kept', () => {
    const html = fixture('search.html')
      .replaceAll('"marketplace_listing_title": "2017', '"title_v2": "2017')
      .replaceAll('"marketplace_listing_title": "Yamaha', '"title_v2": "Y');
    const page = parsePage({ url: search, html });
    expect(page.failure).toEqual({ class: 'layout_changed', evidence: '2 of 8 listings could not be read' });
    expect(page.rejected).toEqual([
      { id: '2000000000000002', reason: 'no_title' },
      { id: '2000000000000003', reason: 'no_title' },
    ]);
    expect(page.listings).toHaveLength(5);
  });

  test('one unreadable ad of five is a success, on a page and in a scroll response', () => {
    const row = (id: number, title: string | null) => ({
      node: { listing: { id: String(id), marketplace_listing_title: title } },
    });
    const json = (rejected: number) =>
      JSON.stringify({
        marketplace_search: {
          feed_units: { edges: [1, 2, 3, 4, 5].map((id) => row(id, id <= rejected ? null : 'VW Golf')) },
        },
      });
    for (const write of [
      json,
      (rejected: number) => `<script type="application/json">${json(rejected)}</script>`,
    ]) {
      expect(classOf(write(1))).toBeNull();
      expect(classOf(write(2))).toBe('layout_changed');
    }
  });

  test('a changed layout lists the field names found, and no personal data', () => {
    const html =
      '<html id="facebook"><script>{"marketplace_search":{"feed_units_v9":{"seller_name":"Invented Person"}}}</script>';
    const { failure } = parsePage({ url: search, html });
    expect(failure?.class).toBe('layout_changed');
    expect(failure?.evidence).toContain('fields marketplace_search, feed_units_v9');
    expect(failure?.evidence).not.toContain('Invented');
  });

  test('an unexplained empty feed is never "0 cars"', () => {
    const html =
      '<html id="facebook"><script type="application/json">{"marketplace_search":{"feed_units":{"edges":[],"page_info":{"has_next_page":false}}}}</script>';
    expect(classOf(html)).toBe('layout_changed');
  });

  test('a page of something else is unknown', () => {
    expect(classOf('<html><title>Example Domain</title></html>')).toBe('unknown_page');
    expect(classOf('')).toBe('unknown_page');
  });

  test('the evidence of a failure quotes nothing from the page', () => {
    const html = '<html><title>Log into Facebook</title><body>Invented Person</body></html>';
    expect(parsePage({ url: search, html }).failure?.evidence).toBe('title of the log-in page');
  });
});

describe('a visit to Facebook Marketplace', () => {
  const { visit, politeness } = facebook;
  if (visit.by !== 'browser') throw new Error('Facebook is visited with a browser');

  it('a Facebook visit reads at most five scroll responses and 25 ads', () => {
    expect(visit).toMatchObject({ feedAnswersPerVisit: 5, scrollPauseMs: 400 });
    expect(politeness).toEqual({ itemPagesPerVisit: 25, itemPages: 'all' });
  });

  it.each([
    ['POST', '/api/graphql/', true],
    ['POST', '/api/graphql', true],
    ['GET', '/api/graphql/', false],
    ['POST', '/api/graphql/batch', false],
  ])('whether a response to %s %s belongs to the search feed: %s', (method, path, isFeed) => {
    expect(visit.isFeedRequest(method, new URL(path, 'https://www.facebook.com'))).toBe(isFeed);
  });
});
