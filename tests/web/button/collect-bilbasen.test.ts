import { describe, expect, it } from 'vitest';
import { shownAdsOf } from '#core/imports/own-page.ts';
import { readHandOver, type TakenPage } from '#core/marketplaces/button/hand-over.ts';
import { composePage, readPage } from '#core/marketplaces/marketplaces.ts';
import { itemPage, row, search, searchPage } from '#tests/core/marketplaces/bilbasen/pages.ts';
import { handOverOf } from './hand-over-of.ts';

const item = 'https://www.bilbasen.dk/brugt/bil/vw/golf-vii/14-tsi/6600001';

const taken = (html: string, url: string): TakenPage => {
  const page = readHandOver(...handOverOf(html, url));
  if (typeof page === 'string') throw new Error(page);
  return page;
};

describe('a page of Bilbasen that the button hands over', () => {
  it.each([
    [
      'a search',
      searchPage([
        row(),
        row({ sellerType: 'Privat' }),
        row({ price: { price: 2995, priceType: 'Leasing' } }),
      ]),
      search,
    ],
    [
      'an ad',
      itemPage({
        facts: [
          ['Modelår', '2016'],
          ['Kilometertal', '103.500 km'],
        ],
      }),
      item,
    ],
  ])('the button’s Bilbasen page is parsed like the original page: %s', (_, html, url) => {
    const short = readPage({ url, html: composePage(taken(html, url)) });
    const whole = readPage({ url, html });
    expect(short.listings).toEqual(whole.listings);
    expect(short.listings.length).toBeGreaterThan(0);
  });

  it.each([
    ['all results', {}, true],
    [
      'the first of many results',
      { hits: 400, pagination: { next: '/brugt/bil/vw/golf-vii?page=2' } },
      false,
    ],
    ['results of which a page follows', { hits: null, pagination: { next: { page: 2 } } }, false],
  ])('the button says whether a Bilbasen page shows %s', (_, data, isWhole) => {
    const html = searchPage([row(), row()], { data });
    const read = (page: string) => shownAdsOf(readPage({ url: search, html: page }), 'bilbasen', search);
    expect(read(composePage(taken(html, search)))).toMatchObject({ isWhole });
    expect(read(html)).toMatchObject({ isWhole });
  });

  it('the button’s Bilbasen page gives no count of a search that was left', () => {
    const rows = [row(), row()];
    expect(taken(searchPage(rows, { shown: rows.slice(0, 1) }), search)).not.toHaveProperty('total');
  });

  it('the button’s Bilbasen page holds no data of sellers and visitors', () => {
    for (const [html, url] of [
      [searchPage([row()]), search],
      [itemPage(), item],
    ] as const)
      expect(JSON.stringify(handOverOf(html, url)[0])).not.toMatch(/Opdigtede|b-7781|"lat"|isFavorite/);
  });

  it('a Bilbasen page is refused as outdated if the search changed without reloading the page', () => {
    const html = searchPage([row()], { shown: [row()] });
    expect(readHandOver(...handOverOf(html, search))).toBe('page_outdated');
  });

  it('the button names the first Bilbasen cars as their cards do', () => {
    expect(taken(searchPage([row({ externalId: 6_600_001 })]), search)).toMatchObject({
      source: 'bilbasen',
      carCount: 1,
    });
  });
});
