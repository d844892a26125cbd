import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { parsePage } from '#core/marketplaces/facebook/parse-page.ts';
import { readLink } from '#core/marketplaces/links.ts';
import { parseTjekbil } from '#core/register/tjekbil.ts';
import { createWorld } from '#demo/cars/world.ts';
import type { DemoLink } from '#demo/marketplace/links.ts';
import { type DemoMarketplace, startDemoMarketplace } from '#demo/marketplace/server.ts';

const seed = 1;
let folder: string;
let demo: DemoMarketplace;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-marketplace-'));
  demo = await startDemoMarketplace({
    port: 0,
    seed,
    now: () => new Date('2026-11-21T12:00:00Z'),
    pictureFolder: folder,
  });
});

afterAll(async () => {
  await demo.close();
  await rm(folder, { recursive: true });
});

async function visit(url: string) {
  const answer = await fetch(url);
  const html = await answer.text();
  return {
    html,
    page: parsePage({ url, html, status: answer.status, finalUrl: answer.url, demoOrigin: demo.origin }),
  };
}

async function ask(cursor: string) {
  const body = new URLSearchParams({
    fb_api_req_friendly_name: 'CometMarketplaceSearchContentPaginationQuery',
    variables: JSON.stringify({ count: 24, cursor }),
  });
  const url = `${demo.origin}/api/graphql/`;
  const answer = await fetch(url, { method: 'POST', body });
  const text = await answer.text();
  return { text, page: parsePage({ url, html: text, status: answer.status, demoOrigin: demo.origin }) };
}

/** Scrolls a search to its end as the browser would. */
async function readAll(path: string) {
  const { page } = await visit(`${demo.origin}${path}`);
  const batches = [{ text: '', page }];
  while (batches.at(-1)!.page.pageInfo?.hasNextPage && batches.length < 40)
    batches.push(await ask(batches.at(-1)!.page.pageInfo!.endCursor!));
  const listings = new Map<string, Listing>();
  for (const batch of batches) for (const listing of batch.page.listings) listings.set(listing.id, listing);
  return { batches, listings: [...listings.values()] };
}

const linksOf = (kind: DemoLink['kind']) => demo.links.filter((link) => link.kind === kind);

describe('the searches of the demo marketplace', () => {
  it('are links that the product accepts', () => {
    for (const { url } of demo.links) expect(readLink(url, { demoOrigin: demo.origin }).ok, url).toBe(true);
  });

  it('bring exactly the cars they announce, several of them 24 to 60', async () => {
    const searches = linksOf('search').filter((link) => !link.url.includes('/item/'));
    for (const link of searches) {
      const { pathname, search } = new URL(link.url);
      expect((await readAll(`${pathname}${search}`)).listings, link.title).toHaveLength(link.expectedCars!);
    }
    const handy = searches.filter((link) => link.expectedCars! >= 24 && link.expectedCars! <= 60);
    expect(handy.length).toBeGreaterThanOrEqual(4);
  });

  it('answer scrolling as the real site does: guarded, with a duplicate, once empty, in several documents', async () => {
    const { batches } = await readAll('/marketplace/odense/vehicles');
    const texts = batches.slice(1).map((batch) => batch.text);
    expect(texts.some((text) => text.startsWith('for (;;);'))).toBe(true);
    expect(texts.some((text) => text.includes('\n'))).toBe(true);
    expect(
      batches.some((batch) => batch.page.listings.length === 0 && batch.page.pageInfo?.hasNextPage),
    ).toBe(true);
    const ids = batches.flatMap((batch) => batch.page.listings.map((listing) => listing.id));
    expect(new Set(ids).size).toBeLessThan(ids.length);
  });

  it('honour price, year, gearbox and order', async () => {
    const query = 'minPrice=50000&maxPrice=140000&minYear=2014&maxYear=2019&sortBy=price_ascend';
    const { listings } = await readAll(`/marketplace/copenhagen/vehicles?${query}`);
    const prices = listings.filter((one) => one.price?.currency === 'DKK').map((one) => one.price!.amount);
    expect(listings.length).toBeGreaterThan(10);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(prices.every((price) => price >= 50_000 && price <= 140_000)).toBe(true);
    expect(listings.every((one) => one.year === null || (one.year >= 2014 && one.year <= 2019))).toBe(true);
    const automatic = await readAll(`/marketplace/copenhagen/vehicles?${query}&transmissionType=automatic`);
    expect(automatic.listings.length).toBeGreaterThan(0);
    expect(automatic.listings.length).toBeLessThan(listings.length);
  });

  it('find makes without their accents and by make', async () => {
    const byWord = await readAll('/marketplace/category/vehicles?query=skoda');
    const byMake = await readAll('/marketplace/category/vehicles?make=%C5%A0koda');
    expect(byWord.listings.map((one) => one.id).sort()).toEqual(byMake.listings.map((one) => one.id).sort());
  });

  it('stay near the place unless told otherwise', async () => {
    const near = await readAll('/marketplace/viborg/vehicles?radius=10');
    expect(new Set(near.listings.map((one) => one.city))).toEqual(new Set(['Viborg']));
  });

  it('put the data among at least twenty scripts that have nothing to do with it, and show cards as well', async () => {
    const { html } = await visit(`${demo.origin}/marketplace/odense/vehicles`);
    expect(html.match(/<script type="application\/json"/g)!.length).toBeGreaterThan(20);
    expect(html.match(/class="card" href="\/marketplace\/item\//g)).toHaveLength(24);
    expect(html).toContain('MarketplaceFeedAdStory');
  });
});

it('keeps others off its pages of searches and ads, by policies that browsers enforce', async () => {
  const search = await fetch(`${demo.origin}/marketplace/odense/vehicles`);
  const ad = /\/marketplace\/item\/\d+\//.exec(await search.text())![0];
  for (const { headers } of [search, await fetch(demo.origin + ad)]) {
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'self'.*connect-src 'self'.*frame-src 'none'/,
    );
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('x-frame-options')).toBe('DENY');
  }
});

describe('the ways to fail', () => {
  it('are each recognised as what they are', async () => {
    for (const link of linksOf('failure')) {
      if (link.failureClass === 'timeout') {
        await expect(fetch(link.url, { signal: AbortSignal.timeout(150) })).rejects.toThrow(/timeout/);
      } else if (link.failureClass === 'network') {
        await expect(fetch(link.url)).rejects.toThrow();
      } else if (link.url.includes('rate-limited-later')) {
        const { page } = await visit(link.url);
        expect(page.listings).toHaveLength(6);
        expect((await ask(page.pageInfo!.endCursor!)).page.failure?.class).toBe('rate_limited');
      } else {
        const { page } = await visit(link.url);
        expect(page.failure?.class ?? page.kind, link.title).toBe(link.failureClass);
      }
    }
  });
});

describe('item pages', () => {
  const world = createWorld(seed);
  const adWith = (quirk: string) =>
    world.ads().find((ad) => ad.car.quirks.some((own) => own === quirk) && ad.car.kind === 'ordinary')!;
  const readItem = async (id: string) => {
    const { page, html } = await visit(`${demo.origin}/marketplace/item/${id}/`);
    return { listing: page.listings[0]!, html };
  };

  it('describe the car asked for and not one of today’s picks', async () => {
    const ad = world.ads().find((one) => one.car.kind === 'bargain' && one.car.quirks.length === 0)!;
    const { listing, html } = await readItem(ad.id);
    expect(listing).toMatchObject({
      id: ad.id,
      title: ad.car.title,
      year: ad.car.year,
      make: expect.any(String),
      mileage: { km: ad.car.mileageKm, precision: 'exact' },
      price: { amount: ad.price.amount, currency: 'DKK' },
    });
    expect(html).toContain("Today's picks");
    expect(listing.photoUrls.length).toBeGreaterThan(1);
  });

  it('leave plain items to their words, hide masked figures and give miles as miles', async () => {
    expect((await readItem(adWith('plain_item').id)).html).toContain('"vehicle_make_display_name":null');
    expect((await readItem(adWith('masked_mileage').id)).listing.mileage?.precision).toBe('masked');
    const miles = adWith('miles');
    expect(Math.abs((await readItem(miles.id)).listing.mileage!.km - miles.car.mileageKm)).toBeLessThan(3);
  });

  it('keep ids beyond 2^53 to the last digit', async () => {
    const ad = adWith('big_id');
    expect((await readItem(ad.id)).listing.id).toBe(ad.id);
  });
});

describe('the rest of the server', () => {
  it('answers the register in the register’s shape and 404 for a plate it does not know', async () => {
    const { car } = createWorld(seed)
      .ads()
      .find((ad) => ad.car.twist === 'none')!;
    const answer = await fetch(`${demo.origin}/register/dmr/${car.plate}`);
    expect(parseTjekbil(car.plate, await answer.json())).toMatchObject({
      plate: car.plate,
      firstRegistration: car.firstRegistration,
    });
    expect((await fetch(`${demo.origin}/register/dmr/ZZ99999`)).status).toBe(404);
  });

  it('shows on its home page that it is a demo, with every link', async () => {
    const html = await (await fetch(demo.origin)).text();
    expect(html).toContain('Demo marketplace');
    expect(html.match(/data-url=/g)!.length).toBe(demo.links.length);
  });

  it('serves the photos that ads name as JPEG and nothing for others', async () => {
    const { page } = await visit(`${demo.origin}/marketplace/category/search?query=skoda`);
    const answer = await fetch(page.listings[0]!.photoUrls[0]!);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(8000);
    expect((await fetch(`${demo.origin}/photos/1_1_1_n.jpg`)).status).toBe(404);
  });

  it('refuses to let another site turn its clock', async () => {
    const answer = await fetch(`${demo.origin}/hours`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.status).toBe(403);
  });

  it('shows new cars after hours have passed, none dated in the future', async () => {
    const second = await startDemoMarketplace({
      port: 0,
      seed,
      now: () => new Date('2026-11-21T12:00:00Z'),
      pictureFolder: folder,
    });
    const url = `${second.origin}/marketplace/category/vehicles`;
    const read = async () =>
      parsePage({ url, html: await (await fetch(url)).text(), demoOrigin: second.origin }).listings;
    const before = new Set((await read()).map((listing) => listing.id));
    second.advanceHours(3);
    const after = await read();
    await second.close();
    expect(after.filter((listing) => !before.has(listing.id)).length).toBeGreaterThan(8);
    const dated = after.filter(({ listedAt }) => listedAt !== null);
    expect(dated.length).toBeGreaterThan(after.length / 2);
    for (const listing of dated)
      expect(Date.parse(listing.listedAt!)).toBeLessThanOrEqual(Date.parse('2026-11-21T12:00:00Z'));
  });
});

describe('a walled demo marketplace', () => {
  let walled: DemoMarketplace;
  beforeAll(async () => {
    const now = () => new Date('2026-11-21T12:00:00Z');
    walled = await startDemoMarketplace({ port: 0, seed, now, pictureFolder: folder, isWalled: true });
  });
  afterAll(() => walled.close());

  it('shows our own visits a page to log in, and a person’s browser the cars', async () => {
    const url = `${walled.origin}/marketplace/odense/vehicles`;
    const read = async (userAgent: string) => {
      const html = await (await fetch(url, { headers: { 'user-agent': userAgent } })).text();
      return parsePage({ url, html, demoOrigin: walled.origin });
    };
    expect((await read('Chrome/150 Bilfund/1.0')).failure?.class).toBe('login_wall');
    expect((await read('Mozilla/5.0 Chrome/150')).listings.length).toBeGreaterThan(10);
  });

  it('forbids our own visits the second marketplace', async () => {
    const ask = (userAgent: string) =>
      fetch(`${walled.origin}/mobility/search/car`, { headers: { 'user-agent': userAgent } });
    expect((await ask('Bilfund/1.0 (+https://bilfund.example)')).status).toBe(403);
    expect((await ask('Mozilla/5.0 Chrome/150')).status).toBe(200);
  });
});
