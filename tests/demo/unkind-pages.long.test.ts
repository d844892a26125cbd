import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import type { PageSource, SearchEnd } from '#core/marketplaces/marketplace.ts';
import { type DemoMarketplace, startDemoMarketplace } from '#demo/marketplace/server.ts';
import { openBrowserPageSource } from '#functions/marketplaces/browser-visits.ts';

let demo: DemoMarketplace;
let source: PageSource;

beforeAll(async () => {
  demo = await startDemoMarketplace({ port: 0, seed: 1, now: () => new Date('2026-11-21T12:00:00Z') });
  // A busy machine must not end a visit.
  source = await openBrowserPageSource({
    demoOrigin: demo.origin,
    search: { scrollPauseMs: () => 60, quietMs: 6_000 },
  });
}, 60_000);
afterAll(async () => {
  await source?.close();
  await demo?.close();
});

const linkOf = (word: string) => demo.links.find(({ url }) => url.endsWith(`query=${word}`))!;

async function visit(word: string): Promise<{ ads: Listing[]; end: SearchEnd }> {
  const ads = new Map<string, Listing>();
  const end = await source.search(linkOf(word).url, async ({ listings }) => {
    for (const listing of listings) ads.set(listing.id, listing);
    return { known: 'none' };
  });
  return { ads: [...ads.values()], end };
}

async function readAd({ itemUrl }: Listing): Promise<Listing> {
  const read = await source.item(itemUrl);
  if ('failure' in read) throw new Error(read.failure.evidence);
  return read.listing;
}

/** A real browser on a machine that others use too: what comes too late for once is tried again. */
describe('a search on a bad day of the marketplace', { timeout: 120_000, retry: 1 }, () => {
  it('has a link each, whose cars are those that it announces', () => {
    const unkind = demo.links.filter(({ kind }) => kind === 'unkind');
    expect(unkind).toHaveLength(8);
    for (const { title, expectedCars } of unkind) expect([title, expectedCars! > 4]).toEqual([title, true]);
  });

  it.each(['cookie-overlay', 'log-in-overlay', 'late-rows', 'more-cards', 'stale-data', 'symbolic'])(
    'brings all of its cars (%s)',
    async (word) => {
      const { ads, end } = await visit(word);
      expect(end).toEqual({ failure: null, isEmpty: false });
      expect(ads).toHaveLength(linkOf(word).expectedCars!);
      expect(ads.filter(({ make, price }) => make === null || price === null)).toEqual([]);
    },
  );

  it('keeps what was read where every further page is refused, and says so; the ads themselves are shown', async () => {
    const { ads, end } = await visit('refused-continuation');
    expect(end.failure).toMatchObject({ class: 'withheld', evidence: expect.stringContaining('1675004') });
    expect(ads).toHaveLength(6);
    for (const ad of ads) expect((await readAd(ad)).description).toBeTruthy();
  });

  it('tells the badge of a card from its title and its price', async () => {
    const { ads, end } = await visit('badges');
    expect(end).toEqual({ failure: null, isEmpty: false });
    const states = ads.map(({ availability }) => availability);
    expect(states).toEqual(['sold', 'sold', 'pending', 'pending', 'live', 'live']);
    for (const { title, price } of ads) {
      expect(title).not.toMatch(/sold|solgt|pending|reserveret|just|netop/i);
      expect(price!.amount).toBeGreaterThan(1_000);
    }
  });

  it('has symbolic prices and mileages, which the ads’ own pages give away', async () => {
    const { ads } = await visit('symbolic');
    const read: Listing[] = [];
    for (const ad of ads) read.push(await readAd(ad));
    expect(read.map(({ flags }) => flags)).toMatchObject([
      ['placeholder_price'],
      ['down_payment'],
      ['down_payment'],
      // That a car has not stood still for years is known when its inspections are.
      [],
      ['doubtful_mileage'],
    ]);
    expect(read.slice(3).map(({ mileage }) => mileage?.km ?? null)).toEqual([300, null]);
  });
});
