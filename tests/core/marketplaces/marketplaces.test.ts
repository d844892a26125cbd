import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { mostCarsOfPage } from '#core/imports/page-limits.ts';
import { readLink, sourceOfHref } from '#core/marketplaces/links.ts';
import { type MarketplaceId, marketplaceIds, shortNames } from '#core/marketplaces/marketplace-id.ts';
import { marketplaceOf, marketplaces, readPage } from '#core/marketplaces/marketplaces.ts';
import { automaticTitle } from '#core/searches/search-title.ts';
import { languages } from '#core/shared.ts';
import { savedPage } from '#tests/support/saved-page.ts';
import { searchPage as bilbasenPage, search as bilbasenSearch, row } from './bilbasen/pages.ts';
import { answer, searchPage as dbaPage, doc } from './dba/pages.ts';

/** A page with so many cars, as each marketplace writes it, and the address of its search. */
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

  it('reads so many rows of a page and no more, however many it has, and counts all', () => {
    const page = readPage(pagesOf[id](3_000));
    expect(page.listings.length).toBeGreaterThanOrEqual(mostCarsOfPage);
    expect(page.listings.length + page.rejected.length).toBeLessThan(1_000);
    expect(page.shownCount).toBe(3_000);
  });

  it('stands in the list under its own id', () => {
    expect(marketplace.id).toBe(id);
    expect(marketplaces).toContain(marketplace);
  });

  it('has addresses of ads that are read back as its ads among all marketplaces', () => {
    const address = marketplace.itemAddress('4711');
    const read = readLink(address);
    expect(read).toMatchObject({ ok: true, link: { source: id, kind: 'item', itemId: '4711' } });
  });

  it('is known again by the addresses of its ads and its home', () => {
    for (const address of [marketplace.itemAddress('471199'), `${marketplace.home.replace(/\/$/, '')}/`])
      expect(sourceOfHref(address)).toBe(id);
  });

  it.each(languages)('is what a search of it that asks for nothing is called in %s', (language) => {
    expect(automaticTitle(marketplace.home, language)).toBe(shortNames[id]);
  });

  it('tells a refusal by its status, and nothing by one that is none', () => {
    expect(marketplace.parseRefusal(429)).toMatchObject({
      kind: 'failure',
      failure: { class: 'rate_limited' },
    });
    expect(marketplace.parseRefusal(404)).toBeNull();
  });
});
