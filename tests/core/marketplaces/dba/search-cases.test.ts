import { describe, expect, it } from 'vitest';
import { dba } from '#core/marketplaces/dba/dba.ts';
import { answer, base64, card, doc, product, searchPage, stateScript } from './pages.ts';
import { asked, read, readDocs } from './reading.ts';

describe('the data of a DBA search', () => {
  it('other goods are left out without being counted as unreadable', () => {
    const page = readDocs([doc({ type: 'bap' }), doc({ main_search_key: 'SEARCH_ID_MC_USED' }), doc()]);
    expect(page).toMatchObject({ kind: 'search', failure: null, rejected: [] });
    expect(page.listings).toHaveLength(1);
  });

  it('a paid placement is taken once, however often it appears', () => {
    const paid = doc({ id: '31000001' });
    expect(readDocs([paid, doc(), paid]).listings).toHaveLength(2);
  });

  it('the search data is found among broken scripts and decoded however often it was encoded', () => {
    const data = {
      queries: [
        { queryKey: [{ scope: 'search' }], state: { data: answer([doc({ location: 'Ishøj' })], asked) } },
      ],
    };
    const noise = stateScript('%%%') + stateScript(base64('{"broken":'));
    const html = searchPage({ noise, state: stateScript(base64(base64(JSON.stringify(data)))) });
    expect(read(html).listings).toMatchObject([{ city: 'Ishøj' }]);
  });

  it('the search data is read without a page around it', () => {
    const text = JSON.stringify(answer([doc(), doc()], asked));
    const url = `https://www.dba.dk/mobility/search/api/search/SEARCH_ID_CAR_USED?${new URLSearchParams(asked)}`;
    expect(dba.parsePage({ url, html: text, status: 200 }).listings).toHaveLength(2);
  });

  it('a search without results is a success', () => {
    expect(readDocs([])).toMatchObject({ kind: 'empty', failure: null });
  });

  it('the search data tells the total and whether there is another page', () => {
    const page = readDocs([doc()], asked, {
      result_size: { match_count: 173 },
      paging: { param: 'page', current: 2, last: 4 },
      is_end_of_paging: false,
    });
    expect(page).toMatchObject({ total: 173, pageInfo: { hasNextPage: true, endCursor: '3' } });
  });

  it('a page with cards only takes the number of pages from its page numbers', () => {
    const pageOf = (pages?: [number, number]) => {
      const { pageInfo } = read(searchPage({ cards: [card({})], ...(pages && { pages }) }));
      return pageInfo;
    };
    expect(pageOf([2, 4])).toMatchObject({ hasNextPage: true, endCursor: '3' });
    expect(pageOf([4, 4])).toMatchObject({ hasNextPage: false });
    expect(pageOf()).toMatchObject({ hasNextPage: false });
  });

  it('the page after the fiftieth is never asked for', () => {
    const paging = { param: 'page', current: 50, last: 80 };
    expect(readDocs([doc()], asked, { paging, is_end_of_paging: false }).pageInfo).toEqual({
      hasNextPage: false,
      endCursor: null,
    });
  });

  it('a search that silently drops a filter is not understood, and none of its cars are taken', () => {
    const page = readDocs([doc()], { variant: '0.999999' }, { selected_filters: [] });
    expect(page).toMatchObject({
      kind: 'failure',
      listings: [],
      failure: { class: 'search_not_understood' },
    });
  });

  it('a search that shows a filter by its bare code is not understood', () => {
    const selected_filters = [
      { display_name: '0.999999', parameters: [{ parameter_name: 'variant', parameter_value: '0.999999' }] },
    ];
    expect(readDocs([doc()], { variant: '0.999999' }, { selected_filters }).failure?.class).toBe(
      'search_not_understood',
    );
  });

  it('a search that applies another value than asked for is not understood', () => {
    const selected_filters = [
      { display_name: 'VW Polo', parameters: [{ parameter_name: 'variant', parameter_value: '1.817.2832' }] },
    ];
    const understood = (variant: string) => readDocs([doc()], { variant }, { selected_filters }).failure;
    expect(understood('1.817.1433')?.class).toBe('search_not_understood');
    expect(understood('1.817.2832')).toBeNull();
  });

  it('a search need not name its words or both ends of a range', () => {
    const search = { q: 'golf', price_to: '90000' };
    const selected_filters = [
      {
        display_name: 'op til 90.000 kr.',
        parameters: [{ parameter_name: 'price_from', parameter_value: '' }],
      },
    ];
    expect(readDocs([doc()], search, { selected_filters }).failure).toBeNull();
  });

  it('cars outside the filters are rejected, because short results are padded', () => {
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

  it('a page with one ad without price and year is kept whole', () => {
    const page = readDocs([...Array.from({ length: 49 }, () => doc()), doc({ price: null, year: null })]);
    expect(page).toMatchObject({ kind: 'search', failure: null });
    expect(page.listings).toHaveLength(50);
  });

  it('many rows without id mean a changed layout, and the readable ones are kept', () => {
    const page = readDocs([
      ...Array.from({ length: 30 }, () => doc()),
      ...Array.from({ length: 20 }, () => ({ ...doc(), id: undefined, ad_id: undefined })),
    ]);
    expect(page.failure?.class).toBe('layout_changed');
    expect(page.listings).toHaveLength(30);
  });

  it('search data without its rows has a changed layout', () => {
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

describe('a DBA page without readable data', () => {
  it('a page without readable data is read from its cards and marked as degraded', () => {
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

  it('the list for search engines adds cars without a card', () => {
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

  it('a page with neither cards nor a list has a changed layout and is never "no cars"', () => {
    expect(read('<html><body><main>Velkommen</main></body></html>')).toMatchObject({
      kind: 'failure',
      failure: { class: 'layout_changed' },
    });
  });
});
