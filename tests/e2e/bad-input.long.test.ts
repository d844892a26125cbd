import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FailureCode } from '#core/failure.ts';
import { assemblyWith } from '#tests/support/assembly.ts';
import { launchTestBrowser, openPage } from '#tests/support/browser.ts';
import {
  demoLinks,
  Person,
  type Product,
  signUp,
  smallSearch,
  startProduct,
} from '#tests/support/product.ts';
import * as daCar from '../../web/src/i18n/da/car-page.ts';
import { importFailures as daFailures } from '../../web/src/i18n/da/imports.ts';
import { da } from '../../web/src/i18n/da.ts';
import * as enCar from '../../web/src/i18n/en/car-page.ts';
import { importFailures as enFailures } from '../../web/src/i18n/en/imports.ts';
import { en } from '../../web/src/i18n/en.ts';

let product: Product;
let person: Person;
let browser: Browser;
let assembly: Awaited<ReturnType<typeof assemblyWith>>;

beforeAll(async () => {
  // One person makes here the mistakes of many.
  assembly = await assemblyWith({ RATE_FACTOR: '100' });
  const options = { empty: true, cdkOut: assembly.folder };
  [product, browser] = await Promise.all([startProduct(options), launchTestBrowser()]);
  person = await signUp(product, 'clumsy@example.dk');
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
  assembly?.remove();
});

type Refusal = { error: string; code: FailureCode; details?: { class?: string } };

/** The answer refuses with this code, both languages have their own sentence for it, and nothing was charged. */
async function refuses(
  ask: () => Promise<{ status: number; body: Refusal }>,
  status: number,
  code: FailureCode,
) {
  const before = (await person.usage()).scrapes_used;
  const { status: got, body } = await ask();
  expect([got, body.code]).toEqual([status, code]);
  expect(body.error).toMatch(/^[A-Z]/);
  expect(en.failures[code]).toBeTruthy();
  expect(da.failures[code]).toBeTruthy();
  expect(da.failures[code]).not.toBe(en.failures[code]);
  expect((await person.usage()).scrapes_used).toBe(before);
  return body;
}

const scrape = (url: unknown) => () => person.ask<Refusal>('POST', '/scrape', { url });
const drop = (page: string | Uint8Array, headers: Record<string, string> = {}) =>
  person.ask<Refusal & { jobId: string; carsFound: number }>('POST', '/api/imports/page', page, {
    'content-type': 'text/html',
    ...headers,
  });
const fixture = (name: string) => readFileSync(`tests/fixtures/marketplace/${name}`, 'utf8');

const listing = (fields: object) => ({
  node: {
    __typename: 'MarketplaceFeedListingStoryObject',
    listing: {
      __typename: 'GroupCommerceProductItem',
      id: '8123456789012345',
      marketplace_listing_category_id: '807311116002614',
      is_live: true,
      custom_sub_titles_with_rendering_flags: [{ subtitle: '120K km' }],
      ...fields,
    },
  },
});
const searchPage = (...edges: object[]) =>
  `<html><script type="application/json">${JSON.stringify({
    require: [[{ marketplace_search: { feed_units: { edges, page_info: { has_next_page: false } } } }]],
  })}</script></html>`;
const price = (amount: string) => ({ listing_price: { amount, formatted_amount: `${amount} kr.` } });

describe('a link that cannot be imported', () => {
  it.each<[string, unknown, FailureCode]>([
    ['a blank one', '   ', 'link_blank'],
    [
      'one to another site',
      'https://www.example.com/marketplace/odense/search?query=golf',
      'link_foreign_host',
    ],
    ['a group', 'https://www.facebook.com/groups/golf/permalink/77/', 'link_group'],
    ['a bare city', 'https://www.facebook.com/marketplace/odense', 'link_no_search'],
    ['another page of the site', 'https://www.facebook.com/marketplace/you/selling', 'link_unsupported_path'],
    [
      'one that hides its host',
      'https://www.facebook.com@127.0.0.1/marketplace/odense/search?query=golf',
      'link_invalid',
    ],
    [
      'one with a look-alike host',
      'https://www.fаcebook.com/marketplace/odense/search?query=golf',
      'link_foreign_host',
    ],
    ['no text at all', { url: 1 }, 'invalid_input'],
  ])('a link is refused if it is %s', async (_, url, code) => {
    await refuses(scrape(url), 400, code);
  });

  it('an import by a visitor asks to sign in', async () => {
    const stranger = new Person(product.url, 'nobody@example.dk');
    const { status } = await stranger.ask('POST', '/scrape', {
      url: 'https://www.facebook.com/marketplace/x/search',
    });
    expect(status).toBe(401);
    expect(en.home.signInFirst).toBe('Log in to import these cars');
    expect(da.home.signInFirst).not.toBe(en.home.signInFirst);
  });
});

describe('a saved page that cannot be imported', () => {
  it.each([
    ['an empty search', 'empty.html', 'empty'],
    ['a removed listing', 'removed.html', 'listing_removed'],
    ['a login wall', 'login-wall.html', 'login_wall'],
    ['a changed layout', 'layout-changed.html', 'layout_changed'],
  ] as const)('a saved page that cannot be imported is reported: %s', async (_, file, failureClass) => {
    const body = await refuses(() => drop(fixture(file)), 422, 'page_not_recognised');
    expect(body.details?.class).toBe(failureClass);
    expect(daFailures('facebook')[failureClass]).not.toBe(enFailures('facebook')[failureClass]);
  });

  it('a saved page is refused if it is empty, another file, broken or a zip bomb', async () => {
    await refuses(() => drop(''), 400, 'page_not_recognised');
    await refuses(() => drop('x'.repeat(1_000_000)), 422, 'page_not_recognised');
    const gzip = { 'content-type': 'application/octet-stream' };
    await refuses(() => drop(new Uint8Array([0x1f, 0x8b, 1, 2]), gzip), 400, 'page_not_recognised');
    await refuses(() => drop(gzipSync(Buffer.alloc(40 * 1024 * 1024)), gzip), 413, 'page_too_large');
  });
});

describe('listings that lack something', () => {
  it('listings without price, title or year are imported with the reason', async () => {
    const page = searchPage(
      listing({ id: '1', marketplace_listing_title: '2016 Toyota Yaris', listing_price: null }),
      listing({ id: '2', marketplace_listing_title: '', ...price('50000') }),
      listing({ id: '3', marketplace_listing_title: 'Toyota Yaris', ...price('60000') }),
      listing({
        id: '4',
        marketplace_listing_title: `2016 Toyota Yaris ${'lang '.repeat(250_000)}`,
        ...price('70000'),
      }),
      listing({ id: '5', marketplace_listing_title: '2016 Toyota Aygo', ...price('45000') }),
      listing({ id: '6', marketplace_listing_title: '2015 Toyota Aygo', ...price('42000') }),
    );
    const { status, body } = await drop(page);
    expect(status).toBe(202);
    await person.importEnd(body.jobId);
    type List = { cars: { title: string; price: number; deal_reason: string }[] };
    const { body: list } = await person.ask<List>('GET', '/api/cars?view=discovered');
    const pricedAt = (price: number) => list.cars.find((car) => car.price === price);
    expect([0, 50_000, 60_000].map((price) => pricedAt(price)?.deal_reason)).toEqual([
      'no_price',
      undefined,
      'missing_make_model_year',
    ]);
    expect(pricedAt(70_000)!.title.length).toBeLessThanOrEqual(200);
    for (const reason of ['no_price', 'missing_make_model_year'] as const) {
      expect(enCar.why.reason[reason]).toBeTruthy();
      expect(daCar.why.reason[reason]).not.toBe(enCar.why.reason[reason]);
    }
  });
});

/** What the car page says of a car, in each language. */
async function carPageIn(language: 'en' | 'da', carId: string, sentence: string): Promise<void> {
  const { page, faults } = await openPage(browser);
  await page.addInitScript(`localStorage.setItem('app_language', '${language}')`);
  await page.goto(`${product.url}/car/${carId}`);
  await page.getByText(sentence).first().waitFor();
  await page.context().close();
  expect(faults).toEqual([]);
}

/** Imports a link to its end; the cars that it showed, and how many imports it cost. */
async function importLink(url: string) {
  const before = (await person.usage()).scrapes_used;
  const { body } = await person.ask<{ jobId: string }>('POST', '/scrape', { url });
  const end = await person.importEnd(body.jobId);
  type List = { cars: { id: string; image_urls: string[] }[] };
  const list = await person.ask<List>('GET', `/api/cars?import=${body.jobId}`);
  return { end, cars: list.body.cars, charged: (await person.usage()).scrapes_used - before };
}

describe('an outside world that fails', () => {
  afterEach(() => product.control.clearFaults());

  it('a photo that is no image does not lose the car: the page says that there are none', async () => {
    await product.control.addFault({ kind: 'outage', of: 'photos' });
    const item = (await demoLinks(product.url)).find(
      ({ kind, url }) => kind === 'search' && url.includes('/item/'),
    )!;
    const { end, cars, charged } = await importLink(item.url);
    expect([end.status, cars.length, charged]).toEqual(['completed', 1, 1]);
    expect(cars[0]!.image_urls).toEqual([]);
    await carPageIn('en', cars[0]!.id, enCar.car.noImages);
    await carPageIn('da', cars[0]!.id, daCar.car.noImages);
    expect(enCar.car.noImages).toBe('No Images Available');
    expect(daCar.car.noImages).not.toBe(enCar.car.noImages);
  });

  it('cars are kept when the register is down, and the page says that it will be asked again', async () => {
    await product.control.addFault({ kind: 'outage', of: 'register' });
    const { end, cars, charged } = await importLink(await smallSearch(product.url));
    expect([end.status, charged]).toEqual(['completed', 1]);
    type Detail = { register_state: string };
    const details = await Promise.all(
      cars.map(async ({ id }) => ({ id, ...(await person.ask<Detail>('GET', `/api/cars/${id}`)).body })),
    );
    const waiting = details.find((car) => car.register_state === 'pending');
    expect(details.filter((car) => car.register_state === 'found')).toEqual([]);
    await carPageIn('en', waiting!.id, enCar.facts.pending);
    await carPageIn('da', waiting!.id, daCar.facts.pending);
    expect(daCar.facts.pending).not.toBe(enCar.facts.pending);
  });
});

describe('an import too many', () => {
  it('a second import of the same link joins the running one and is not charged', async () => {
    const url = await smallSearch(product.url);
    const before = (await person.usage()).scrapes_used;
    type Started = { jobId: string };
    const first = await person.ask<Started>('POST', '/scrape', { url });
    const second = await person.ask<Started>('POST', '/scrape', { url });
    expect(second.body).toMatchObject({ jobId: first.body.jobId });
    await person.importEnd(first.body.jobId);
    expect((await person.usage()).scrapes_used).toBe(before + 1);
  });

  it('an import beyond the limit is refused in the words of the specification', async () => {
    const used = async () => (await person.usage()).scrapes_used;
    for (let id = 100; (await used()) < 20; id++) {
      const page = searchPage(
        listing({ id: String(id), marketplace_listing_title: '2016 Toyota Aygo', ...price('45000') }),
      );
      const { body } = await drop(page);
      await person.importEnd(body.jobId);
    }
    const body = await refuses(
      scrape('https://www.facebook.com/marketplace/odense/search?query=golf'),
      403,
      'limit_reached',
    );
    expect(body.error).toBe("You have used this month's imports. With Premium you import without limit.");
    await refuses(() => drop(fixture('search.html')), 403, 'limit_reached');
  });
});
