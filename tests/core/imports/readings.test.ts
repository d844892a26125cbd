import { describe, expect, it } from 'vitest';
import { isEnded, isOver, statusOf } from '#core/imports/job.ts';
import { isUnchangedAd, mergeListings } from '#core/imports/listings.ts';
import { makeListing } from '#tests/support/make-car.ts';
import { makeJob } from './make-job.ts';

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
