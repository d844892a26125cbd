import { describe, expect, it } from 'vitest';
import { dba } from '#core/marketplaces/dba/dba.ts';
import { readSpecificationLine } from '#core/marketplaces/dba/search-page.ts';
import {
  answer,
  asked,
  base64,
  card,
  cardOf,
  doc,
  product,
  read,
  readDocs,
  searchPage,
  stateScript,
} from './pages.ts';

describe('the data of a search', () => {
  it('leaves out other goods without calling them unreadable', () => {
    const page = readDocs([doc({ type: 'bap' }), doc({ main_search_key: 'SEARCH_ID_MC_USED' }), doc()]);
    expect(page).toMatchObject({ kind: 'search', failure: null, rejected: [] });
    expect(page.listings).toHaveLength(1);
  });

  it('shows a paid place once, however often it stands there', () => {
    const paid = doc({ id: '31000001' });
    expect(readDocs([paid, doc(), paid]).listings).toHaveLength(2);
  });

  it('is found among scripts that are broken, and decoded as often as it was encoded', () => {
    const data = {
      queries: [
        { queryKey: [{ scope: 'search' }], state: { data: answer([doc({ location: 'Ishøj' })], asked) } },
      ],
    };
    const noise = stateScript('%%%') + stateScript(base64('{"broken":'));
    const html = searchPage({ noise, state: stateScript(base64(base64(JSON.stringify(data)))) });
    expect(read(html).listings).toMatchObject([{ city: 'Ishøj' }]);
  });

  it('is the same where it comes without a page', () => {
    const text = JSON.stringify(answer([doc(), doc()], asked));
    const url = `https://www.dba.dk/mobility/search/api/search/SEARCH_ID_CAR_USED?${new URLSearchParams(asked)}`;
    expect(dba.parsePage({ url, html: text, status: 200 }).listings).toHaveLength(2);
  });

  it('that says that nothing matches is a success', () => {
    expect(readDocs([])).toMatchObject({ kind: 'empty', failure: null });
  });

  it('says how many there are and whether there is another page', () => {
    const page = readDocs([doc()], asked, {
      result_size: { match_count: 173 },
      paging: { param: 'page', current: 2, last: 4 },
      is_end_of_paging: false,
    });
    expect(page).toMatchObject({ total: 173, pageInfo: { hasNextPage: true, endCursor: '3' } });
  });

  it('is as long as its page numbers say where nothing but its cards is there', () => {
    const pageOf = (pages?: [number, number]) => {
      const { pageInfo } = read(searchPage({ cards: [card({})], ...(pages && { pages }) }));
      return pageInfo;
    };
    expect(pageOf([2, 4])).toMatchObject({ hasNextPage: true, endCursor: '3' });
    expect(pageOf([4, 4])).toMatchObject({ hasNextPage: false });
    expect(pageOf()).toMatchObject({ hasNextPage: false });
  });

  it('never asks for the page beyond the fiftieth, which is the first again', () => {
    const paging = { param: 'page', current: 50, last: 80 };
    expect(readDocs([doc()], asked, { paging, is_end_of_paging: false }).pageInfo).toEqual({
      hasNextPage: false,
      endCursor: null,
    });
  });

  it('that drops a filter without a word is not understood, and none of its cars is taken', () => {
    const page = readDocs([doc()], { variant: '0.999999' }, { selected_filters: [] });
    expect(page).toMatchObject({
      kind: 'failure',
      listings: [],
      failure: { class: 'search_not_understood' },
    });
  });

  it('that shows a filter by its bare code has not understood it', () => {
    const selected_filters = [
      { display_name: '0.999999', parameters: [{ parameter_name: 'variant', parameter_value: '0.999999' }] },
    ];
    expect(readDocs([doc()], { variant: '0.999999' }, { selected_filters }).failure?.class).toBe(
      'search_not_understood',
    );
  });

  it('that applies another value than was asked for has not understood it', () => {
    const selected_filters = [
      { display_name: 'VW Polo', parameters: [{ parameter_name: 'variant', parameter_value: '1.817.2832' }] },
    ];
    const understood = (variant: string) => readDocs([doc()], { variant }, { selected_filters }).failure;
    expect(understood('1.817.1433')?.class).toBe('search_not_understood');
    expect(understood('1.817.2832')).toBeNull();
  });

  it('need not list words, which are only echoed, nor both ends of a range by name', () => {
    const search = { q: 'golf', price_to: '90000' };
    const selected_filters = [
      {
        display_name: 'op til 90.000 kr.',
        parameters: [{ parameter_name: 'price_from', parameter_value: '' }],
      },
    ];
    expect(readDocs([doc()], search, { selected_filters }).failure).toBeNull();
  });

  it('is held to what was asked for, because thin answers are padded', () => {
    const page = readDocs(
      [doc(), doc({ price: { amount: 120_000, currency_code: 'DKK' } }), doc({ year: 2004 })],
      {
        price_to: '90000',
        year_from: '2010',
      },
    );
    expect(page.listings).toHaveLength(1);
    expect(page.rejected.map(({ reason }) => reason)).toEqual(['not_asked_for', 'not_asked_for']);
  });

  it('with one ad that lacks price and year is kept whole', () => {
    const page = readDocs([...Array.from({ length: 49 }, () => doc()), doc({ price: null, year: null })]);
    expect(page).toMatchObject({ kind: 'search', failure: null });
    expect(page.listings).toHaveLength(50);
  });

  it('of which many rows have no id has changed its shape; what could be read is kept', () => {
    const page = readDocs([
      ...Array.from({ length: 30 }, () => doc()),
      ...Array.from({ length: 20 }, () => ({ ...doc(), id: undefined, ad_id: undefined })),
    ]);
    expect(page.failure?.class).toBe('layout_changed');
    expect(page.listings).toHaveLength(30);
  });

  it('without its rows has changed its shape', () => {
    const html = searchPage({
      state: stateScript(
        base64(
          JSON.stringify({ queries: [{ queryKey: [{ scope: 'search' }], state: { data: { hits: [] } } }] }),
        ),
      ),
    });
    expect(read(html).failure?.class).toBe('layout_changed');
  });
});

describe('a page whose data cannot be read', () => {
  it('is read from its cards, and said to be degraded', () => {
    const html = searchPage({ state: stateScript('broken'), cards: [card(), card()], pages: [1, 3] });
    const page = read(html);
    expect(page).toMatchObject({
      kind: 'search',
      failure: null,
      isDegraded: true,
      pageInfo: { hasNextPage: true, endCursor: '2' },
    });
    expect(page.listings).toHaveLength(2);
  });

  it('takes from the list for search engines what has no card', () => {
    const products = [1, 2, 3, 4, 5, 6, 8].map((at) => product(`3100000${at}`, 'Skoda Fabia', '45500', at));
    const page = read(searchPage({ products }));
    expect(page.listings).toHaveLength(7);
    expect(page.listings[0]).toMatchObject({
      make: 'Škoda',
      model: 'Fabia',
      price: { amount: 45_500, currency: 'DKK' },
      priceKind: null,
      year: null,
      mileage: null,
      city: null,
      sellerType: null,
    });
  });

  it('and that shows neither cards nor a list has changed: that is never "no cars"', () => {
    expect(read('<html><body><main>Velkommen</main></body></html>')).toMatchObject({
      kind: 'failure',
      failure: { class: 'layout_changed' },
    });
  });
});

describe('a card', () => {
  it('gives its facts by its elements, not by the words of its buttons', () => {
    expect(cardOf({ id: '31000002' })).toMatchObject({
      id: '31000002',
      title: 'Kia Picanto 1,0 Motion',
      make: 'Kia',
      model: 'Picanto',
      variant: '1,0 Motion',
      year: 2015,
      mileage: { km: 120_000, precision: 'exact' },
      engineLitres: 1,
      fuel: 'petrol',
      gearbox: 'manual',
      price: { amount: 54_900, currency: 'DKK' },
      priceKind: 'cash',
      city: 'Herning',
      sellerType: 'private',
    });
  });

  it.each(['rækkevide', 'rækkevidde'])('of a plug-in car tells its range, spelled "%s"', (word) => {
    expect(cardOf({ line: `2020 ∙ 119.500 km ∙ Plug-in Benzin ∙ 55 km ${word}` })).toMatchObject({
      fuel: 'plugin_hybrid',
      mileage: { km: 119_500 },
      specifications: ['Rækkevidde: 55 km'],
    });
  });

  it('takes no word of a tooltip for its place', () => {
    expect(cardOf({ tooltip: 'Sammenlign bil', seller: 'Privat' })).toMatchObject({
      city: 'Herning',
      sellerType: 'private',
    });
  });

  it('that names a dealer behind its place is a dealer’s, whether or not it says so', () => {
    expect(cardOf({ place: 'Herning ∙ Byens Biler', seller: '' })).toMatchObject({
      city: 'Herning',
      sellerType: 'dealer',
      dealerName: 'Byens Biler',
    });
  });

  it.each([
    ['Herning</span> <span>Byens Biler', '', 'dealer', 'Byens Biler'],
    ['Herning</span><span>Privat', '', 'private', null],
    ['Herning</span><span>Byens Biler', 'Forhandler', 'dealer', 'Byens Biler'],
  ])(
    'whose place and seller stand side by side (%s, %j) is of a %s',
    (place, seller, sellerType, dealerName) => {
      expect(cardOf({ place, seller })).toMatchObject({ city: 'Herning', sellerType, dealerName });
    },
  );

  it('does not take 998 cc for a mileage or a year', () => {
    expect(cardOf({ line: '2013 ∙ 81.500 km ∙ 998 cc ∙ Benzin ∙ Manuelt' })).toMatchObject({
      year: 2013,
      mileage: { km: 81_500 },
      engineLitres: 1,
    });
  });

  it.each([
    ['has no element', null],
    ['has an empty one', ''],
  ])('whose variant %s is read', (_, variant) => {
    expect(cardOf({ variant })).toMatchObject({
      title: 'Kia Picanto',
      year: 2015,
      price: { amount: 54_900 },
    });
  });

  it.each([
    ['0 km', null],
    ['2.000.000 km', 2_000_000],
    ['2.000.001 km', null],
    ['12 mil', 120],
  ])('with %s has run %j kilometres', (driven, km) => {
    expect(cardOf({ line: `2013 ∙ ${driven} ∙ Benzin ∙ Manuelt` }).mileage?.km ?? null).toBe(km);
  });

  it.each([
    ['Herning ∙ Byens Biler', null],
    ['Herning ∙ Benzin', null],
    ['2015 ∙ Benzin', 2015],
  ])('says of the car what stands in a line with two facts at least: %s', (line, year) => {
    expect(readSpecificationLine(line)?.year ?? null).toBe(year);
  });

  it('may have a no-break space between the thousands of price and mileage', () => {
    const line = '2015 ∙ 120\u00a0000 km ∙ Diesel ∙ Automat';
    expect(cardOf({ price: '149\u00a0000', line })).toMatchObject({
      price: { amount: 149_000, currency: 'DKK' },
      mileage: { km: 120_000 },
      gearbox: 'automatic',
    });
  });

  it('without an id or a title is counted as unreadable, and the others are read', () => {
    const cards = [card({ heading: '' }), card({ id: '31000009' }), card().replaceAll(/3100\d{4}/g, '')];
    const page = read(searchPage({ cards }));
    expect(page.listings.map(({ id }) => id)).toEqual(['31000009']);
    expect(page.rejected.map(({ reason }) => reason)).toEqual(['no_title', 'no_id']);
  });

  it('without a picture has no photos', () => {
    expect(cardOf({ hasPhoto: false }).photoUrls).toEqual([]);
  });

  it('with "ekskl. moms" asks a price without VAT', () => {
    expect(cardOf({ price: '42.000', note: 'ekskl. moms' })).toMatchObject({
      price: { amount: 42_000 },
      priceKind: 'ex_vat',
    });
  });

  it('with "/md." offers a contract', () => {
    expect(cardOf({ price: '2.495', note: '/md.' }).priceKind).toBe('leasing');
  });

  it('of a dealer names him', () => {
    expect(cardOf({ place: 'Herning ∙ Byens Biler', seller: 'Forhandler', isPaid: true })).toMatchObject({
      city: 'Herning',
      dealerName: 'Byens Biler',
      sellerType: 'dealer',
    });
  });

  it.each(['Kongens Lyngby', 'Frederiksberg C', 'Nykøbing F'])('is in %s', (place) => {
    expect(cardOf({ place, seller: 'Privat ∙ Service' })).toMatchObject({
      city: place,
      sellerType: 'private',
    });
  });

  it.each([
    ['Land Rover Range Rover', 'Land Rover', 'Range Rover'],
    ['Alfa Romeo Giulietta', 'Alfa Romeo', 'Giulietta'],
    ['Lynk & Co 01', 'Lynk & Co', '01'],
    ['MINI One', 'MINI', 'One'],
  ])('headed "%s" is a %s, model %s', (heading, make, model) => {
    expect(cardOf({ heading: heading.replace('&', '&amp;'), variant: null })).toMatchObject({ make, model });
  });

  it('with the badge "Solgt" was sold', () => {
    expect(cardOf({ badge: 'Solgt' }).availability).toBe('sold');
  });
});
