import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readItem } from '#core/marketplaces/facebook/item-page.ts';
import { parsePage, readContext } from '#core/marketplaces/facebook/parse-page.ts';
import { type PageInput, pageFailureClasses } from '#core/marketplaces/marketplace.ts';
import { createRandom } from '#demo/cars/random.ts';
import type { CorpusAd, CorpusPage } from '#tests/fixtures/corpus/page-spec.ts';
import { corpusPages } from '#tests/fixtures/corpus/pages.ts';
import { manyCasesMs, takesAllCases } from '#tests/support/extent.ts';
import { accuracyByClass, casesOf, leastAccuracy, misreadCase } from '#tests/support/score-corpus.ts';

type Random = ReturnType<typeof createRandom>;

/** Damage that a broken download, a bad disk or a changed site does to a page. */
const damages: Record<string, (html: string, random: Random) => string> = {
  'cut off at its end': (html, random) => html.slice(0, random.whole(0, html.length)),
  'cut off at its beginning': (html, random) => html.slice(random.whole(0, html.length)),
  'with a letter flipped': (html, random) => flip(html, random.whole(0, html.length - 1), random),
  'with a letter of a price flipped': (html, random) => {
    const prices = [...html.matchAll(/"(?:formatted_)?amount":"/g)];
    const at = prices.length > 0 ? random.pick(prices) : null;
    return at ? flip(html, at.index + at[0].length + random.whole(0, 7), random) : html;
  },
  'with a value of another type': (html, random) => swapType(html, random),
};

/** Characters that break words, markup and JSON. None is a digit: a parser cannot notice that one digit became another. */
const others = ['x', 'Q', 'ø', ' ', '"', '<', '{', '\u0000', '€'];

/** Replaces the character at this position, or the first one after the digits that begin there. */
function flip(html: string, from: number, random: Random): string {
  const at = from + (/^\d*/.exec(html.slice(from, from + 40))?.[0].length ?? 0);
  return html.slice(0, at) + random.pick(others) + html.slice(at + 1);
}

function swapType(html: string, random: Random): string {
  const values = [...html.matchAll(/"([a-z_]{2,60})":("(?:[^"\\]|\\.)*"|\d+|true|false|null|\[\]|\{\})/g)];
  if (values.length === 0) return html;
  const { 0: whole, 1: key, 2: value, index } = random.pick(values);
  const types = ['null', 'true', '[]', '{}', '"x"', '-1', '[{"a":"b"}]'].filter((type) => type !== value);
  return `${html.slice(0, index)}"${key}":${random.pick(types)}${html.slice(index + whole.length)}`;
}

const searchUrl = 'https://www.facebook.com/marketplace/odense/search?query=golf&locale=en_US';
const itemUrl = (id: string) => `https://www.facebook.com/marketplace/item/${id}/`;

function fixture(name: string): string {
  return readFileSync(new URL(`../../../fixtures/marketplace/${name}`, import.meta.url), 'utf8');
}

function parse(name: string, more: Partial<PageInput> = {}) {
  return parsePage({ url: searchUrl, html: fixture(name), ...more });
}

describe('a Facebook search page', () => {
  const page = parse('search.html');
  const byId = new Map(page.listings.map((listing) => [listing.id, listing]));

  test('a search page gives each car once, without advertisements, wherever the feed is', () => {
    expect(page.kind).toBe('search');
    expect(page.failure).toBeNull();
    expect(page.rejected).toEqual([]);
    expect(page.listings.map((listing) => listing.id)).toEqual([
      '37359594907019123',
      '2000000000000002',
      '2000000000000003',
      '2000000000000004',
      '2000000000000005',
      '2000000000000006',
      '2000000000000008',
    ]);
    expect(page.pageInfo).toEqual({ hasNextPage: true, endCursor: '{"pg": 0, "c2c": {"it": 24}}' });
  });

  test('a listing has the facts of its card and of its title', () => {
    expect(byId.get('37359594907019123')).toMatchObject({
      itemUrl: 'https://www.facebook.com/marketplace/item/37359594907019123/',
      price: { amount: 84_900, currency: 'DKK' },
      city: 'Odense',
      make: 'Volkswagen',
      model: 'Golf',
      year: 2014,
      fuel: 'diesel',
      horsepower: 105,
      engineLitres: 1.6,
      mileage: { km: 149_000, precision: 'rounded' },
      listedAt: '2026-09-21T14:13:20.000Z',
      availability: 'live',
      photoUrls: ['https://scontent.fcph2-1.fna.fbcdn.net/v/t39/37359594907019123_n.jpg?oh=1'],
      flags: [],
    });
  });

  test('miles, dealers and old prices are read', () => {
    expect(byId.get('2000000000000002')).toMatchObject({
      make: 'Škoda',
      price: { amount: 129_900, currency: 'DKK' },
      oldPrice: 139_900,
      sellerType: 'dealer',
      gearbox: 'automatic',
      mileage: { km: 152_888, precision: 'rounded' },
    });
  });

  test('motorcycles, placeholder prices, monthly prices and sold cars are recognised', () => {
    expect(byId.get('2000000000000003')?.flags).toEqual(['not_a_car']);
    expect(byId.get('2000000000000005')).toMatchObject({
      availability: 'sold',
      flags: ['placeholder_price'],
    });
    expect(byId.get('2000000000000008')?.flags).toEqual(['leasing']);
    expect(byId.get('2000000000000004')?.mileage).toEqual({ km: 187_000, precision: 'masked' });
    expect(byId.get('2000000000000006')).toMatchObject({
      model: 'Golf',
      year: 2011,
      availability: 'pending',
      photoUrls: [],
    });
  });

  test('no seller’s name is kept', () => {
    for (const name of ['search.html', 'item.html', 'item-in-words.html', 'graphql-batch.txt']) {
      expect(JSON.stringify(parse(name))).not.toContain('Invented Person');
    }
  });

  test('a login dialog over a working page is not a wall', () => {
    expect(fixture('search.html')).toContain('id="login_form"');
    expect(page.failure).toBeNull();
  });

  test('the rendered cards are read when the data is missing', () => {
    const cards = parse('cards-only.html');
    expect(cards.kind).toBe('search');
    expect(cards.listings).toHaveLength(2);
    expect(cards.listings[0]).toMatchObject({
      id: '37359594907019123',
      title: '2014 Volkswagen Golf · 1,6 TDI',
      price: { amount: 84_900, currency: 'DKK' },
      oldPrice: 89_900,
      city: 'Odense',
      year: 2014,
      photoUrls: ['https://scontent.fcph2-1.fna.fbcdn.net/v/37359594907019123.jpg?a=1&b=2'],
    });
    expect(cards.listings[1]?.mileage).toEqual({ km: 95_000, precision: 'rounded' });
  });
});

describe('a scroll response of Facebook', () => {
  test('a scroll response consists of several documents after a guard', () => {
    const page = parse('graphql-batch.txt');
    expect(page.kind).toBe('graphql');
    expect(page.listings.map((listing) => listing.title)).toEqual([
      '2015 Ford Fiesta · 1,0 EcoBoost',
      '2019 Kia Picanto',
      '2011 Toyota Aygo',
    ]);
    expect(page.pageInfo).toEqual({ hasNextPage: false, endCursor: '{"pg":2}' });
  });

  test('a response about something else has no listings and no end', () => {
    const page = parsePage({ url: searchUrl, html: '{"data":{"viewer":{"notifications":[]}}}' });
    expect(page).toEqual({
      kind: 'graphql',
      listings: [],
      pageInfo: null,
      shownCount: 0,
      rejected: [],
      failure: null,
    });
  });

  test('a response to a search without rows is not an item, whatever else it contains', () => {
    const golf = { id: '1', marketplace_listing_title: 'VW Golf' };
    const item = { marketplace_product_details_page: { target: golf } };
    const listingsOf = (answer: object) =>
      parsePage({ url: searchUrl, html: JSON.stringify(answer) }).listings;
    expect(listingsOf(item)).toHaveLength(1);
    expect(listingsOf({ ...item, marketplace_search: { feed_units: { edges: [] } } })).toEqual([]);
    expect(listingsOf({ ...item, marketplace_feed_stories: { edges: [] } })).toEqual([]);
    expect(listingsOf({ ...item, path: ['x', 'feed_units'], data: {} })).toEqual([]);
    expect(listingsOf({ ...item, path: ['x'], data: {} })).toHaveLength(1);
  });

  test.each([
    ['{"errors":[{"message":"Rate limit exceeded","code":1675004}],"data":null}', 'withheld'],
    ['{"errors":[{"message":"x","code":1357004}]}', 'withheld'],
    ['for (;;);{"error":1357054}', 'withheld'],
    ['{"error":{"code":7}}', 'withheld'],
    ['for (;;);{"error":1357001,"errorSummary":"Not Logged In"}', 'login_wall'],
  ])('a refusal is classified: %s', (html, failureClass) => {
    expect(parsePage({ url: searchUrl, html }).failure?.class).toBe(failureClass);
  });
});

describe('a Facebook item page', () => {
  test('an item page gives the ad of its address, never a suggested one', () => {
    const page = parse('item.html', { url: itemUrl('37359594907019123') });
    expect(page.kind).toBe('item');
    expect(page.listings).toHaveLength(1);
    expect(page.listings[0]).toMatchObject({
      id: '37359594907019123',
      make: 'Volkswagen',
      model: 'Golf',
      variant: 'vii 1.6 tdi',
      year: 2014,
      mileage: { km: 149_321, precision: 'exact' },
      fuel: 'diesel',
      gearbox: 'manual',
      color: 'black',
      horsepower: 105,
      previousOwners: 2,
      sellerType: 'private',
      plateInText: 'AB12345',
      city: 'Odense',
      availability: 'live',
      flags: ['fresh_inspection'],
    });
    expect(page.listings[0]?.photoUrls).toHaveLength(3);
    expect(page.listings[0]?.description).toContain('Pæn og velholdt Golf.\nKører 24 km/l');
  });

  test('a car posted as an ordinary item has its facts from the text', () => {
    const page = parse('item-in-words.html', { url: itemUrl('2000000000000006') });
    expect(page.listings[0]).toMatchObject({
      model: 'Golf',
      year: 2013,
      mileage: { km: 191_182, precision: 'exact' },
      fuel: 'diesel',
      horsepower: 105,
      engineLitres: 1.6,
      gearbox: 'manual',
      previousOwners: 2,
    });
  });

  test('a saved page is read without its address', () => {
    expect(parse('item.html', { url: '' }).listings[0]?.id).toBe('37359594907019123');
    expect(parse('search.html', { url: '' }).listings).toHaveLength(7);
  });

  test('a page of another ad than the requested one is a failure', () => {
    expect(parse('item.html', { url: itemUrl('42') })).toMatchObject({
      kind: 'failure',
      listings: [],
      failure: { class: 'layout_changed' },
    });
  });
});

describe('the demo marketplace’s pages', () => {
  const demoOrigin = 'http://127.0.0.1:4802';
  const html = fixture('search.html').replaceAll(
    'https://scontent.fcph2-1.fna.fbcdn.net',
    `${demoOrigin}/photos`,
  );

  test('the demo’s photos and addresses are accepted only when the demo is configured', () => {
    const own = parsePage({ url: `${demoOrigin}/marketplace/odense/search?query=golf`, html, demoOrigin });
    expect(own.listings[0]?.itemUrl).toBe(`${demoOrigin}/marketplace/item/37359594907019123/`);
    expect(own.listings[0]?.photoUrls[0]).toContain(`${demoOrigin}/photos/`);
    const foreign = parsePage({ url: searchUrl, html, demoOrigin });
    expect(foreign.listings[0]?.photoUrls).toEqual([]);
  });
});

describe('a feed of another shape', () => {
  const scripted = (data: unknown) =>
    parsePage({
      url: searchUrl,
      html: `<html id="facebook"><body><script type="application/json" data-sjs>${JSON.stringify({ data })}</script></body></html>`,
    });
  const listing = (id: string, more = {}) => ({
    __typename: 'GroupCommerceProductItem',
    id,
    marketplace_listing_title: 'Skoda Fabia 1,2 TSI 2016',
    listing_price: { formatted_amount: 'DKK61,500', amount: '61500' },
    ...more,
  });
  const story = (id: string, more = {}) => ({
    node: { __typename: 'MarketplaceFeedListingStoryObject', listing: listing(id), ...more },
  });
  const search = (edges: unknown[]) => scripted({ marketplace_search: { feed_units: { edges } } });
  const idsOf = (page: { listings: { id: string }[] }) => page.listings.map(({ id }) => id);

  test('cars listed outside the search results are not counted', () => {
    const nothingFound = { node: { __typename: 'MarketplaceSearchFeedNoResults' } };
    expect(search([nothingFound, story('1'), story('2')])).toMatchObject({ kind: 'empty', listings: [] });
    expect(idsOf(search([story('1'), nothingFound, story('2')]))).toEqual(['1']);
    const heading = { node: { __typename: 'MarketplaceSearchRelaxedResultsHeader' } };
    expect(idsOf(search([story('1'), heading, story('2')]))).toEqual(['1']);
  });

  test('cards under the heading of results outside the search are not counted', () => {
    const card = (id: string) =>
      `<a href="/marketplace/item/${id}/"><span>DKK61,500</span><span>Skoda Fabia 2016</span></a>`;
    const html = `<html id="facebook"><body>${card('1')}<h2>Results from outside your search</h2>${card('2')}</body></html>`;
    expect(idsOf(parsePage({ url: searchUrl, html }))).toEqual(['1']);
  });

  test('a sponsored row is left out and the rows around it are kept', () => {
    const paidFor = story('2', { story: { sponsored_data: { ad_id: '9' } } });
    expect(idsOf(search([story('1'), paidFor, story('3')]))).toEqual(['1', '3']);
  });

  test('a row may be the listing itself, an item for sale, or a unit of several', () => {
    expect(idsOf(search([{ node: listing('1') }]))).toEqual(['1']);
    const forSale = { ...listing('2'), listing_price: undefined, formatted_price: { text: 'DKK61,500' } };
    const feed = { marketplace_feed_stories: { edges: [{ node: { for_sale_item: forSale } }] } };
    expect(scripted(feed).listings).toMatchObject([{ id: '2', price: { amount: 61_500, currency: 'DKK' } }]);
    const unit = {
      marketplace_home_feed: { edges: [{ node: { marketplace_listings: [listing('3'), listing('4')] } }] },
    };
    expect(idsOf(scripted(unit))).toEqual(['3', '4']);
  });

  test.each(['MONTHLY', 'WEEKLY', 'DAILY'])('a price paid %s is leasing, not the car’s price', (period) => {
    const [rented] = search([{ node: listing('1', { payment_time_period: period }) }]).listings;
    expect(rented!.flags).toContain('leasing');
    expect(rented!.priceKind).not.toBe('cash');
  });

  test('the listing date is taken from the tag of a new ad when nothing else gives it', () => {
    const marked = listing('1', { if_gk_just_listed_tag_on_search_feed: { creation_time: 1_790_000_000 } });
    expect(search([{ node: marked }]).listings[0]!.listedAt).not.toBeNull();
  });
});

describe('a response without rows', () => {
  const answer = (body: unknown) => parsePage({ url: searchUrl, html: JSON.stringify(body) });

  test.each([
    ['errors in words alone', { errors: [{ message: 'Try again later' }], data: null }],
    ['no data', { data: null }],
    [
      'a feed that goes on',
      { data: { marketplace_search: { feed_units: { edges: [], page_info: { has_next_page: true } } } } },
    ],
  ])('a response with %s is a refusal', (_what, body) => {
    expect(answer(body)).toMatchObject({ kind: 'failure', failure: { class: 'withheld' } });
  });

  test('a response whose feed ends is an empty search', () => {
    const feed = { edges: [], page_info: { has_next_page: false } };
    expect(answer({ data: { marketplace_search: { feed_units: feed } } }).failure).toBeNull();
  });
});

describe('a login page', () => {
  test.each([
    'Facebook – log ind eller opret en konto',
    'Facebook – logga in',
    'Facebook – Anmelden',
    'Anything',
  ])('a login page with the title %j is a login wall in any language', (title) => {
    const html = `<html id="facebook"><head><title>${title}</title></head><body><form action="/login/device-based/regular/login/"><input name="pass"></form></body></html>`;
    expect(parsePage({ url: searchUrl, html }).failure?.class).toBe('login_wall');
  });
});

describe('the title status of a car', () => {
  const pageOf = (status: string) =>
    parsePage({
      url: itemUrl('7'),
      html: `<html id="facebook"><script type="application/json">${JSON.stringify({
        marketplace_product_details_page: {
          target: { id: '7', marketplace_listing_title: 'Skoda Fabia 2016', vehicle_title_status: status },
        },
      })}</script></html>`,
    }).listings[0];

  test.each(['SALVAGE', 'REBUILT'])('a car with the title status %s is flagged as defect', (status) => {
    expect(pageOf(status)?.flags).toContain('defect');
  });

  test('a car with a clean title status is not flagged', () => {
    expect(pageOf('CLEAN')?.flags).not.toContain('defect');
  });
});

describe('readItem', () => {
  const url = 'https://www.facebook.com/marketplace/item/1/';
  const photo = (name: string) => ({ image: { uri: `https://scontent.fna.fbcdn.net/${name}.jpg` } });
  const read = (details: unknown[], others: object[] = [], asked = url) =>
    readItem(
      [{ pages: details.map((target) => ({ marketplace_product_details_page: { target } })), others }],
      readContext({ url: asked, html: '' }),
    );
  const golf = { id: '1', marketplace_listing_title: 'VW Golf' };

  test('an item is merged from its parts: the first non-empty field wins', () => {
    const { listing } = read([
      { id: '1', custom_title: null, listing_photos: [], location: { reverse_geocode: { city: 'Ribe' } } },
      { id: '2', marketplace_listing_title: 'Audi A4' },
      { ...golf, listing_photos: [photo('a')], location: { reverse_geocode: { city: 'Vejle' }, more: 1 } },
      { id: '1', marketplace_listing_title: 'VW Polo' },
    ]);
    expect(listing).toMatchObject({ title: 'VW Golf', city: 'Ribe', photoUrls: [photo('a').image.uri] });
  });

  test('the photos are the first non-empty set of the item itself', () => {
    const sets = [
      { id: '2', listing_photos: [photo('other')] },
      { id: '1', listing_photos: [] },
      { id: '1', listing_photos: [photo('own')] },
    ];
    expect(read([golf], sets).listing?.photoUrls).toEqual([photo('own').image.uri]);
  });

  test('an item without a title is rejected, and a null item is gone', () => {
    expect(read([{ id: '1' }])).toEqual({
      isFound: true,
      isGone: false,
      listing: null,
      rejected: [{ id: '1', reason: 'no_title' }],
    });
    expect(read([null])).toEqual({ isFound: false, isGone: true, listing: null, rejected: [] });
    expect(read([undefined])).toEqual({ isFound: false, isGone: false, listing: null, rejected: [] });
    expect(read([null, { ...golf, id: '2' }])).toEqual({
      isFound: true,
      isGone: false,
      listing: null,
      rejected: [],
    });
    expect(read([golf])).toMatchObject({ isFound: true, isGone: false, rejected: [] });
    expect(read([{ marketplace_listing_title: 'VW Golf' }], [], 'https://example.com').listing).toBeNull();
  });
});

describe('pages of the corpus', () => {
  test('the corpus has at least sixty pages with unique names', () => {
    expect(corpusPages.length).toBeGreaterThanOrEqual(60);
    expect(new Set(corpusPages.map(({ name }) => name)).size).toBe(corpusPages.length);
  });

  test.each(accuracyByClass(casesOf(corpusPages), misreadCase))(
    'at least 98 % of the $class pages are read correctly',
    ({ cases, right, misread }) => {
      expect(right / cases, misread.join('\n')).toBeGreaterThanOrEqual(leastAccuracy);
    },
  );
});

/** Pages whose data and rendered cards agree; otherwise the expected price would depend on which part is damaged. */
const pages = corpusPages.filter(({ name }) => !name.includes('from before'));
const casesOfEach = (takesAllCases ? 5000 : 500) / Object.keys(damages).length;
const doubting = ['placeholder_price', 'leasing'] as const;

type Read = ReturnType<typeof parsePage>['listings'][number];

/** A price or mileage that was read without doubt and differs from the page; null if there is none. */
function takenWrongly(read: Read, { title, says }: CorpusAd): string | null {
  const price = read.price && `${read.price.amount} ${read.price.currency}`;
  const isDoubted = doubting.some((flag) => read.flags.includes(flag));
  if (price !== null && price !== says.price && !isDoubted) return `${title}: ${price} for ${says.price}`;
  const km = read.mileage?.km ?? null;
  const isMileageDoubted = read.flags.includes('doubtful_mileage');
  if (km !== null && String(km) !== says.km && !isMileageDoubted) return `${title}: ${km} km for ${says.km}`;
  return null;
}

function wrongly(page: CorpusPage, html: string): string[] {
  const read = parsePage({ ...page, html });
  if (read.failure && !pageFailureClasses.includes(read.failure.class)) return [read.failure.class];
  return read.listings.flatMap((listing) => {
    const ad = page.ads.find(({ id }) => id === listing.id);
    return (ad && takenWrongly(listing, ad)) ?? [];
  });
}

describe('damaged Facebook pages', () => {
  test.each(Object.keys(damages))(
    'a page %s makes nothing throw and gives no wrong price or mileage',
    (kind) => {
      const random = createRandom(2026, kind);
      const found: string[] = [];
      for (let nth = 0; nth < casesOfEach; nth++) {
        const page = random.pick(pages);
        found.push(
          ...wrongly(page, damages[kind]!(page.html, random)).map((what) => `${page.name}: ${what}`),
        );
      }
      expect(found).toEqual([]);
    },
    manyCasesMs,
  );

  test('the test notices a wrong price', () => {
    const page = pages.find(
      ({ name }) => name.startsWith('golfs: data without') || name.startsWith('golfs: data and'),
    )!;
    expect(wrongly(page, page.html)).toEqual([]);
    expect(wrongly(page, page.html.replaceAll('84.900', '14.900').replaceAll('84900', '14900'))).toHaveLength(
      1,
    );
  });
});
