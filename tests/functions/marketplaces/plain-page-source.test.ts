import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from 'local-cloud/wire/http.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { dba } from '#core/marketplaces/dba/dba.ts';
import type { BatchTaken, SearchOptions } from '#core/marketplaces/marketplace.ts';
import { type DemoMarketplace, startDemoMarketplace } from '#demo/marketplace/server.ts';
import { withTimeout } from '#functions/marketplaces/launch-browser.ts';
import { openPlainPageSource, readRobotsRules } from '#functions/marketplaces/plain-visits.ts';
import { answer, doc, itemPage, searchPage } from '#tests/core/marketplaces/dba/pages.ts';
import { keepLog } from '#tests/support/kept-log.ts';

const everything = 'registration_class=1&price_to=250000';
const agent = 'Bilfund/1.0 (+https://bilfund.example/about)';
let folder: string;
let demo: DemoMarketplace;
/** Every request that left, in order. */
let asked: { address: string; status: number; agent: string }[] = [];
const realFetch = globalThis.fetch;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-dba-'));
  const now = () => new Date('2026-11-21T12:00:00Z');
  demo = await startDemoMarketplace({ port: 0, seed: 1, now, pictureFolder: folder });
});
afterAll(async () => {
  await demo.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const given = await realFetch(address, init);
    asked.push({ address, status: given.status, agent: new Headers(init.headers).get('user-agent') ?? '' });
    return given;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const sourceAt = (origin: string) =>
  openPlainPageSource(dba, { origin, isDemo: true }, { agent, pauseSeconds: 0 });

async function search(
  origin: string,
  query: string,
  options?: SearchOptions,
  known: BatchTaken['known'] = 'none',
) {
  const listings: Listing[] = [];
  const end = await sourceAt(origin).search(
    `${origin}/mobility/search/car?${query}`,
    async (batch) => {
      listings.push(...batch.listings);
      return { known };
    },
    options,
  );
  return { listings, end };
}

const pages = () => asked.filter(({ address }) => address.includes('/mobility/search/')).length;

describe('a visit to the demo’s DBA', () => {
  it('reads a search to its end, fifty cars a page, each with its plate', async () => {
    const { listings, end } = await search(demo.origin, everything);
    const expected = demo.links.find(({ url }) => url.includes(everything))!.expectedCars!;
    expect(expected).toBeGreaterThan(150);
    expect(end).toMatchObject({ failure: null, isEmpty: false });
    expect(new Set(listings.map(({ id }) => id)).size).toBe(expected);
    expect(listings.every(({ plate }) => plate !== null)).toBe(true);
    expect(pages()).toBe(Math.ceil(expected / 50));
  });

  it('sends requests to the site only, under our name, and asks for robots.txt first', async () => {
    const { origin, close } = await listen((request, response) => {
      response.end(request.url === '/robots.txt' ? '' : searchPage({ data: answer([doc()], { q: 'up' }) }));
    });
    await search(origin, 'q=up');
    await close();
    expect(asked.map(({ address }) => address)).toEqual([
      `${origin}/robots.txt`,
      `${origin}/mobility/search/car?q=up`,
    ]);
    expect(asked.every((one) => one.agent === agent)).toBe(true);
  });

  it('reads at most two pages an hour later, and one where every car is known', async () => {
    await search(demo.origin, everything, { isRepeat: true }, 'some');
    expect(pages()).toBe(2);
    asked = [];
    await search(demo.origin, everything, { isRepeat: true }, 'all');
    expect(pages()).toBe(1);
  });

  it('reads all of a repeated search for a person to whom every car is new', async () => {
    await search(demo.origin, everything, { isRepeat: true }, 'none');
    expect(pages()).toBeGreaterThan(2);
  });

  it('reads the kept page where the site answers 304', async () => {
    const first = await search(demo.origin, 'fuel=4');
    asked = [];
    const second = await search(demo.origin, 'fuel=4');
    expect(asked.filter(({ address }) => address.includes('fuel=4')).map(({ status }) => status)).toEqual(
      asked.filter(({ address }) => address.includes('fuel=4')).map(() => 304),
    );
    expect(second.listings).toEqual(first.listings);
  });

  it.each([
    ['q=refused-403', 'rate_limited'],
    ['q=refused-429', 'rate_limited'],
    ['q=refused-202', 'checkpoint'],
    ['q=refused-503', 'network'],
    ['variant=0.999999', 'search_not_understood'],
  ])('ends a search with %s as %s', async (query, failure) => {
    const { end } = await search(demo.origin, query);
    expect(end.failure?.class ?? null).toBe(failure);
  });

  it('keeps the first page when the site refuses the second', async () => {
    const { listings, end } = await search(demo.origin, 'q=refused-later');
    expect(end.failure?.class).toBe('rate_limited');
    expect(listings).toHaveLength(50);
    expect(pages()).toBe(2);
  });

  it('finds the data of a search page also without its usual name', async () => {
    const { listings, end } = await search(demo.origin, 'q=renamed');
    const bare = await search(demo.origin, 'q=without-anything');
    expect(bare.listings).toEqual(listings);
    expect(end.failure).toBeNull();
    expect(listings.length).toBeGreaterThan(50);
  });

  it('reads the page of an ad, also at the address that an app shares', async () => {
    const { listings } = await search(demo.origin, 'fuel=4');
    const { id, itemUrl } = listings[0]!;
    const source = sourceAt(demo.origin);
    const read = await source.item(itemUrl);
    expect(read).toMatchObject({ listing: { id, description: expect.stringMatching(/\w/) } });
    expect(await source.item(`${demo.origin}/${id}`)).toEqual(read);
    expect(await source.item(`${demo.origin}/mobility/item/30000001`)).toMatchObject({
      failure: { class: 'listing_removed' },
    });
  });
});

describe('limits of a visit without a browser', () => {
  const page = searchPage({ data: answer([doc()], { q: 'up' }) });

  it.each([
    ['User-agent: *\nDisallow: /mobility/search', 'closed_to_robots', 0],
    ['User-agent: bilfund\nDisallow: /', 'closed_to_robots', 0],
    ['User-agent: other\nDisallow: /', null, 1],
    ['User-agent: *\nDisallow: /*q=', 'closed_to_robots', 0],
    ['User-agent: *\nDisallow: /*sort=', null, 1],
    ['', null, 1],
  ])('follows robots.txt: %j', async (robots, failure, expectedPages) => {
    const { origin, close } = await listen((request, response) => {
      response.end(request.url === '/robots.txt' ? robots : page);
    });
    const { end } = await search(origin, 'q=up');
    await close();
    expect(end.failure?.class ?? null).toBe(failure);
    expect(pages()).toBe(expectedPages);
  });

  it.each([500, 503, 429])('visits nothing where robots.txt answers %i', async (status) => {
    const { origin, close } = await listen((request, response) => {
      if (request.url === '/robots.txt') response.statusCode = status;
      response.end(page);
    });
    const { end } = await search(origin, 'q=up');
    await close();
    expect(end.failure?.class).toBe('closed_to_robots');
  });

  it('follows no redirect to another site, and no endless redirect', async () => {
    const other = await listen((_, response) => response.end(itemPage()));
    const { origin, close } = await listen((request, response) => {
      if (request.url === '/robots.txt') return response.end('');
      response.writeHead(302, {
        location: request.url === '/mobility/item/1' ? `${other.origin}/mobility/item/1` : request.url,
      });
      response.end();
    });
    const source = sourceAt(origin);
    expect(await source.item(`${origin}/mobility/item/1`)).toMatchObject({
      failure: { class: 'unknown_page' },
    });
    expect(await source.item(`${origin}/mobility/item/2`)).toMatchObject({
      failure: { class: 'unknown_page' },
    });
    expect(asked.some(({ address }) => address.startsWith(other.origin))).toBe(false);
    await Promise.all([other.close(), close()]);
  });

  it('stops when the next page of a search is the first one again', async () => {
    const docs = Array.from({ length: 3 }, () => doc());
    const more = {
      paging: { current: 1, last: 9 },
      is_end_of_paging: false,
      result_size: { match_count: 450 },
    };
    const { origin, close } = await listen((request, response) => {
      response.end(
        request.url === '/robots.txt' ? '' : searchPage({ data: answer(docs, { q: 'up' }, more) }),
      );
    });
    const { listings, end } = await search(origin, 'q=up');
    await close();
    expect(listings).toHaveLength(3);
    expect(end).toMatchObject({ failure: null, beyondLimit: 447 });
  });

  it('ends the search as a network failure when the server closes the connection', async () => {
    const { origin, close } = await listen((request, response) => {
      if (request.url === '/robots.txt') response.end('');
      else response.destroy();
    });
    const { end } = await search(origin, 'q=up');
    await close();
    expect(end.failure?.class).toBe('network');
  });
});

describe('work on a page', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('returns the result of work that ends in time, and leaves no timer running', async () => {
    await expect(withTimeout(Promise.resolve('a page'), 1_000)).resolves.toBe('a page');
    await expect(withTimeout(Promise.reject(new Error('no page')), 1_000)).rejects.toThrow('no page');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('abandons work that does not end in time', async () => {
    const left = vi.fn();
    const waiting = withTimeout(new Promise(() => {}), 1_000).catch(left);
    await vi.advanceTimersByTimeAsync(999);
    expect(left).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(left).toHaveBeenCalledWith(expect.objectContaining({ message: 'no end in time' }));
    await waiting;
  });
});

const nowMs = Date.parse('2026-11-21T10:00:00.000Z');
let sites = 0;
/** A site that nobody has asked before. */
const newSite = () => `https://site-${++sites}.example/robots.txt`;
const answering = (status: number, body = '') => vi.fn(async () => ({ status, body }));
const shut = 'User-agent: *\nDisallow: /search';

async function allows(answer: { status: number; body: string } | null): Promise<boolean> {
  const address = newSite();
  const rules = await readRobotsRules(address, 'bilfund', nowMs, async () => answer);
  return rules.isAllowed(new URL('/search?q=1', address).href);
}

describe('robots.txt', () => {
  it.each([
    ['everything when there is no robots.txt', 404, '', true],
    ['everything when robots.txt is refused', 403, '', true],
    ['everything when the request is called faulty', 400, '', true],
    ['nothing when the site has a fault', 500, '', false],
    ['nothing when it was asked too often', 429, '', false],
    ['nothing when robots.txt redirects', 301, '', false],
    ['nothing when the status is unknown', 399, '', false],
    ['only what the rules leave', 200, shut, false],
    ['what is forbidden to other robots only', 200, 'User-agent: other\nDisallow: /', true],
    ['everything when the rules are empty', 200, '', true],
  ])('allows %s (%i)', async (_, status, body, isAllowed) => {
    expect(await allows({ status, body })).toBe(isAllowed);
  });

  it('allows nothing when the site does not answer', async () => {
    expect(await allows(null)).toBe(false);
  });

  it('applies the rules for our name', async () => {
    const address = newSite();
    const body = `User-agent: bilfund\nDisallow: /private\n\n${shut}`;
    const rules = await readRobotsRules(address, 'bilfund', nowMs, answering(200, body));
    const paths = ['/search', '/private'].map((path) => rules.isAllowed(new URL(path, address).href));
    expect(paths).toEqual([true, false]);
  });

  it.each([
    ['a day', 200, 86_400_000],
    ['a day where there are no rules', 404, 86_400_000],
    ['an hour where they could not be read', 503, 3_600_000],
  ])('reads robots.txt once in %s', async (_, status, keptMs) => {
    const address = newSite();
    const read = answering(status);
    for (const passedMs of [0, 1, keptMs - 1])
      await readRobotsRules(address, 'bilfund', nowMs + passedMs, read);
    expect(read).toHaveBeenCalledTimes(1);
    await readRobotsRules(address, 'bilfund', nowMs + keptMs, read);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('tells the operator when robots.txt could not be read', async () => {
    // How much is logged is settled when the log is loaded, and another file may have wanted less.
    vi.stubEnv('LOG_LEVEL', 'info');
    vi.resetModules();
    const fresh = await import('#functions/marketplaces/plain-visits.ts');
    const log = keepLog();
    for (const answer of [{ status: 503, body: '' }, null, { status: 404, body: '' }])
      await fresh.readRobotsRules(newSite(), 'bilfund', nowMs, async () => answer);
    log.restore();
    vi.unstubAllEnvs();
    vi.resetModules();
    const told = log.lines.map((line) => JSON.parse(line));
    expect(told.map(({ message, status }) => [message, status])).toEqual([
      ['robots.txt could not be read', 503],
      ['robots.txt could not be read', 0],
    ]);
  });
});
