import { describe, expect, it } from 'vitest';
import { isEnded, isOver, statusOf } from '#core/imports/job.ts';
import { isUnchangedAd, mergeListings } from '#core/imports/listings.ts';
import { makeListing } from '#tests/support/make-car.ts';
import { makeJob } from './make-job.ts';

describe('two readings of one ad', () => {
  const older = makeListing({
    id: '1',
    photoUrls: ['a', 'b'],
    flags: ['imported', 'placeholder_price', 'foreign_currency'],
  });

  it('make one in which the newer wins wherever it says something', () => {
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

  it('keep what was flagged, but for what a newer price says', () => {
    const priced = makeListing({ flags: ['imported', 'defect'] });
    expect(mergeListings(older, priced).flags).toEqual(['imported', 'defect']);
    expect(mergeListings(older, { ...priced, price: null }).flags).toEqual([
      ...['imported', 'placeholder_price', 'foreign_currency', 'defect'],
    ]);
  });
});

describe('an ad that is as it was', () => {
  const now = new Date('2026-11-21T08:00:00.000Z');
  const car = { registerState: 'found', scrapedAt: '2026-11-20T08:00:00.001Z' } as const;
  const ad = makeListing();

  it('is not gone through again within a day', () => {
    expect(isUnchangedAd(car, ad, ad, true, now)).toBe(true);
    expect(isUnchangedAd(car, { ...ad, price: null }, { ...ad, price: null }, true, now)).toBe(true);
    expect(isUnchangedAd({ ...car, scrapedAt: '2026-11-20T08:00:00.000Z' }, ad, ad, true, now)).toBe(false);
  });

  it('is gone through when the register has not answered, its text was never read, or something changed', () => {
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
  it('has ended when it completed or failed, and is over when it was settled too', () => {
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

  it('tells its failure only when it is over', () => {
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
