import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePage } from '#core/marketplaces/facebook/parse-page.ts';
import { readLink } from '#core/marketplaces/links.ts';

const demoOrigin = 'http://127.0.0.1:4802';

function hrefOf(raw: string): string {
  const result = readLink(raw);
  if (!result.ok) throw new Error(`${result.code} for ${raw}`);
  return result.link.href;
}

/** Every form but the listed ones: what a URL parser would repair, and hosts and pages that only look right. */
const hostileLinks = [
  'https://user@www.facebook.com/marketplace/odense/search?query=golf',
  'https://www.facebook.com@evil.example/marketplace/odense/search',
  'https://www.facebook.com:pass@10.0.0.1/marketplace/odense/search',
  'https://evil.example#@www.facebook.com/marketplace/odense/search',
  'https://2130706433/marketplace/odense/search',
  'https://0x7f000001/marketplace/odense/search',
  'https://0177.0.0.1/marketplace/odense/search',
  'https://127.1/marketplace/odense/search',
  'https://127.0.0.1/marketplace/odense/search',
  'https://169.254.169.254/marketplace/odense/search',
  'https://[::1]/marketplace/odense/search',
  'https://[::ffff:127.0.0.1]/marketplace/odense/search',
  'https://[::ffff:7f00:1]/marketplace/odense/search',
  'https://localhost/marketplace/odense/search',
  'https://www.facebook.com./marketplace/odense/search',
  'https://www%2efacebook%2ecom/marketplace/odense/search',
  'https://www.facebook.com%2f@evil.example/marketplace/odense/search',
  'https://www.facebook.com\\@evil.example/marketplace/odense/search',
  'https:\\\\www.facebook.com\\marketplace\\odense\\search',
  'https://www。facebook。com/marketplace/odense/search',
  'https://www．facebook.com/marketplace/odense/search',
  'https://www.fаcebook.com/marketplace/odense/search',
  'https://www.xn--fcebook-2fg.com/marketplace/odense/search',
  'https://www.facebook.com.evil.example/marketplace/odense/search',
  'https://evilfacebook.com/marketplace/odense/search',
  'https://www.facebook.com:8443/marketplace/odense/search',
  'https://l.facebook.com/l.php?u=https%3A%2F%2Fevil.example',
  'https://www.facebook.com/l.php?u=https://evil.example',
  'https://www.facebook.com/flx/warn/?u=https://evil.example',
  'https://www.facebook.com/login/?next=https://evil.example/marketplace/odense/search',
  'https://www.facebook.com/marketplace/../login/?next=/marketplace/odense/search',
  'https://www.facebook.com/marketplace/%2e%2e/odense/search',
  'https://www.facebook.com/marketplace/odense%2fsearch',
  'https://www.facebook.com//evil.example/marketplace/odense/search',
  'https://www.facebook.com\r\nHost: evil.example/marketplace/odense/search',
  'https://www.facebook.com/marketplace/odense/search?query=%0d%0aX-Evil:1',
  'https://www.facebook.com/marketplace/odense/search?query=a\0b',
  'https://www.face\u200bbook.com/marketplace/odense/search',
  'javascript:alert(1)//https://www.facebook.com/marketplace/odense/search',
  'data:text/html,https://www.facebook.com/marketplace/odense/search',
  'file:///etc/passwd',
  'ftp://www.facebook.com/marketplace/odense/search',
  'http://evil.example/marketplace/odense/search',
  '//www.facebook.com/marketplace/odense/search',
];

describe('links to Facebook Marketplace', () => {
  test.each(hostileLinks)('the hostile link %j is refused', (raw) => {
    expect(readLink(raw).ok).toBe(false);
    expect(readLink(raw, { demoOrigin }).ok).toBe(false);
  });

  test('at least 38 hostile links are tested', () => {
    expect(new Set(hostileLinks).size).toBeGreaterThanOrEqual(38);
  });

  test.each([
    ['facebook.com'],
    ['www.facebook.com'],
    ['m.facebook.com'],
    ['mbasic.facebook.com'],
    ['web.facebook.com'],
    ['da-dk.facebook.com'],
    ['WWW.Facebook.com:443'],
  ])('the host %s is rewritten to the canonical one', (host) => {
    expect(hrefOf(`https://${host}/marketplace/odense/search/?query=golf`)).toBe(
      'https://www.facebook.com/marketplace/odense/search?query=golf&locale=en_US',
    );
  });

  test.each([
    ['/marketplace/copenhagen/search', 'copenhagen'],
    ['/marketplace/110006262351206/search/', '110006262351206'],
    ['/marketplace/aarhus/vehicles', 'aarhus'],
    ['/marketplace/aarhus/cars', 'aarhus'],
    ['/marketplace/category/vehicles', null],
    ['/marketplace/category/cars', null],
    ['/marketplace/category/search', null],
    ['/marketplace/search', null],
    ['/marketplace/odense/biler', 'odense'],
    ['/marketplace/lisboa/carros', 'lisboa'],
    ['/marketplace/berlin/fahrzeuge', 'berlin'],
    ['/marketplace/category/biler', null],
  ])('%s is read as a search', (path, placeSlug) => {
    const result = readLink(`https://www.facebook.com${path}?query=bil&latitude=55.4&longitude=10.4`);
    expect(result).toMatchObject({
      ok: true,
      link: { kind: 'search', placeSlug, itemId: null, source: 'facebook', isDemo: false },
    });
  });

  test.each([
    ['search', 'search'],
    ['cars', 'cars'],
    ['vehicles', 'vehicles'],
    ...['biler', 'koeretoejer', 'kjoretoy', 'bilar', 'fordon', 'fahrzeuge', 'autos', 'carros', 'coches'].map(
      (section): [string, string] => [section, 'vehicles'],
    ),
    ...['vehiculos', 'veiculos', 'voitures', 'vehicules', 'veicoli', 'auto', 'samochody', 'pojazdy'].map(
      (section): [string, string] => [section, 'vehicles'],
    ),
  ])('the section "%s" is read as the site’s "%s"', (section, own) => {
    expect(hrefOf(`https://www.facebook.com/marketplace/odense/${section}?query=golf`)).toBe(
      `https://www.facebook.com/marketplace/odense/${own}?query=golf&locale=en_US`,
    );
  });

  test('a single ad keeps its long id as text', () => {
    const result = readLink(
      'https://m.facebook.com/marketplace/item/37359594907019123/?ref=search&tracking=x',
    );
    expect(result).toMatchObject({
      ok: true,
      link: {
        kind: 'item',
        itemId: '37359594907019123',
        href: 'https://www.facebook.com/marketplace/item/37359594907019123/?locale=en_US',
      },
    });
  });

  test.each([
    '/category/vehicles',
    '/category/biler?query=golf',
    '/search?query=golf',
    '/category/cars?latitude=55',
  ])('%s names no place and is refused, since the site would choose one by our address', (path) => {
    const link = `/marketplace${path}`;
    expect(readLink(`https://www.facebook.com${link}`)).toMatchObject({ code: 'link_no_place' });
    expect(readLink(`${demoOrigin}${link}`, { demoOrigin }).ok).toBe(true);
  });

  const golf = 'https://www.facebook.com/marketplace/odense/search?query=golf&locale=en_US';
  test.each([
    ['www.facebook.com/marketplace/odense/search?query=golf'],
    ['facebook.com/marketplace/odense/search?query=golf'],
    ['Facebook.com/marketplace/odense/search?query=golf'],
    ['Se her: https://www.facebook.com/marketplace/odense/search?query=golf.'],
    ['Kig lige på den her\nhttps://m.facebook.com/marketplace/odense/search?query=golf'],
    ['(m.facebook.com/marketplace/odense/search?query=golf)'],
    ['Fra https://example.org til “https://www.facebook.com/marketplace/odense/search?query=golf”!'],
  ])('a link is found in %j', (text) => {
    expect(hrefOf(text)).toBe(golf);
  });

  test('of two links that cannot be imported the first one’s reason is given', () => {
    const first = 'https://www.facebook.com/groups/123/';
    const fault = readLink(first);
    expect(fault).toMatchObject({ ok: false });
    expect(readLink(`Se ${first} og https://example.org/`)).toEqual(fault);
  });

  test('a space ends a link', () => {
    expect(hrefOf('https://www.facebook.com/marketplace/odense/search?query=golf Se lige den her')).toBe(
      golf,
    );
    expect(hrefOf('https://www.facebook.com/marketplace/item/12/ se her')).toContain('/marketplace/item/12/');
  });

  test.each([
    ['https://www.facebook.com/share/1BcD3fGhiJ/?mibextid=wwXIfr', '/share/1BcD3fGhiJ/'],
    ['https://m.facebook.com/share/p/1BcD3fGhiJ', '/share/p/1BcD3fGhiJ/'],
    ['Se bilen: facebook.com/share/1BcD3fGhiJ/', '/share/1BcD3fGhiJ/'],
  ])('the shared link %s keeps the case of its letters', (raw, path) => {
    expect(readLink(raw)).toMatchObject({
      ok: true,
      link: { kind: 'share', href: `https://www.facebook.com${path}`, placeSlug: null, itemId: null },
    });
  });

  test.each(['/share/', '/share/a/b/c', '/share/1Bc', '/share/1BcD3fGhiJ/x', '/sharer/1BcD3fGhiJ'])(
    '%s is not a shared link',
    (path) => {
      expect(readLink(`https://www.facebook.com${path}`)).toMatchObject({
        code: 'link_unsupported_path',
      });
    },
  );

  test('an order by price is dropped beside an age filter, because the site then finds nothing', () => {
    const link = 'https://www.facebook.com/marketplace/odense/search?query=golf&daysSinceListed=7&sortBy=';
    expect(hrefOf(`${link}price_ascend`)).not.toContain('sortBy');
    expect(hrefOf(`${link}creation_time_descend`)).toContain('sortBy=creation_time_descend');
    expect(hrefOf(`${link.replace('daysSinceListed=7', '')}price_ascend`)).toContain('sortBy=price_ascend');
  });

  test('known parameters stay in order, unknown ones are dropped, and the English page is requested', () => {
    const one = hrefOf(
      'https://www.facebook.com/marketplace/odense/search?maxPrice=90000&fbclid=abc&query=vw%20golf&exact=false&minPrice=1000#top',
    );
    const other = hrefOf(
      'https://www.facebook.com/marketplace/Odense/search/?exact=false&query=vw+golf&minPrice=1000&maxPrice=90000&locale=da_DK',
    );
    expect(one).toBe(
      'https://www.facebook.com/marketplace/odense/search?query=vw+golf&minPrice=1000&maxPrice=90000&exact=false&locale=en_US',
    );
    expect(other).toBe(one);
  });

  test('a parameter of the wrong shape is dropped', () => {
    expect(
      hrefOf(
        'https://www.facebook.com/marketplace/odense/search?query=bil&minPrice=%27or1&latitude=55.67&sortBy=a%20b',
      ),
    ).toBe('https://www.facebook.com/marketplace/odense/search?query=bil&latitude=55.67&locale=en_US');
  });

  test.each([
    ['', 'link_blank'],
    ['   \n', 'link_blank'],
    ['golf i odense', 'link_invalid'],
    ['https://www.example.com/marketplace/odense/search', 'link_foreign_host'],
    ['ftp://www.facebook.com/marketplace/odense/search', 'link_invalid'],
    ['https://www.facebook.com/marketplace/odense', 'link_no_search'],
    ['https://www.facebook.com/marketplace/', 'link_no_search'],
    ['https://www.facebook.com/groups/123', 'link_group'],
    ['https://www.facebook.com/groups/biler.fyn/posts/77/', 'link_group'],
    ['https://www.facebook.com/marketplace/odense/bikes', 'link_unsupported_path'],
    ['https://www.facebook.com/marketplace/you/selling', 'link_unsupported_path'],
    ['https://www.facebook.com/marketplace/item/abc', 'link_unsupported_path'],
    ['https:facebook.com/marketplace/search', 'link_invalid'],
    ['https:///marketplace/search', 'link_invalid'],
    ['https://user@www.facebook.com/marketplace/search', 'link_invalid'],
    ['https://www.facebook.com/marketplace/a/search/b', 'link_unsupported_path'],
    ['https://www.facebook.com/market/search', 'link_unsupported_path'],
    ['https://www.facebook.com/marketplace/item', 'link_unsupported_path'],
    [`https://www.facebook.com/marketplace/item/${'1'.repeat(26)}`, 'link_unsupported_path'],
    [`https://www.facebook.com/marketplace/search?query=${'x'.repeat(3000)}`, 'link_invalid'],
  ])('%j is refused with its reason', (raw, code) => {
    const result = readLink(raw);
    expect(result).toMatchObject({ ok: false, code });
    expect(!result.ok && result.message.length > 10).toBe(true);
  });

  test('the demo’s origin is accepted only when it is configured, and only exactly', () => {
    const raw = `${demoOrigin}/marketplace/odense/search?query=golf`;
    expect(readLink(raw)).toMatchObject({ ok: false, code: 'link_foreign_host' });
    expect(readLink(raw, { demoOrigin })).toMatchObject({
      ok: true,
      link: {
        source: 'facebook',
        isDemo: true,
        origin: demoOrigin,
        href: `${demoOrigin}/marketplace/odense/search?query=golf&locale=en_US`,
      },
    });
    for (const near of [
      'http://127.0.0.1:4803',
      'http://localhost:4802',
      'http://127.0.0.1:48020',
      'http://x@127.0.0.1:4802',
      'https://127.0.0.1:4802',
    ]) {
      expect(readLink(`${near}/marketplace/odense/search`, { demoOrigin }).ok).toBe(false);
    }
  });

  test('normalising a normalised link changes nothing', () => {
    const place = fc.stringMatching(/^[a-z]{3,12}$/);
    fc.assert(
      fc.property(place, fc.string({ maxLength: 60 }), fc.nat(), (slug, query, price) => {
        const address = new URL(`https://www.facebook.com/marketplace/x${slug}/search`);
        address.searchParams.set('query', query);
        address.searchParams.set('maxPrice', String(price));
        const first = readLink(address.href);
        if (!first.ok) return;
        expect(readLink(first.link.href)).toEqual(first);
      }),
    );
  });

  test('no text makes readLink throw, and only canonical origins result', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true }), fc.anything()),
        (raw) => {
          const result = readLink(raw);
          if (result.ok)
            expect(result.link.href).toMatch(
              /^https:\/\/www\.(?:facebook\.com\/(?:marketplace|share)|dba\.dk|bilbasen\.dk\/brugt)\//,
            );
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the parts of a Facebook link', () => {
  test('every parameter that the marketplace understands is kept', () => {
    const words = ['query', 'make', 'model', 'carType', 'vehicleBodyType', 'topLevelVehicleType'];
    const codes = ['transmissionType', 'fuelType', 'vehicleFuelType', 'sellerType', 'itemCondition'];
    const orders = ['deliveryMethod', 'availability', 'sortBy', 'exact'];
    const bounds = ['minPrice', 'maxPrice', 'minYear', 'maxYear', 'minMileage', 'maxMileage'];
    const figures = ['daysSinceListed', 'radius', 'radiusKM', 'latitude', 'longitude', 'category_id'];
    const given = [...words, ...codes, ...orders, ...bounds, ...figures].map((name): [string, string] => [
      name,
      '12',
    ]);
    const asked = new URL(
      hrefOf(`https://www.facebook.com/marketplace/odense/search?${new URLSearchParams(given)}`),
    );
    expect([...asked.searchParams].toSorted()).toEqual([...given, ['locale', 'en_US']].toSorted());
  });

  test('a value keeps a hundred characters, a link 2,048', () => {
    const link = (query: string) => `https://www.facebook.com/marketplace/odense/search?query=${query}`;
    expect(hrefOf(link('x'.repeat(101)))).toBe(`${link('x'.repeat(100))}&locale=en_US`);
    const room = 2048 - link('').length;
    expect(readLink(link('x'.repeat(room))).ok).toBe(true);
    expect(readLink(link('x'.repeat(room + 1))).ok).toBe(false);
  });

  test.each([
    ...['item', 'category', 'search', 'you', 'create', 'inbox', 'profile', 'notifications'],
    ...['selling', 'buying'],
  ])('%s is a page of the site, not a town', (slug) => {
    for (const path of [`${slug}/vehicles/x`, slug === 'category' ? `${slug}/bikes` : `${slug}/cars`])
      expect(readLink(`https://www.facebook.com/marketplace/${path}`)).toMatchObject({
        code: 'link_unsupported_path',
      });
  });

  test('each reason for refusal has a text of its own', () => {
    const told = [
      '',
      'golf',
      'https://example.com',
      'https://facebook.com/marketplace',
      'facebook.com/groups',
    ]
      .concat('https://facebook.com/friends')
      .map((raw) => readLink(raw))
      .map((result) => (result.ok ? null : result.message));
    expect(told.every((sentence) => /^[A-Z].+\.$/.test(sentence ?? ''))).toBe(true);
    expect(new Set(told).size).toBe(told.length);
  });
});

const search = 'https://www.facebook.com/marketplace/odense/search';
const row = (id: number, title: string, price: string) => ({
  node: {
    listing: {
      id: String(id),
      marketplace_listing_title: title,
      listing_price: { formatted_amount: price },
    },
  },
});
const rows = [
  row(1, '2014 Volkswagen Golf', '84.900 kr'),
  row(2, '2009 Volkswagen Golf', '84.900 kr'),
  row(3, '2014 Volkswagen Golf', '184.900 kr'),
  row(4, '2014 Ford Focus', '84.900 kr'),
  row(5, 'Familiebil sælges', '84.900 kr'),
  row(6, '2014 Volkswagen Polo', '€9,900'),
];
const feed = JSON.stringify({ marketplace_search: { feed_units: { edges: rows } } });
const page = `<html id="facebook"><script type="application/json">${feed}</script></html>`;

const idsOf = (query: string, html = page) =>
  parsePage({ url: `${search}?${query}`, html }).listings.map(({ id }) => Number(id));

describe('filters that Facebook ignored', () => {
  test.each([
    ['', [1, 2, 3, 4, 5, 6]],
    ['minYear=2010', [1, 3, 4, 5, 6]],
    ['maxYear=2010', [2, 5]],
    ['maxPrice=100000', [1, 2, 4, 5, 6]],
    ['minPrice=100000', [3, 6]],
    ['make=volkswagen', [1, 2, 3, 5, 6]],
    ['make=268955220604459', [1, 2, 3, 4, 5, 6]],
    ['minYear=2010&maxPrice=100000&make=VW', [1, 5, 6]],
    ['minYear=14', [1, 2, 3, 4, 5, 6]],
  ])('the filters of %j are applied to the cars shown', (query, ids) => {
    expect(idsOf(query)).toEqual(ids);
    expect(idsOf(query, feed)).toEqual(ids);
  });

  test('cars left out by filters are named and counted as shown', () => {
    const { rejected, shownCount } = parsePage({ url: `${search}?maxYear=2010`, html: page });
    expect(rejected[0]).toEqual({ id: '1', reason: 'not_asked_for' });
    expect([rejected.length, shownCount]).toEqual([4, 6]);
  });

  test('filters that leave no car do not make the page a failure', () => {
    expect(parsePage({ url: `${search}?minYear=2030&make=Tesla`, html: page })).toMatchObject({
      failure: null,
      shownCount: 6,
    });
  });

  test('filters do not apply to a single ad', () => {
    const target = { id: '12', marketplace_listing_title: '2014 Volkswagen Golf' };
    const item = JSON.stringify({ marketplace_product_details_page: { target } });
    expect(
      parsePage({
        url: 'https://www.facebook.com/marketplace/item/12/?minYear=2030',
        html: `<script type="application/json">${item}</script>`,
      }).listings,
    ).toHaveLength(1);
  });
});
