import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { composePage } from '#core/marketplaces/facebook/button.ts';
import { parsePage } from '#core/marketplaces/facebook/parse-page.ts';
import { collectPage } from '../../../web/button/collect-page.ts';

const fixture = (name: string) => readFileSync(`tests/fixtures/marketplace/${name}.html`, 'utf8');

function collect(html: string, url: string) {
  const opened = new DOMParser().parseFromString(html, 'text/html');
  return collectPage(opened, new URL(url) as unknown as Location);
}

const search = 'https://www.facebook.com/marketplace/odense/search?query=golf';
const item = 'https://www.facebook.com/marketplace/item/37359594907019123/';

describe('the page that the button hands over', () => {
  it.each([
    ['a search', 'search', search],
    ['a search that shows cards only', 'cards-only', search],
    ['an ad with its photos', 'item', item],
    ['an ad whose facts stand in its words', 'item-in-words', item],
    ['a search that finds nothing', 'empty', search],
  ])('the button’s page is parsed like the original page: %s', (_, name, url) => {
    const html = fixture(name);
    const own = /"target": ?\{"__typename": ?"\w+", ?"id": ?"(\d+)"/.exec(html)?.[1];
    const address = own ? `https://www.facebook.com/marketplace/item/${own}/` : url;
    const whole = parsePage({ url: address, html });
    const handed = parsePage({ url: address, html: composePage(collect(html, address)!) });
    expect(handed.kind).toBe(whole.kind);
    expect(handed.listings).toEqual(whole.listings);
  });

  it.each([true, false])('the button says whether more results of a search follow: %s', (isMore) => {
    const html = fixture('search').replaceAll(/"has_next_page": ?\w+/g, `"has_next_page":${isMore}`);
    expect(html).toContain('"has_next_page"');
    const page = collect(html, search)!;
    expect(page.isLast).toBe(!isMore);
    expect(parsePage({ url: search, html: composePage(page) }).pageInfo?.hasNextPage).toBe(isMore);
  });

  it('the button’s page holds no data of sellers and visitors', () => {
    for (const [name, url] of [
      ['search', search],
      ['item', item],
    ] as const) {
      const html = fixture(name).replace(
        '</body>',
        '<script type="application/json">{"marketplace_":1,"USER_ID":"100004","token":"NAcSecret"}</script></body>',
      );
      expect(html).toContain('Invented Person');
      const handed = JSON.stringify(collect(html, url));
      expect(handed).not.toMatch(/Invented|seller"|NAcSecret|100004|__typename|tracking/);
    }
  });

  it('an ad opened over a search has no ad data, since its data was loaded later', () => {
    const ad = 'https://www.facebook.com/marketplace/item/77/';
    expect(collect(fixture('search'), ad)).toMatchObject({ kind: 'item', ads: [], cards: [] });
  });

  const ads = [
    item,
    'https://www.dba.dk/mobility/item/31004711',
    'https://www.bilbasen.dk/brugt/bil/vw/golf-vii/14-tsi/6600001',
  ];
  /** A page of this HTML that was answered with this status; `loaded` is the address for which it was. */
  const answered = (url: string, responseStatus: number, loaded = url, html = '<h1>Not here</h1>') => {
    const page = new DOMParser().parseFromString(html, 'text/html');
    const performance = { getEntriesByType: () => [{ name: loaded, responseStatus }] };
    Object.defineProperty(page, 'defaultView', { value: { performance } });
    return collectPage(page, new URL(url) as unknown as Location);
  };

  it.each(ads)('an ad that its marketplace answers with 404 or 410 is removed: %s', (url) => {
    for (const status of [404, 410])
      expect(answered(url, status)).toMatchObject({ kind: 'item', ads: [], isRemoved: true });
    expect(answered(url, 200)?.isRemoved).toBeUndefined();
    // The site has gone on to this ad since, without loading a page.
    expect(answered(url, 404, new URL('/marketplace/item/1/', url).href)?.isRemoved).toBeUndefined();
  });

  const noTarget = `<script type="application/json">{"marketplace_product_details_page":{"target":null}}</script>`;

  it('an ad of which the site says that there is none is removed', () => {
    expect(answered(item, 200, item, noTarget)).toMatchObject({ ads: [], isRemoved: true });
    expect(collect('<h1>Siden blev ikke fundet</h1>', ads[1]!)).toMatchObject({ ads: [], isRemoved: true });
  });

  it('an ad that Facebook shows after one that is gone, without loading a page, is not removed', () => {
    const gone = new URL('/marketplace/item/7/', item).href;
    expect(answered(item, 200, gone, noTarget)).toMatchObject({ kind: 'item', ads: [] });
    expect(answered(item, 200, gone, noTarget)?.isRemoved).toBeUndefined();
  });

  it('where Facebook leads from an ad that it has no longer, the cars that it suggests are not taken', () => {
    const { origin } = new URL(search);
    expect(collect(fixture('search'), `${origin}/marketplace/?unavailable_product=1`)).toMatchObject({
      ...{ ads: [], cards: [], isRemoved: true },
    });
    expect(collect(fixture('search'), `${origin}/marketplace/`)!.isRemoved).toBeUndefined();
  });

  it('an ad’s own page with that mark in its address, as anyone may write it, is not removed', () => {
    expect(collect(fixture('item'), `${item}?unavailable_product=1`)!.isRemoved).toBeUndefined();
  });

  it('the button’s page drops address parameters that only the site uses', () => {
    const { path } = collect(fixture('search'), `${search}&ref=feed&fbclid=abc&minPrice=10000&__tn__=R#x`)!;
    expect(path).toBe('/marketplace/odense/search?query=golf&minPrice=10000');
  });

  it.each(['/', '/groups/1', '/marketplace/inbox/', '/marketplace/you/selling', '/messages/t/1'])(
    'the button collects no page at %s',
    (path) => {
      expect(collect(fixture('search'), `https://www.facebook.com${path}`)).toBeNull();
    },
  );

  it('the button’s page holds no photo twice', () => {
    const handed = collect(fixture('search'), search)!;
    const known = new Set(handed.ads.map(({ id }) => id));
    expect(handed.cards.filter(({ id, photo }) => known.has(id) && photo !== null)).toEqual([]);
  });
});
