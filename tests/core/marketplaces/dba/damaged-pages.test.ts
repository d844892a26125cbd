import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dba } from '#core/marketplaces/dba/dba.ts';
import { answer, base64, card, doc, itemPage, product, searchPage } from './pages.ts';

const searchAddress = 'https://www.dba.dk/mobility/search/car?price_to=90000';
const itemAddress = 'https://www.dba.dk/mobility/item/31004711';
const asked = { price_to: '90000' };
const whole: [address: string, html: string][] = [
  [
    searchAddress,
    searchPage({
      data: answer([doc(), doc()], asked),
      cards: [card(), card()],
      products: [product('31000001', 'VW Up!', '49900', 1)],
    }),
  ],
  [searchAddress, searchPage({ cards: [card(), card()] })],
  [searchAddress, JSON.stringify(answer([doc(), doc()], asked))],
  [itemAddress, itemPage({ ad: { year: 2014, mileage: 98_000, images: [] }, facts: [['Modelår', '2014']] })],
];
const values = [null, 0, -1, 1e308, '', 'x', [], {}, true, '9'.repeat(400), { amount: [] }];

describe('a damaged page', () => {
  it('cut anywhere throws nothing and brings no price or mileage that does not stand on it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...whole),
        fc.double({ min: 0, max: 1, noNaN: true }),
        ([url, html], share) => {
          const page = dba.parsePage({
            url,
            html: html.slice(0, Math.floor(html.length * share)),
            status: 200,
          });
          for (const { price, mileage } of page.listings) {
            if (price) expect([49_900, 54_900, 84_900]).toContain(price.amount);
            if (mileage) expect([98_000, 120_000]).toContain(mileage.km);
          }
        },
      ),
      { numRuns: 600 },
    );
  });

  it('with a field of another kind throws nothing', () => {
    const names = Object.keys(doc());
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.constantFrom(...values), (name, value) => {
        const html = searchPage({ data: answer([doc({ [name]: value })], asked) });
        for (const { price, mileage } of dba.parsePage({ url: searchAddress, html, status: 200 }).listings) {
          if (price) expect(Number.isFinite(price.amount)).toBe(true);
          if (mileage) expect(mileage.km).toBeGreaterThan(0);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('with metadata of another kind throws nothing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('paging', 'result_size', 'selected_filters', 'params'),
        fc.constantFrom(...values),
        (name, value) => {
          const html = searchPage({ data: answer([doc()], asked, { [name]: value }) });
          expect(() => dba.parsePage({ url: searchAddress, html, status: 200 })).not.toThrow();
        },
      ),
    );
  });

  it('of sixteen megabytes, or of tags that never close, is read in bounded time', () => {
    const deep = `${'['.repeat(100_000)}`;
    for (const html of [
      '<article class="mobility-search-ad-card"'.repeat(50_000),
      '<dl>'.repeat(200_000),
      `<script data-react-query-state>${base64(deep)}</script>`,
      '<h1>'.repeat(300_000),
    ])
      for (const url of [searchAddress, itemAddress])
        expect(() => dba.parsePage({ url, html, status: 200 })).not.toThrow();
  });
});
