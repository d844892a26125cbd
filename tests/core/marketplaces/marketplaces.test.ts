import { gunzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { mostCarsOfPage } from '#core/imports/own-page.ts';
import { readLink } from '#core/marketplaces/links.ts';
import { retryPolicy } from '#core/marketplaces/marketplace.ts';
import {
  type MarketplaceId,
  marketplaceIds,
  shortNames,
  sourceOfHref,
} from '#core/marketplaces/marketplace-id.ts';
import { marketplaceOf, marketplaces, readPage } from '#core/marketplaces/marketplaces.ts';
import { automaticTitle } from '#core/searches/search-title.ts';
import { languages } from '#core/shared.ts';
import { savedPage } from '#tests/support/fake-marketplace.ts';
import { searchPage as bilbasenPage, search as bilbasenSearch, row } from './bilbasen/pages.ts';
import { answer, searchPage as dbaPage, doc } from './dba/pages.ts';

/** A search page of each marketplace with the given number of cars, and its address. */
const pagesOf: Record<MarketplaceId, (cars: number) => { url: string; html: string }> = {
  facebook: (cars) => ({
    url: 'https://www.facebook.com/marketplace/copenhagen/vehicles',
    html: gunzipSync(
      savedPage(times(cars, (n) => ({ id: String(10_000_000 + n), title: '2014 VW Golf', amount: '84900' }))),
    ).toString(),
  }),
  dba: (cars) => ({
    url: 'https://www.dba.dk/mobility/search/car?q=up',
    html: dbaPage({
      data: answer(
        times(cars, () => doc()),
        { q: 'up' },
      ),
    }),
  }),
  bilbasen: (cars) => ({
    url: bilbasenSearch,
    html: bilbasenPage(times(cars, (n) => row({ externalId: 6_000_000 + n }))),
  }),
};
const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

describe.each(marketplaceIds)('the marketplace %s', (id) => {
  const marketplace = marketplaceOf(id);

  it('a marketplace reads a bounded number of rows of a page and counts all', () => {
    const page = readPage(pagesOf[id](3_000));
    expect(page.listings.length).toBeGreaterThanOrEqual(mostCarsOfPage);
    expect(page.listings.length + page.rejected.length).toBeLessThan(1_000);
    expect(page.shownCount).toBe(3_000);
  });

  it('every marketplace is listed under its own id', () => {
    expect(marketplace.id).toBe(id);
    expect(marketplaces).toContain(marketplace);
  });

  it('readLink assigns a marketplace’s ad addresses to it', () => {
    const address = marketplace.itemAddress('4711');
    const read = readLink(address);
    expect(read).toMatchObject({ ok: true, link: { source: id, kind: 'item', itemId: '4711' } });
  });

  it('sourceOfHref finds a marketplace by its ad and home addresses', () => {
    for (const address of [marketplace.itemAddress('471199'), `${marketplace.home.replace(/\/$/, '')}/`])
      expect(sourceOfHref(address)).toBe(id);
  });

  it.each(languages)('a search without filters is called by its marketplace’s name in %s', (language) => {
    expect(automaticTitle(marketplace.home, language)).toBe(shortNames[id]);
  });

  it('a marketplace recognises a refusal by its status', () => {
    expect(marketplace.parseRefusal(429)).toMatchObject({
      kind: 'failure',
      failure: { class: 'rate_limited' },
    });
    expect(marketplace.parseRefusal(404)).toBeNull();
  });
});

test('every failure of a page has its own reason in a complete sentence', () => {
  const reasons = Object.values(retryPolicy).map(({ userReason }) => userReason);
  expect(reasons.length).toBeGreaterThan(8);
  expect(new Set(reasons).size).toBe(reasons.length);
  expect(reasons.filter((reason) => !/^[A-Z].{25,}\.$/.test(reason))).toEqual([]);
});
