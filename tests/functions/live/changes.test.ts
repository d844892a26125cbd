import { describe, expect, it } from 'vitest';
import type { Car } from '#core/car/car.ts';
import type { Item } from '#functions/_adapters/dynamodb/table.ts';
import {
  eventOfRunDiscoveries,
  eventsOfCar,
  eventsOfSearch,
  messagesOfInbox,
} from '#functions/live/changes.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';

const carOf = (fields: Partial<Car> = {}) =>
  makeCar({
    ...{ id: 'c1', priceDkk: 100_000, availability: 'live', ownerId: null },
    rating: makeRating({ deal: 'fair' }),
    ...fields,
  });

describe('a car of the catalog that changed', () => {
  it('is news when it costs less, with both prices', () => {
    expect(eventsOfCar(carOf(), carOf({ priceDkk: 99_999 }))).toEqual([
      { type: 'price.dropped', carId: 'c1', fromDkk: 100_000, toDkk: 99_999 },
    ]);
  });

  const offer = (itemUrl: string, priceDkk: number | null): Car['alsoAt'][number] => ({
    source: 'dba',
    itemUrl,
    priceDkk,
    availability: 'live',
  });
  const other = 'https://www.dba.dk/mobility/item/1';

  it('is news when the ad that came down is another one than it was shown by, from what it cost', () => {
    const before = carOf({ alsoAt: [offer(other, 105_000)] });
    expect(eventsOfCar(before, carOf({ itemUrl: other, priceDkk: 95_000 }))).toEqual([
      { type: 'price.dropped', carId: 'c1', fromDkk: 100_000, toDkk: 95_000 },
    ]);
  });

  it.each<[what: string, before: Partial<Car>, after: Partial<Car>]>([
    ['is shown by a cheaper ad that was found', {}, { itemUrl: other, priceDkk: 95_000 }],
    [
      'is shown by another ad, which costs what it did',
      { alsoAt: [offer(other, 95_000)] },
      { itemUrl: other, priceDkk: 95_000 },
    ],
    [
      'is shown by another ad, whose contract became a price',
      { alsoAt: [offer(other, null)] },
      { itemUrl: other, priceDkk: 95_000 },
    ],
    ['costs as much as before', {}, {}],
    ['costs more', {}, { priceDkk: 100_001 }],
    ['is cheaper and sold', { availability: 'sold' }, { availability: 'sold', priceDkk: 1_000 }],
    ['has no price any more', {}, { priceDkk: 0 }],
    [
      'had a price to be found first',
      { rating: makeRating({ deal: 'no_estimate', reason: 'placeholder_price' }) },
      { priceDkk: 50_000 },
    ],
    [
      'is now offered by the month',
      {},
      { priceDkk: 2_000, rating: makeRating({ deal: 'no_estimate', reason: 'leasing' }) },
    ],
    ['belongs to one person', {}, { ownerId: 'anna', priceDkk: 1_000 }],
  ])('is no news when it %s', (_what, before, after) => {
    expect(eventsOfCar(carOf(before), carOf(after))).toEqual([]);
  });

  it('is no news when it is seen for the first time', () => {
    expect(eventsOfCar(null, carOf({ rating: makeRating({ deal: 'amazing' }) }))).toEqual([]);
  });

  it('is news once when it becomes amazing, as long as it is offered', () => {
    const amazing = carOf({ rating: makeRating({ deal: 'amazing' }) });
    expect(eventsOfCar(carOf(), amazing)).toEqual([{ type: 'deal.found', carId: 'c1' }]);
    expect(eventsOfCar(amazing, amazing)).toEqual([]);
    expect(eventsOfCar(carOf({ availability: 'sold' }), { ...amazing, availability: 'sold' })).toEqual([]);
    expect(eventsOfCar(carOf({ availability: 'pending' }), { ...amazing, availability: 'pending' })).toEqual([
      { type: 'deal.found', carId: 'c1' },
    ]);
  });

  it.each<[availability: Car['availability'], isSold: boolean]>([
    ['sold', true],
    ['gone', false],
  ])('is news once when it is %s', (availability, isSold) => {
    const gone = carOf({ availability });
    expect(eventsOfCar(carOf(), gone)).toEqual([{ type: 'car.gone', carId: 'c1', isSold }]);
    expect(eventsOfCar(gone, gone)).toEqual([]);
  });
});

const itemOf = (fields: object): Item => ({ pk: 'USER#anna', sk: 'X', kind: 'X', ...fields });

describe('an automated search that changed', () => {
  const search = { id: 's1', endTime: '2026-11-28T08:00:00.000Z' };
  const ids = { ownerId: 'anna', searchId: 's1' };
  const paused = { ...search, pausedAt: '2026-11-21T08:00:00.000Z', pausedFor: 'login_wall' };

  it('is news when it is paused, and each time anew', () => {
    const event = { type: 'search.paused', ...ids, failure: 'login_wall', at: paused.pausedAt };
    expect(eventsOfSearch(itemOf(search), itemOf(paused))).toEqual([event]);
    expect(eventsOfSearch(null, itemOf(paused))).toEqual([event]);
    expect(eventsOfSearch(itemOf(paused), itemOf(paused))).toEqual([]);
    const again = itemOf({ ...paused, pausedAt: '2026-11-22T08:00:00.000Z' });
    expect(eventsOfSearch(itemOf(paused), again)).toHaveLength(1);
  });

  it('is news once when its week is over', () => {
    const expired = itemOf({ ...search, expiredAt: search.endTime });
    expect(eventsOfSearch(itemOf(search), expired)).toEqual([
      { type: 'search.expired', ...ids, endTime: search.endTime },
    ]);
    expect(eventsOfSearch(expired, expired)).toEqual([]);
    expect(eventsOfSearch(expired, itemOf(search))).toEqual([]);
  });
});

it('cars that a search found are told with the job that found them', () => {
  expect(eventOfRunDiscoveries(itemOf({ sk: 'FOUND#j1', searchId: 's1', carIds: ['c1', 'c2'] }))).toEqual({
    ...{ type: 'cars.discovered', ownerId: 'anna', searchId: 's1', jobId: 'j1' },
    carIds: ['c1', 'c2'],
  });
});

describe('the open pages of a person', () => {
  const note = itemOf({ kind: 'NOTE', id: 'n1' });
  const inbox = (kept: number, readMark: object | null = null) => itemOf({ kind: 'INBOX', kept, readMark });
  const changed = [{ type: 'notifications_changed' }];

  it('are told of a new notification by its id, and of a changed one that something changed', () => {
    expect(messagesOfInbox(null, note)).toEqual([{ type: 'notification', notificationId: 'n1' }]);
    expect(messagesOfInbox(note, note)).toEqual(changed);
  });

  it('are told when some were read or deleted, and not when there are more', () => {
    expect(messagesOfInbox(inbox(3), inbox(2))).toEqual(changed);
    expect(messagesOfInbox(inbox(3), inbox(3, { at: 'x' }))).toEqual(changed);
    expect(messagesOfInbox(inbox(3), inbox(3))).toEqual([]);
    expect(messagesOfInbox(inbox(3), inbox(4))).toEqual([]);
  });
});
