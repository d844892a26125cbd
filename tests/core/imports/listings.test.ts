import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importFailureClasses } from '#core/contract/routes/imports.ts';
import {
  failureSentence,
  isCharged,
  isComplete,
  isEnded,
  isOver,
  isPaidFor,
  stageOf,
  statusOf,
} from '#core/imports/job.ts';
import {
  beyondLimitMarks,
  boundListing,
  canPhotosWait,
  countLeftOut,
  type Discovery,
  isUnchangedAd,
  type LeftOutCount,
  leftOutMarks,
  mergeListings,
  outdatedDiscoveries,
  photosDelaySeconds,
  sameCarMarks,
} from '#core/imports/listings.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import type { Rejection } from '#core/marketplaces/marketplace.ts';
import { limits } from '#core/payments/plan.ts';
import { isRunId, runIdOf } from '#core/searches/automated-search.ts';
import { makeListing } from '#tests/support/make-car.ts';
import { makeJob as job, makeJob } from './make-job.ts';

it('boundListing leaves an ordinary listing unchanged', () => {
  expect(boundListing(makeListing())).toEqual(makeListing());
  const bare = makeListing({ description: null, city: null, make: null, model: null, variant: null });
  expect(boundListing(bare)).toEqual(bare);
});

it('boundListing cuts texts and photos so that the car fits into one table item', () => {
  const endless = 'ø'.repeat(1_000_000);
  const bounded = boundListing(
    makeListing({
      title: endless,
      description: endless,
      city: endless,
      variant: endless,
      photoUrls: Array.from(
        { length: 5_000 },
        (_, i) => `https://scontent.fbcdn.net/${'p'.repeat(500)}/${i}`,
      ),
    }),
  );
  expect(Buffer.byteLength(JSON.stringify(bounded))).toBeLessThan(100_000);
});

it.each([
  ['title', 200],
  ['description', 6000],
  ['city', 100],
  ['make', 100],
  ['model', 100],
  ['variant', 100],
  ['color', 100],
  ['dealerName', 100],
  ['postalCode', 100],
] as const)('boundListing cuts the %s to %i characters', (field, length) => {
  const letters = 'abcdefghij'.repeat(1000);
  expect(boundListing(makeListing({ [field]: letters }))[field]).toBe(letters.slice(0, length));
});

it.each([
  ['specifications', 60],
  ['photoCaptions', 60],
  ['photoUrls', 40],
] as const)('boundListing limits the %s to the first %i', (field, count) => {
  const lines = Array.from({ length: 100 }, (_, i) => `line ${i}`);
  expect(boundListing(makeListing({ [field]: lines }))[field]).toEqual(lines.slice(0, count));
});

it('boundListing cuts each line to the length of a title', () => {
  const { specifications } = boundListing(makeListing({ specifications: ['x'.repeat(300)] }));
  expect(specifications).toEqual(['x'.repeat(200)]);
});

it('boundListing never cuts through a surrogate pair', () => {
  const cars = `x${'🚗'.repeat(5_000)}`;
  const bounded = boundListing(makeListing({ title: cars, description: cars, city: cars, color: cars }));
  for (const text of [bounded.title, bounded.description, bounded.city, bounded.color])
    expect(text?.isWellFormed()).toBe(true);
});

const listing = (id: string, title = `Trailer ${id}`) => ({ id, title }) as Listing;
const batch = (rejected: Rejection[]) => ({ listings: [listing('1'), listing('2')], rejected });
const counted = (...marks: string[][]) => countLeftOut(new Set(marks.flat()));

it('ads left out of an import are counted by reason, the most frequent first', () => {
  const marks = leftOutMarks(
    batch([
      { id: '3', reason: 'no_title' },
      { id: '4', reason: 'not_asked_for' },
      { id: '5', reason: 'not_asked_for' },
      { reason: 'no_id' },
      { reason: 'no_id' },
    ]),
    [listing('6')],
  );
  expect(counted(marks)).toEqual([
    { reason: 'unreadable', count: 3, titles: [] },
    { reason: 'not_asked_for', count: 2, titles: [] },
    { reason: 'not_for_sale', count: 1, titles: ['Trailer 6'] },
  ]);
});

it('a batch that is read twice is counted once', () => {
  const again = () =>
    leftOutMarks(batch([{ reason: 'no_id' }, { id: '4', reason: 'no_title' }]), [listing('6')]);
  expect(counted(again(), again())).toEqual(counted(again()));
});

it('ads left out are named without plates, and an ad with two titles counts once', () => {
  const marks = leftOutMarks(batch([]), [listing('6', 'Yamaha #1, AB 12 345'), listing('7')]);
  const later = leftOutMarks(batch([]), [listing('6', 'Yamaha, sat ned')]);
  expect(counted(marks, later, ['not_for_sale#7'])).toEqual([
    { reason: 'not_for_sale', count: 2, titles: ['Yamaha #1, •••••••', 'Trailer 7'] },
  ]);
});

it('of very many ads left out only some are named, each cut to its beginning', () => {
  const many = Array.from({ length: 90 }, (_, place) => listing(String(place), 'x'.repeat(900)));
  const [{ count, titles }] = counted(sameCarMarks(many)) as [LeftOutCount];
  expect(count).toBe(90);
  expect(titles.length).toBeLessThan(90);
  expect(titles.join('').length).toBeLessThan(3_000);
});

it('ads of another search in the page’s data are not counted as left out', () => {
  expect(leftOutMarks(batch([{ id: '9', reason: 'not_shown' }]), [])).toEqual([]);
});

it('the marks of a page with thousands of unread ads stay bounded', () => {
  const rejected = Array.from(
    { length: 5_000 },
    (_, i): Rejection => ({ id: String(i), reason: 'no_title' }),
  );
  expect(leftOutMarks(batch(rejected), [])).toHaveLength(100);
});

it('cars beyond the limit of a page are counted by one mark, and no mark when there are none', () => {
  expect(beyondLimitMarks(0)).toEqual([]);
  const marks = [...leftOutMarks(batch([{ id: '3', reason: 'no_title' }]), []), ...beyondLimitMarks(312)];
  expect(marks).toHaveLength(2);
  expect(counted(marks, marks)).toEqual([
    { reason: 'beyond_limit', count: 312, titles: [] },
    { reason: 'unreadable', count: 1, titles: [] },
  ]);
});

it('mergeListings keeps the item page’s kind of price when a feed without description brings a new price', () => {
  const older = makeListing({ priceKind: 'leasing', description: 'Flexleasing.' });
  const seen = makeListing({
    priceKind: 'cash',
    description: null,
    price: { amount: 2995, currency: 'DKK' },
  });
  expect(mergeListings(older, seen)).toMatchObject({ priceKind: 'leasing', price: { amount: 2995 } });
  expect(mergeListings({ ...older, priceKind: null }, seen).priceKind).toBe('cash');
  expect(mergeListings(older, { ...seen, description: 'Sælges kontant.' }).priceKind).toBe('cash');
});

it('mergeListings does not trust a doubtful mileage again because the feed rounds it', () => {
  const rounded = (km: number) => makeListing({ mileage: { km, precision: 'rounded' }, otherMileage: null });
  const page = makeListing({ mileage: null, otherMileage: { km: 111_111, precision: 'exact' } });
  expect(mergeListings(rounded(111_000), page).mileage).toBeNull();
  expect(mergeListings(page, rounded(111_000)).mileage).toBeNull();
  // The seller has entered another mileage since.
  expect(mergeListings(page, rounded(149_000)).mileage).toMatchObject({ km: 149_000 });
});

it('mergeListings takes every list and text of the newer reading, and keeps what it leaves out', () => {
  const older = makeListing({ specifications: ['Træk'], city: 'Odense' });
  const newer = makeListing({ specifications: ['Træk', 'Klima'], city: 'Vejle' });
  expect(mergeListings(older, newer)).toMatchObject({ specifications: ['Træk', 'Klima'], city: 'Vejle' });
  const silent = makeListing({ specifications: [], city: null });
  expect(mergeListings(older, silent)).toMatchObject({ specifications: ['Træk'], city: 'Odense' });
});

const ids = (count: number) => new Set(Array.from({ length: count }, (_, at) => String(at)));
const delayOf = (found: number, done: number, failed = 0) =>
  photosDelaySeconds({ found: ids(found), done: ids(done), failed: ids(failed) });

describe('the photos of a car', () => {
  it('photos can wait when the ad states the plate and has photos', () => {
    const job = { isRatedFirst: false };
    expect(canPhotosWait({ plate: 'CX41287', photoUrls: ['a'] }, job)).toBe(true);
    expect(canPhotosWait({ plate: null, photoUrls: ['a'] }, job)).toBe(false);
    expect(canPhotosWait({ plate: 'CX41287', photoUrls: [] }, job)).toBe(false);
  });

  it('photos of every ad can wait when the import wants the ratings first', () => {
    const job = { isRatedFirst: true };
    expect(canPhotosWait({ plate: null, photoUrls: ['a'] }, job)).toBe(true);
    expect(canPhotosWait({ plate: null, photoUrls: [] }, job)).toBe(false);
  });

  it('photos wait longer the more cars are still to be rated, and not at all after the last', () => {
    expect([delayOf(200, 0), delayOf(200, 100), delayOf(200, 190, 9), delayOf(200, 200)]).toEqual([
      115, 65, 16, 0,
    ]);
    expect(delayOf(2000, 0)).toBe(120);
    // The sets can overlap: a car given up before can be done later.
    expect(delayOf(1, 1, 1)).toBe(0);
  });
});

describe('mergeListings', () => {
  const older = makeListing({
    id: '1',
    photoUrls: ['a', 'b'],
    flags: ['imported', 'placeholder_price', 'foreign_currency'],
  });

  it('the newer of two readings wins wherever it says something', () => {
    const newer = makeListing({
      id: '2',
      title: 'Newer',
      description: null,
      color: 'red',
      photoUrls: ['c'],
      flags: [],
    });
    expect(mergeListings(older, newer)).toMatchObject({
      id: '1',
      title: 'Newer',
      description: older.description,
      color: 'red',
      photoUrls: ['a', 'b'],
    });
    expect(mergeListings(older, { ...newer, photoUrls: ['c', 'd'] }).photoUrls).toEqual(['c', 'd']);
  });

  it('flags are kept, except those about a price that has changed', () => {
    const priced = makeListing({ flags: ['imported', 'defect'] });
    expect(mergeListings(older, priced).flags).toEqual(['imported', 'defect']);
    expect(mergeListings(older, { ...priced, price: null }).flags).toEqual([
      ...['imported', 'placeholder_price', 'foreign_currency', 'defect'],
    ]);
  });

  it('what a price leaves out is taken from the newer reading that has a description', () => {
    const without = makeListing({ flags: ['imported', 'ex_vat'] });
    const forDealers = makeListing({ flags: ['wholesale'] });
    expect(mergeListings(without, forDealers).flags).toEqual(['imported', 'wholesale']);
    expect(mergeListings(without, makeListing({ flags: [] })).flags).toEqual(['imported']);
    const feed = makeListing({ flags: [], description: null });
    expect(mergeListings(without, feed).flags).toEqual(['imported', 'ex_vat']);
  });
});

describe('isUnchangedAd', () => {
  const now = new Date('2026-11-21T08:00:00.000Z');
  const car = { registerState: 'found', scrapedAt: '2026-11-20T08:00:00.001Z' } as const;
  const ad = makeListing();

  it('an unchanged ad is skipped within a day', () => {
    expect(isUnchangedAd(car, ad, ad, true, now)).toBe(true);
    expect(isUnchangedAd(car, { ...ad, price: null }, { ...ad, price: null }, true, now)).toBe(true);
    expect(isUnchangedAd({ ...car, scrapedAt: '2026-11-20T08:00:00.000Z' }, ad, ad, true, now)).toBe(false);
  });

  it('an ad is processed when the register has not answered, its text was never read or it changed', () => {
    expect(isUnchangedAd({ ...car, registerState: 'pending' }, ad, ad, true, now)).toBe(false);
    expect(isUnchangedAd(car, { ...ad, description: null }, ad, true, now)).toBe(false);
    expect(isUnchangedAd(car, ad, { ...ad, availability: 'sold' }, true, now)).toBe(false);
    expect(isUnchangedAd(car, ad, { ...ad, price: { amount: 1, currency: 'DKK' } }, true, now)).toBe(false);
    expect(isUnchangedAd(car, ad, { ...ad, price: { ...ad.price!, currency: 'EUR' } }, true, now)).toBe(
      false,
    );
  });
});

describe('an import', () => {
  it('an import has ended when it completed or failed, and is over once it was settled too', () => {
    const states = ['queued', 'scraping', 'working', 'completed', 'failed'] as const;
    expect(states.map((state) => isEnded({ state }))).toEqual([false, false, false, true, true]);
    expect(states.map((state) => isOver({ state, isSettled: true }))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(isOver({ state: 'completed', isSettled: false })).toBe(false);
  });

  it('an import shows its failure only when it is over', () => {
    const failed = makeJob({ state: 'failed', failure: 'login_wall' });
    expect(statusOf(failed)).toEqual({
      jobId: 'j',
      source: 'facebook',
      status: 'failed',
      percent: 10,
      carsFound: 2,
      carsDone: 0,
      carsFailed: 0,
      failure: 'login_wall',
      startedAt: '2026-11-21T08:00:00.000Z',
      updatedAt: '2026-11-21T08:05:00.000Z',
    });
    expect(statusOf({ ...failed, isSettled: false }).failure).toBeNull();
  });
});

const now = new Date('2026-11-21T08:00:00.000Z');
const hour = runIdOf('k3Jd0bXqk3Jd0bXqk3Jd0bXqk3Jd0bXq', 498_680);
const filterHour = runIdOf('filter-k3Jd0bXqk3Jd0bXqk3Jd0bXq', 498_680);
const byHand = 'Zt0a1-8xYw1qU3b4c5-9';

const discoveries = (count: number, jobId: string, prefix = jobId.slice(0, 6)): Discovery[] =>
  Array.from({ length: count }, (_, n) => ({
    carId: `${prefix}${String(n).padStart(5, '0')}`,
    jobId,
    discoveredAt: new Date(now.getTime() - (n + 1) * 60_000).toISOString(),
  }));
const idsOf = (some: readonly Discovery[]) => some.map(({ carId }) => carId);

describe('outdatedDiscoveries', () => {
  it('isRunId tells hourly runs from imports', () => {
    expect([hour, filterHour, byHand, 'fixturejob0000000001'].map(isRunId)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('discoveries are kept up to the limit, and the oldest beyond it are outdated', () => {
    const all = discoveries(limits.discoveries + 2, byHand);
    expect(outdatedDiscoveries(all.slice(0, -2), now)).toEqual([]);
    expect(idsOf(outdatedDiscoveries(all.toReversed(), now))).toEqual(idsOf(all.slice(-2)));
  });

  it('discoveries of automated searches never displace imported ones, nor the other way', () => {
    const imported = discoveries(limits.discoveries, byHand, 'old');
    const brought = [...discoveries(3_000, hour, 'run'), ...discoveries(3_000, filterHour, 'filter')];
    const outdated = outdatedDiscoveries([...imported, ...brought], now);
    expect(outdated).toHaveLength(6_000 - limits.discoveries);
    expect(outdated.some(({ jobId }) => jobId === byHand)).toBe(false);
    const many = outdatedDiscoveries([...discoveries(3_000, byHand), ...brought.slice(0, 5)], now);
    expect(new Set(many.map(({ jobId }) => jobId))).toEqual(new Set([byHand]));
  });

  it('discoveries older than a year are outdated, except cars of a handed-over page', () => {
    const [one] = discoveries(1, hour);
    const old = { ...one!, discoveredAt: '2025-11-21T08:00:00.000Z' };
    expect(outdatedDiscoveries([old], now)).toEqual([old]);
    expect(outdatedDiscoveries([{ ...old, discoveredAt: '2025-11-21T08:00:00.001Z' }], now)).toEqual([]);
    const own = discoveries(limits.discoveries + 50, byHand, 'p-').map((each) => ({
      ...each,
      discoveredAt: '2024-01-01T00:00:00.000Z',
    }));
    expect(outdatedDiscoveries(own, now)).toEqual([]);
  });

  it('the discoveries kept do not depend on the order or on repeating', () => {
    const all = [...discoveries(limits.discoveries + 40, byHand), ...discoveries(30, hour)];
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffled) => {
        const gone = new Set(idsOf(outdatedDiscoveries(shuffled, now)));
        expect(gone).toEqual(new Set(idsOf(all.slice(limits.discoveries, limits.discoveries + 40))));
        expect(
          outdatedDiscoveries(
            shuffled.filter(({ carId }) => !gone.has(carId)),
            now,
          ),
        ).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});

describe('the progress of an import', () => {
  // docs/spec.md, sections 4 and 9.
  it.each([
    ['queued', 10, job({ state: 'queued' })],
    ['scraping', 25, job({ state: 'scraping' })],
    ['ocr', 50, job({ identified: new Set(['a']) })],
    ['tjekbil', 75, job({ identified: new Set(['a', 'b']), done: new Set(['a']) })],
    ['completed', 100, job({ state: 'completed' })],
    ['failed', 10, job({ state: 'failed', failure: 'login_wall' })],
    ['tjekbil', 75, job({ state: 'completed', isSettled: false })],
    ['scraping', 25, job({ state: 'failed', failure: 'login_wall', isSettled: false })],
  ] as const)('an import at stage %s is %i percent done', (stage, percent, given) => {
    expect(stageOf(given)).toBe(stage);
    expect(statusOf(given).percent).toBe(percent);
  });

  it('an import is complete when every car was rated or given up and no more can come', () => {
    expect(isComplete(job({ done: new Set(['a']), failed: new Set(['b']) }))).toBe(true);
    expect(isComplete(job({ done: new Set(['a']) }))).toBe(false);
    const twice = { done: new Set(['a']), failed: new Set(['a']) };
    expect(isComplete(job(twice))).toBe(false);
    expect(statusOf(job(twice)).carsFailed).toBe(0);
    expect(isComplete(job({ state: 'scraping', done: new Set(['a', 'b']) }))).toBe(false);
  });

  it('an import is charged only when it brought a car', () => {
    expect(isCharged(job({ state: 'completed', found: new Set(), failure: 'empty' }))).toBe(false);
    expect(isCharged(job({ state: 'completed', done: new Set(['a']) }))).toBe(true);
  });

  it('every failure of an import has a sentence of its own', () => {
    const sentences = importFailureClasses.map(failureSentence);
    expect(new Set(sentences).size).toBe(importFailureClasses.length);
  });
});

const importHour = { jobId: 'j', startedAt: '2026-11-21T08:00:00.000Z' };
const within = new Date('2026-11-21T08:59:59.999Z');
const after = new Date('2026-11-21T09:00:00.000Z');
const working = makeJob();
const charged = makeJob({ state: 'completed', done: new Set(['a']) });
const givenBack = makeJob({ state: 'failed', failure: 'login_wall' });

it.each([
  ['within the hour of an import in progress', working, within, true],
  ['within the hour of a charged import', charged, within, true],
  ['within the hour of a refunded import', givenBack, within, false],
  ['within the hour of a deleted import', null, within, false],
  ['when the hour is over', charged, after, false],
  ['when the hour of an import in progress is over', working, after, false],
])('an import started again %s is paid for: %s', (_, paying, now, isPaid) => {
  expect(isPaidFor(importHour, paying, now)).toBe(isPaid);
});
