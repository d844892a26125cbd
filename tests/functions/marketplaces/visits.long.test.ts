import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import type { ParsedPage } from '#core/marketplaces/marketplace.ts';
import {
  type MarketplaceBrowser,
  openBrowserPageSource,
  openMarketplace,
  type SearchOptions,
} from '#functions/marketplaces/browser-visits.ts';
import { launchBrowser } from '#functions/marketplaces/launch-browser.ts';
import { openOutgoingGate } from '#functions/marketplaces/outgoing-gate.ts';
import { keepLog } from '#tests/support/kept-log.ts';
import { startTestMarketplace, type TestMarketplace } from './marketplace-server.ts';

/** A real browser on a machine that others use too: what comes too late for once is tried again and named at the end. */
const patience = { timeout: 120_000, retry: 1 };

let site: TestMarketplace;
let marketplace: MarketplaceBrowser;

beforeAll(async () => {
  site = await startTestMarketplace();
  marketplace = await openMarketplace({ demoOrigin: site.origin });
}, 60_000);

afterAll(async () => {
  await marketplace.close();
  await site.close();
});

beforeEach(() => {
  site.paths.length = 0;
});

async function search(query: string, options: Partial<SearchOptions> = {}) {
  const pages: ParsedPage[] = [];
  const outcome = await marketplace.visitSearch(`${site.origin}/marketplace/odense/search?query=${query}`, {
    onPage: async (page) => {
      pages.push(page);
      return 'more';
    },
    scrollPauseMs: () => 60,
    // A busy machine must not end a visit: the tests that are about time give their own.
    quietMs: 20_000,
    pageTimeoutMs: 20_000,
    ...options,
  });
  const ids = pages.flatMap((page) => page.listings.map((listing) => listing.id));
  return { outcome, pages, ids };
}

describe('a visit to a search', patience, () => {
  test('reads the search page and, by scrolling, everything that the feed adds until it ends', async () => {
    const { outcome, pages, ids } = await search('golf');
    expect(outcome).toEqual({ failure: null, isEmpty: false });
    expect(pages.map((page) => page.kind)).toEqual(['search', 'graphql', 'graphql', 'graphql']);
    expect(new Set(ids).size).toBe(24);
    expect(ids[23]).toBe('37359594907019023');
  });

  test('closes a login prompt and reads on to the end of the feed', async () => {
    const { outcome, ids } = await search('walled');
    expect(outcome.failure).toBeNull();
    expect(new Set(ids).size).toBe(24);
    expect(site.paths).toContain('/closed');
  });

  test('reports that results were withheld where the login prompt cannot be closed, and keeps what was read', async () => {
    const { outcome, ids } = await search('walled-for-good', { quietMs: 1500 });
    expect(outcome.failure).toEqual({
      class: 'withheld',
      evidence: 'the feed fell quiet under a log-in dialog',
    });
    expect(ids).toHaveLength(6);
    expect(site.paths).not.toContain('/login/device-based/');
  });

  test('declines optional cookies and accepts none', async () => {
    const { outcome, ids } = await search('cookies');
    expect(outcome.failure).toBeNull();
    expect(new Set(ids).size).toBe(24);
    expect(site.paths).toContain('/declined');
    expect(site.paths).not.toContain('/agreed');
  });

  test('reads first results that arrive in a later response', async () => {
    const { outcome, ids } = await search('late');
    expect(outcome.failure).toBeNull();
    expect(ids).toHaveLength(6);
  });

  test('reports a search page without any car as withheld', async () => {
    expect((await search('shell')).outcome.failure?.class).toBe('withheld');
  });

  test('reads to its end a feed that grows only when its stylesheet lays it out', async () => {
    const { outcome, ids } = await search('styled', { quietMs: 5000 });
    expect(outcome.failure).toBeNull();
    expect(new Set(ids).size).toBe(24);
  });

  test('requests no picture or font, and nothing outside the marketplace', async () => {
    await search('golf', { maxBatches: 1 });
    expect(new Set(site.paths)).toEqual(
      new Set(['/marketplace/odense/search', '/style.css', '/api/graphql/']),
    );
    expect(site.sinkPaths).toEqual([]);
  });

  test('ends a search after the batches that were asked for, or when the caller has seen enough', async () => {
    expect((await search('golf', { maxBatches: 2 })).pages).toHaveLength(3);
    let calls = 0;
    await search('golf', {
      onPage: async () => {
        calls++;
        return calls === 2 ? 'enough' : 'more';
      },
    });
    expect(calls).toBe(2);
  });

  test('ends a search with what was read when the feed stops answering', async () => {
    const { outcome, ids } = await search('silent', { visitTimeoutMs: 1500 });
    expect(outcome.failure).toBeNull();
    expect(ids).toHaveLength(6);
  });

  test.each([
    ['limited', 'withheld'],
    ['limited-status', 'rate_limited'],
  ])(
    'keeps the cars already read when the site refuses in the middle (%s: %s)',
    async (query, failureClass) => {
      const { outcome, ids } = await search(query);
      expect(outcome.failure?.class).toBe(failureClass);
      expect(ids).toHaveLength(12);
    },
  );

  test('reads the cards drawn by scripts when the page brings no data', async () => {
    const { outcome, pages } = await search('cards', { quietMs: 900 });
    expect(outcome.failure).toBeNull();
    expect(pages[0]?.listings[0]).toMatchObject({ id: '7', model: 'Aygo', year: 2012 });
  });

  test.each([
    ['login', 'login_wall', {}],
    ['limited429', 'rate_limited', {}],
    ['never', 'timeout', { pageTimeoutMs: 1500 }],
    ['half', 'timeout', { pageTimeoutMs: 1500 }],
    ['hangup', 'network', {}],
    ['away', 'unknown_page', {}],
  ])('fails a visit to a site that answers %s as %s', async (query, failureClass, options) => {
    const { outcome, ids } = await search(query, options);
    expect(outcome.failure?.class).toBe(failureClass);
    expect(ids).toEqual([]);
    expect(site.sinkPaths).toEqual([]);
  });

  test('treats a search without cars as a success', async () => {
    expect((await search('empty')).outcome).toEqual({ failure: null, isEmpty: true });
  });

  test('blocks redirects by script, new windows and workers that lead outside the marketplace', async () => {
    await search('away-by-script');
    await search('popup');
    expect(site.sinkPaths).toEqual([]);
  });

  test.each(['301', '302', '303', '307', '308', 'refresh', 'meta', 'script'])(
    'does not follow a chain of redirects by %s that ends elsewhere',
    async (kind) => {
      const { ids } = await search(`chain-${kind}`, { pageTimeoutMs: 1500 });
      expect(ids).toEqual([]);
      expect(site.paths.some((path) => path.startsWith('/hop/'))).toBe(true);
      expect([site.sinkPaths, site.sinkConnections()]).toEqual([[], 0]);
    },
  );

  test('lets no worker, WebSocket or peer connection past the request filter, in frames neither', async () => {
    await search('side-doors');
    const [told] = site.paths.filter((path) => path.startsWith('/told/'));
    expect(decodeURIComponent(told ?? '')).toBe('/told/none');
    expect(site.sinkPaths).toEqual([]);
    expect(site.sinkConnections()).toBe(0);
  });

  test('visits again after every earlier failure', async () => {
    expect((await search('golf', { maxBatches: 1 })).ids).toHaveLength(12);
  });
});

describe('a visit to an item page', patience, () => {
  test('reads an item page without running its scripts', async () => {
    const page = await marketplace.visitItem(`${site.origin}/marketplace/item/42/`);
    expect(page).toMatchObject({
      kind: 'item',
      failure: null,
      listings: [{ id: '42', price: { amount: 90_000, currency: 'DKK' } }],
    });
    expect(site.paths).toEqual(['/marketplace/item/42/']);
  });

  test.each([
    'https://evil.example/marketplace/item/42/',
    'http://127.0.0.1:1/marketplace/item/42/',
    'file:///etc/passwd',
    'not a link',
  ])('does not visit %s', async (href) => {
    const page = await marketplace.visitItem(href);
    expect(page.failure).toEqual({ class: 'unknown_page', evidence: 'no address of the marketplace' });
    expect(site.paths).toEqual([]);
  });
});

describe('a visit after an item page', patience, () => {
  test('runs the scripts of a search after an item page, but not those of the next item page', async () => {
    const item = () => marketplace.visitItem(`${site.origin}/marketplace/item/42/`);
    await item();
    expect(new Set((await search('golf')).ids).size).toBe(24);
    expect((await item()).listings).toHaveLength(1);
    expect((await item()).listings).toHaveLength(1);
    expect(site.paths).not.toContain('/script-ran');
  });
});

describe('requests to the real site', patience, () => {
  test.each([[['10.0.0.5']], [['157.240.200.35', '169.254.169.254']], [[]]])(
    'does not connect to a name that resolves to %j',
    async (addresses) => {
      const { lines } = keepLog();
      const browser = await openMarketplace({ resolve: async () => addresses });
      try {
        const page = await browser.visitItem('https://www.facebook.com/marketplace/item/42/');
        expect(page.failure?.class).toBe('unknown_page');
        expect(lines.map((line) => JSON.parse(line))).toMatchObject([
          { message: 'visited the marketplace', isSearch: false, blockedRequests: 1, leftTheSite: true },
        ]);
      } finally {
        await browser.close();
      }
    },
  );
});

describe('requests outside the marketplace', patience, () => {
  test('connects to no address outside the marketplace, even where every check of the page is disabled', async () => {
    const gate = await openOutgoingGate({ resolve: async () => ['127.0.0.1'] });
    const browser = await launchBrowser(gate.address);
    try {
      const page = await browser.newPage();
      for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433']) {
        const visit = page.goto(site.origin.replace('127.0.0.1', host), { timeout: 20_000 });
        await expect(visit).rejects.toThrow('ERR_EMPTY_RESPONSE');
      }
      for (const host of ['127.0.0.1', 'www.facebook.com']) {
        const visit = page.goto(`https://${host}/`, { timeout: 20_000 });
        await expect(visit).rejects.toThrow('ERR_EMPTY_RESPONSE');
      }
      expect(site.paths).toEqual([]);
    } finally {
      await browser.close();
      await gate.close();
    }
  });
});

describe('the page source', patience, () => {
  test('answers searches and items as the pipeline asks for them', async () => {
    const source = await openBrowserPageSource({
      demoOrigin: site.origin,
      search: { scrollPauseMs: () => 60, maxBatches: 1 },
    });
    const ids: string[] = [];
    try {
      const end = await source.search(
        `${site.origin}/marketplace/odense/search?query=golf`,
        async ({ listings }) => {
          ids.push(...listings.map((listing) => listing.id));
          return { known: 'none' };
        },
      );
      expect(end).toEqual({ failure: null, isEmpty: false });
      expect(ids).toHaveLength(12);
      expect(await source.item(`${site.origin}/marketplace/item/42/`)).toMatchObject({
        listing: { id: '42' },
      });
      expect(await source.item(`${site.origin}/marketplace/item/43/`)).toMatchObject({
        failure: {
          class: 'layout_changed',
          evidence: expect.stringMatching(/./),
          page: expect.stringContaining('<html'),
        },
      });
    } finally {
      await source.close();
    }
  });

  test('pauses before every item page but the first', async () => {
    const source = await openBrowserPageSource({ demoOrigin: site.origin, pauseSeconds: 0.4 });
    try {
      await source.item(`${site.origin}/marketplace/item/42/`);
      const from = performance.now();
      await source.item(`${site.origin}/marketplace/item/42/`);
      // A rest is a quarter longer or shorter than it is said to be.
      expect(performance.now() - from).toBeGreaterThan(290);
    } finally {
      await source.close();
    }
  });
});

const program = `
  const { launchBrowser } = await import('#functions/marketplaces/launch-browser.ts');
  const browser = await launchBrowser('http://127.0.0.1:9');
  console.log(browser.process().pid);
  setInterval(() => {}, 1000);`;

/** What has ended and is not yet taken note of is no more. */
const runs = (pid: number): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

it('ends the browser together with the process that started it, even when that is killed', async () => {
  const owner = spawn(process.execPath, ['--input-type=module', '-e', program]);
  const said = await new Promise<string>((resolve, reject) => {
    owner.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    owner.once('exit', () => reject(new Error('it did not start')));
  });
  const browser = Number(said.trim());
  expect(runs(browser)).toBe(true);
  owner.kill('SIGKILL');
  await vi.waitFor(() => expect(runs(browser)).toBe(false), { timeout: 20_000, interval: 100 });
}, 60_000);
