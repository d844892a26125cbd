import { describe, expect, it } from 'vitest';
import { shownAdsOf } from '#core/imports/own-page.ts';
import { readHandOver, type TakenPage } from '#core/marketplaces/button/hand-over.ts';
import { dba } from '#core/marketplaces/dba/dba.ts';
import { composePage } from '#core/marketplaces/marketplaces.ts';
import {
  answer,
  type CardParts,
  card,
  type Doc,
  doc,
  itemPage,
  searchPage,
} from '#tests/core/marketplaces/dba/pages.ts';
import { handOverOf } from './hand-over-of.ts';

const search = 'https://www.dba.dk/mobility/search/car?variant=1.817.1433';
const item = 'https://www.dba.dk/mobility/item/31004711';

const handed = (html: string, url = search) => handOverOf(html, url);
const taken = (html: string, url = search): TakenPage => {
  const page = readHandOver(...handed(html, url));
  if (typeof page === 'string') throw new Error(page);
  return page;
};
/** What the server reads of it, beside what it reads of the whole page. */
const both = (html: string, url: string) => [
  dba.parsePage({ url, html: composePage(taken(html, url)) }),
  dba.parsePage({ url, html }),
];
const withoutNames = (listings: readonly { dealerName: string | null }[]) =>
  listings.map((listing) => ({ ...listing, dealerName: null }));
const pageOf = (docs: Doc[], cards = docs.map(({ id }) => ({ id: String(id) }) as CardParts)) =>
  searchPage({ data: answer(docs, { variant: '1.817.1433' }), cards: cards.map(card) });

describe('a page of DBA that the button hands over', () => {
  it('the button parses a DBA search like the original page, except dealers’ names', () => {
    const html = pageOf([
      doc({ id: '31000001' }),
      doc({ id: '31000002', dealer_segment: 'Forhandler', organisation_name: 'Byens Biler ApS' }),
      doc({ id: '31000003', registration_class: { id: 8, value: 'Varebil ex. moms' } }),
      doc({ id: '31000004', fuel: 'El', transmission: undefined, driving_range: 260 }),
      doc({ id: '31000005', sales_form: 5, price: { amount: 2495, currency_code: 'DKK' } }),
      doc({ id: '31000006', flags: ['sold'] }),
    ]);
    const [short, whole] = both(html, search);
    expect(short!.listings).toEqual(withoutNames(whole!.listings));
    expect(short!.listings).toHaveLength(6);
    expect(short!.listings[0]!.plate).toBe('CX41287');
  });

  it.each([
    ['all results', {}, true],
    ['the first of many results', { result_size: { match_count: 400 }, is_end_of_paging: false }, false],
    ['results of which a page follows', { result_size: {}, is_end_of_paging: false }, false],
  ])('the button says whether a DBA page shows %s', (_, metadata, isWhole) => {
    const docs = [doc(), doc()];
    const html = searchPage({
      data: answer(docs, { variant: '1.817.1433' }, metadata),
      cards: docs.map(({ id }) => card({ id: String(id) })),
    });
    const [short] = both(html, search);
    expect(shownAdsOf(short!, 'dba', search)).toMatchObject({ isWhole });
  });

  it('the button parses a DBA ad with description and photos, without similar cars', () => {
    const ad = {
      title: 'VW Golf',
      price: { total: 84_900, main: 79_900 },
      owners: 2,
      exterior_color: 'Sølv',
      first_registration: '2016-11-14',
      registration_class: { id: 1 },
      engine: { fuel: { value: 'Diesel' }, effect: 105 },
      equipment: [{ id: 23, value: 'Anhængertræk' }],
    };
    const facts: [string, string][] = [
      ['Modelår', '2017'],
      ['Kilometertal', '149.000 km'],
      ['Registreringsnummer', 'CX41287'],
    ];
    for (const parts of [
      { ad, facts },
      { facts },
      { facts, badge: 'Solgt' },
      { segment: 'PROFESSIONAL' as const },
    ]) {
      const [short, whole] = both(
        itemPage({ description: 'Nysynet. <b>Kører</b> & trækker', ...parts }),
        item,
      );
      expect(short).toEqual(whole);
      expect(short!.listings).toHaveLength(1);
    }
  });

  it('the button’s DBA page holds no seller and no exact location', () => {
    const sold = { dealer_segment: 'Forhandler', organisation_name: 'Byens Biler ApS', org_id: '6000001' };
    const message = JSON.stringify(handed(pageOf([doc({ ...sold }), doc()]))[0]);
    expect(message).toContain('CX41287');
    expect(message).not.toMatch(/Byens|6000001|1234567890|coordinates|55\.6/);
  });

  it('the button’s DBA address drops tracking parameters and keeps every make and the page', () => {
    const url = `${search}&variant=1.817.2832&utm_source=mail&stored-id=77&page=2`;
    expect(taken(pageOf([doc()]), url).path).toBe(
      '/mobility/search/car?variant=1.817.1433&variant=1.817.2832&page=2',
    );
  });

  it('a DBA page is refused as outdated if its data describes other cars than it shows', () => {
    const html = pageOf([doc({ id: '31000001' })], [{ id: '31000009' }]);
    expect(readHandOver(...handed(html))).toBe('page_outdated');
  });

  it('the button takes only those DBA data that the page shows', () => {
    const html = pageOf([doc({ id: '31000001' }), doc({ id: '31000002' })], [{ id: '31000002' }]);
    expect(taken(html)).toMatchObject({ source: 'dba', carCount: 1 });
  });

  it('the button reports a DBA search without cars, a missing ad and any other page', () => {
    expect(readHandOver(...handed(searchPage({})))).toBe('no_cars');
    expect(readHandOver(...handed('<html><body></body></html>', item))).toBe('ad_not_loaded');
    expect(readHandOver(...handed(pageOf([doc()]), 'https://www.dba.dk/my-page'))).toBe('elsewhere');
    expect(
      readHandOver(...handed(pageOf([doc()]), 'https://www.dba.dk.evil.example/mobility/search/car')),
    ).toBe('foreign_origin');
  });

  it('the demo’s two marketplaces are told apart by path on their shared origin', () => {
    const demo = 'http://127.0.0.1:5273';
    const message = handOverOf(pageOf([doc()]), `${demo}/mobility/search/car?q=golf`, demo);
    expect(readHandOver(...message)).toMatchObject({ source: 'dba', carCount: 1 });
  });
});
