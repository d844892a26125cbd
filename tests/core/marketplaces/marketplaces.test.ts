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
  visitedIds,
} from '#core/marketplaces/marketplace-id.ts';
import { marketplaceOf, marketplaces, readPage } from '#core/marketplaces/marketplaces.ts';
import { automaticTitle } from '#core/searches/search-title.ts';
import { languages } from '#core/shared.ts';
import { savedPage } from '#tests/support/fake-marketplace.ts';
import { searchPage as bilbasenPage, search as bilbasenSearch, row } from './bilbasen/pages.ts';
import { answer, searchPage as dbaPage, doc } from './dba/pages.ts';
import { hrefOf } from './read-link-of.ts';

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

const facebook = 'https://www.facebook.com/marketplace';
const dba = 'https://www.dba.dk/mobility/search/car';
const bilbasen = 'https://www.bilbasen.dk/brugt/bil';

describe('automaticTitle', () => {
  it.each([
    [`${facebook}/odense/search?query=octavia&locale=en_US`, 'octavia, Odense', 'octavia, Odense'],
    [
      `${facebook}/copenhagen/vehicles?query=VW+Golf&maxPrice=100000&radius=60`,
      'VW Golf, up to 100.000 kr., within 60 km of Copenhagen',
      'VW Golf, op til 100.000 kr., højst 60 km fra København',
    ],
    [
      `${facebook}/copenhagen/vehicles?maxPrice=100000`,
      'Up to 100.000 kr., Copenhagen',
      'Op til 100.000 kr., København',
    ],
    [
      `${facebook}/category/vehicles?make=vw&model=golf&minPrice=50000&maxPrice=90000&minYear=2015&maxMileage=120000`,
      'VW Golf, 50.000–90.000 kr., from 2015, up to 120.000 km',
      'VW Golf, 50.000–90.000 kr., fra 2015, op til 120.000 km',
    ],
    [
      `${facebook}/search?query=golf&fuelType=gasoline&transmissionType=manual&sellerType=individual&latitude=55.41&longitude=10.4&radius=40`,
      'golf, petrol, manual, private, within 40 km of Odense',
      'golf, benzin, manuelt gear, privat, højst 40 km fra Odense',
    ],
    [
      `${facebook}/category/vehicles?latitude=52.52&longitude=13.4&sortBy=price_ascend&daysSinceListed=7`,
      'Listed 7 days at most, 52.52, 13.4, cheapest first',
      'Højst 7 dage til salg, 52.52, 13.4, billigste først',
    ],
    [
      `${facebook}/aarhus/vehicles?carType=suv,wagon&itemCondition=used_good`,
      'SUV / estate, used in good condition, Aarhus',
      'SUV / stationcar, brugt i god stand, Aarhus',
    ],
    [`${facebook}/odense/cars?make=231804`, 'Make 231804, Odense', 'Mærke 231804, Odense'],
    [`${facebook}/new-york--city/cars`, 'New york city', 'New york city'],
    [`${facebook}/108051929285833/cars?locale=en_US`, 'Area 108051929285833', 'Område 108051929285833'],
    ['https://www.facebook.com', 'Marketplace', 'Marketplace'],
    ['no address', 'Marketplace', 'Marketplace'],
    [
      `${dba}?variant=0.817&price_to=90000&transmission=2&fuel=1`,
      'VW, up to 90.000 kr., petrol, automatic · DBA',
      'VW, op til 90.000 kr., benzin, automatgear · DBA',
    ],
    [
      `${dba}?variant=1.817.1433&variant=0.749&engine_effect_from=150&location=0.200009`,
      'VW model 1433 / BMW, from 150 hp, area 0.200009 · DBA',
      'VW model 1433 / BMW, fra 150 hk, område 0.200009 · DBA',
    ],
    [
      `${dba}?variant=0.toString&fuel=toString`,
      'Make toString, fuel toString · DBA',
      'Mærke toString, drivmiddel toString · DBA',
    ],
    [
      `${dba}?max_trailer_weight_from=1500`,
      'Trailer weight from 1.500 kg · DBA',
      'Anhængervægt fra 1.500 kg · DBA',
    ],
    [`${dba}?q=golf+gti`, 'golf gti · DBA', 'golf gti · DBA'],
    ['http://127.0.0.1:4802/mobility/search/car?q=golf+gti', 'golf gti · DBA', 'golf gti · DBA'],
    [
      `${bilbasen}/fiat/panda?priceto=9000&hpfrom=60&zipcode=5000&distance=50`,
      'Fiat Panda, up to 9.000 kr., from 60 hp, within 50 km of 5000 · Bilbasen',
      'Fiat Panda, op til 9.000 kr., fra 60 hk, højst 50 km fra 5000 · Bilbasen',
    ],
    [`${bilbasen}/vw/golf-vii`, 'VW Golf vii · Bilbasen', 'VW Golf vii · Bilbasen'],
    [`${bilbasen}?free=golf+gti&fuel=2`, 'golf gti, fuel 2 · Bilbasen', 'golf gti, drivmiddel 2 · Bilbasen'],
    [bilbasen, 'Bilbasen', 'Bilbasen'],
  ])('the search %s is called “%s”, and in Danish “%s”', (href, english, danish) => {
    expect([automaticTitle(href, 'en'), automaticTitle(href, 'da')]).toEqual([english, danish]);
  });

  it('searches that differ in one filter have different names', () => {
    const base = `${facebook}/copenhagen/vehicles?query=golf`;
    const filters = [
      'minPrice=1',
      'maxPrice=1',
      'minYear=2015',
      'maxYear=2015',
      'minMileage=1',
      'maxMileage=1',
    ];
    const words = ['make=vw', 'model=up', 'carType=suv', 'transmissionType=manual', 'fuelType=diesel'];
    const others = ['sellerType=dealership', 'itemCondition=new', 'deliveryMethod=local_pick_up'];
    const last = ['availability=sold', 'sortBy=price_ascend', 'daysSinceListed=1', 'radius=20'];
    const titles = ['', ...filters, ...words, ...others, ...last].map((filter) => {
      const read = readLink(`${base}&${filter}`);
      return read.ok && automaticTitle(read.link.href, 'en');
    });
    expect(new Set(titles).size).toBe(titles.length);
  });
});

const search = 'www.facebook.com/marketplace/aalborg/search?query=passat';
const read = hrefOf(`https://${search}`);
const ad = hrefOf('https://www.facebook.com/marketplace/item/8815520047/');
const wrapped = encodeURIComponent(`https://${search}`);

describe('readLink with pasted and shared texts', () => {
  it.each([
    `http://${search}`,
    search,
    `http://${search.slice('www.'.length)}`,
    ...['mobile', 'touch', 'm'].map((host) => `https://${search.replace('www', host)}`),
    `https://l.facebook.com/l.php?u=${wrapped}&h=AT0x`,
    `l.facebook.com/l.php?u=${encodeURIComponent(search.replace('www', 'http://touch'))}`,
    `https://www.facebook.com/login/?next=${wrapped}`,
    `https://m.facebook.com/login.php?next=${wrapped}&refsrc=deprecated`,
    `https://www.facebook.com/login/?next=${encodeURIComponent(search.slice(search.indexOf('/')))}`,
    search.replace('www.facebook', 'fb'),
    `Her er min søgning: https://${search}`,
    `VW Passat\n84.900 kr.\nhttp://${search}`,
    `84.900 kr.https://${search}`,
    `Link:https://${search}`,
    `Hej mor! Kig på (${search}), hvis du har tid.`,
    `https://${search}\nSendt fra min iPhone`,
    `https://example.org/avis nævner https://${search}`,
    `\u200e\u2060https://${search}\u200b`,
  ])('%j is read as the search it contains', (text) => {
    expect(read).toMatch(/^https:/);
    expect(hrefOf(text)).toBe(read);
  });

  it.each([
    'https://www.facebook.com/commerce/listing/8815520047/?ref=share_attachment',
    'Se her: m.facebook.com/commerce/listing/8815520047',
    'https://www.facebook.com/marketplace/item/8815520047/. Hvad synes du?',
    `https://lm.facebook.com/l.php?u=${encodeURIComponent('https://facebook.com/commerce/listing/8815520047/')}`,
  ])('%j is read as the ad it contains', (text) => {
    expect(ad).toMatch(/^https:/);
    expect(hrefOf(text)).toBe(ad);
  });

  it.each([
    ['http://dba.dk/mobility/item/31004711', 'https://www.dba.dk/mobility/item/31004711'],
    ['Prøv DBA: www.dba.dk/mobility/item/31004711', 'https://www.dba.dk/mobility/item/31004711'],
    ['bilbasen.dk/brugt/bil/vw/up', 'https://www.bilbasen.dk/brugt/bil/vw/up'],
    [
      `https://l.facebook.com/l.php?u=${encodeURIComponent('https://www.bilbasen.dk/brugt/bil/vw/up')}`,
      'https://www.bilbasen.dk/brugt/bil/vw/up',
    ],
  ])('%j is read as %s', (text, href) => {
    expect(hrefOf(text)).toBe(href);
  });

  it.each([
    ['https://www.facebook.com/groups/112233/permalink/445566/', 'link_group'],
    ['Se opslaget i gruppen: facebook.com/groups/biler', 'link_group'],
    [`https://l.facebook.com/l.php?u=${encodeURIComponent('https://evil.example/')}`, 'link_foreign_host'],
    ['https://www.facebook.com/login/?next=//evil.example/marketplace/a/search', 'link_invalid'],
    ['Golf 1.6 TDI fra 2012', 'link_invalid'],
    ['www.example.org', 'link_foreign_host'],
  ])('%j cannot be imported: %s', (text, code) => {
    expect(hrefOf(text)).toBe(code);
  });

  it('a link of an unvisited marketplace is answered with the button', () => {
    for (const text of ['dba.dk/mobility/item/31004711', 'bilbasen.dk/brugt/bil/vw/up'])
      expect(readLink(text, { sources: ['facebook'] })).toMatchObject({ code: 'link_by_hand' });
    expect(readLink('dba.dk/mobility/item/31004711', { sources: visitedIds }).ok).toBe(true);
  });

  it('a link wrapped too many times is refused', () => {
    const wrap = (address: string) => `https://l.facebook.com/l.php?u=${encodeURIComponent(address)}`;
    const layers = Array.from({ length: 6 }).reduce<string>(wrap, `https://${search}`);
    expect(readLink(layers).ok).toBe(false);
  });
});

describe('sourceOfHref', () => {
  it.each([
    'https://www.facebook.com/marketplace/odense/search?query=golf',
    'https://www.facebook.com/marketplace/item/77/',
    'https://www.facebook.com/share/1AbCdEfGh/',
    'https://www.dba.dk/mobility/search/car?q=golf',
    'https://www.dba.dk/mobility/item/12345678',
    'https://www.dba.dk/12345678',
    'https://www.bilbasen.dk/brugt/bil/vw/golf',
    'http://127.0.0.1:7000/marketplace/odense/search?query=golf',
    'http://127.0.0.1:7000/mobility/search/car?q=golf',
  ])('sourceOfHref agrees with readLink about %s', (raw) => {
    const read = readLink(raw, { demoOrigin: 'http://127.0.0.1:7000' });
    if (!read.ok) throw new Error(read.message);
    expect(sourceOfHref(read.link.href)).toBe(read.link.source);
  });

  it('sourceOfHref gives Facebook for any other address', () => {
    for (const href of ['', '/?make=Audi', 'https://www.facebook.com/'])
      expect(sourceOfHref(href)).toBe('facebook');
  });
});
