import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Car } from '#core/cars/car.ts';
import { toCard } from '#core/cars/card.ts';
import type { DomainEvent, LiveMessage } from '#core/contract/messages.ts';
import { addSocket, closeSocket, removeSocket, sendToPerson, sendToSocket } from '#functions/live/sockets.ts';
import {
  eventOfFound,
  eventOfMissed,
  eventsOfCar,
  eventsOfSearch,
  messagesOfInbox,
} from '#functions/live/workers.ts';
import { connectionKey, userKeys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { tableForEachTest } from '#tests/support/cloud-in-memory.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';

const carOf = (fields: Partial<Car> = {}) =>
  makeCar({
    ...{ id: 'c1', priceDkk: 100_000, availability: 'live', ownerId: null },
    rating: makeRating({ deal: 'fair' }),
    ...fields,
  });

describe('events of a changed car', () => {
  /** Cars as a visit leaves them, one after the other. */
  const visits = (...prices: number[]): Car[] =>
    prices.map((priceDkk, place) =>
      carOf({
        priceDkk,
        scrapedAt: dayOf(place),
        priceHistory: prices
          .slice(0, place + 1)
          .map((each, before) => ({ at: dayOf(before), priceDkk: each })),
      }),
    );
  const dayOf = (place: number) => `2026-11-1${place}T08:00:00.000Z`;
  const lastChange = (...prices: number[]): DomainEvent[] =>
    eventsOfCar(...(visits(...prices).slice(-2) as [Car, Car]));

  it('reports a lower price with both prices', () => {
    expect(lastChange(100_000, 95_000)).toEqual([
      { type: 'price.dropped', carId: 'c1', fromDkk: 100_000, toDkk: 95_000 },
    ]);
  });

  it('compares no rating with one by the ad alone, but tells that such a car is gone', () => {
    const unread = carOf({ registerState: 'unread', rating: makeRating({ deal: 'no_estimate' }) });
    const amazing = carOf({ rating: makeRating({ deal: 'amazing' }) });
    const fair = carOf({ rating: makeRating({ deal: 'fair' }) });
    expect([null, unread].flatMap((before) => eventsOfCar(before, unread))).toEqual([]);
    expect([amazing, fair].flatMap((after) => eventsOfCar(unread, after))).toEqual([]);
    expect(eventsOfCar({ ...unread, registerState: 'no_plate' }, amazing)).not.toEqual([]);
    const gone = eventsOfCar(unread, { ...unread, availability: 'gone' });
    expect(gone).toEqual([{ type: 'car.gone', carId: 'c1', isSold: false }]);
  });

  it('reports a price drop across a placeholder price from the price before it', () => {
    expect(lastChange(100_000, 1)).toEqual([]);
    expect(lastChange(100_000, 1, 95_000)).toEqual([
      { type: 'price.dropped', carId: 'c1', fromDkk: 100_000, toDkk: 95_000 },
    ]);
  });

  it.each([
    [[999_999, 549_000]],
    [[123_456, 89_000]],
    [[111_111, 79_900]],
    [[900_000, 90_000]],
    [[90_000, 1, 90_000]],
  ])('reports no price drop when a wrong figure is corrected: %j', (prices) => {
    expect(lastChange(...prices)).toEqual([]);
  });

  it('reports the price drops of the card for any prices, each once, without returns to a price of before', () => {
    const price = fc.constantFrom(
      0,
      1,
      1_234,
      111_111,
      123_456,
      999_999,
      40_000,
      79_900,
      90_000,
      100_000,
      200_000,
    );
    fc.assert(
      fc.property(fc.array(price, { minLength: 2, maxLength: 7 }), (prices) => {
        const steps = visits(...prices.filter((each, place) => each !== prices[place - 1]));
        const told = steps.slice(1).flatMap((car, place) => eventsOfCar(steps[place]!, car));
        const onCards = steps.map((car) => toCard(car).priceDrop);
        const days = new Set(
          steps.flatMap(({ priceDkk }, place) =>
            steps.findIndex((step) => step.priceDkk === priceDkk) === place ? (onCards[place]?.at ?? []) : [],
          ),
        );
        expect(told).toHaveLength(days.size);
        for (const event of told)
          expect(onCards).toContainEqual(
            expect.objectContaining(
              event.type === 'price.dropped' ? { dkk: event.fromDkk - event.toDkk } : {},
            ),
          );
      }),
    );
  });

  it.each<[what: string, before: Partial<Car>, after: Partial<Car>]>([
    ['costs as much as before', {}, {}],
    ['is cheaper and sold', {}, { availability: 'sold' }],
    ['is now offered by the month', {}, { rating: makeRating({ deal: 'no_estimate', reason: 'leasing' }) }],
    ['came down before it was seen last', { scrapedAt: dayOf(2) }, {}],
  ])('reports no price drop of a car that %s', (_what, before, after) => {
    const [first, second] = visits(100_000, 95_000) as [Car, Car];
    const isSame = Object.keys({ ...before, ...after }).length === 0;
    const events = eventsOfCar({ ...(isSame ? second : first), ...before }, { ...second, ...after });
    expect(events.filter(({ type }) => type === 'price.dropped')).toEqual([]);
  });

  it('reports a car that is offered again', () => {
    const unseen = carOf({ availability: 'unseen' });
    expect(eventsOfCar(unseen, carOf())).toEqual([{ type: 'car.back', carId: 'c1' }]);
    expect(eventsOfCar(unseen, unseen)).toEqual([]);
  });

  it('reports a car of one person’s own page with its owner', () => {
    const [first, second] = visits(100_000, 95_000) as [Car, Car];
    const own = { ownerId: 'anna' };
    const ids = { carId: 'c1', ownerId: 'anna' };
    expect(eventsOfCar({ ...first, ...own }, { ...second, ...own })).toEqual([
      { type: 'price.dropped', ...ids, fromDkk: 100_000, toDkk: 95_000 },
    ]);
    const gone = carOf({ ...own, availability: 'unseen' });
    const amazing = carOf({ ...own, rating: makeRating({ deal: 'amazing' }) });
    expect(eventsOfCar(carOf(own), carOf({ ...own, availability: 'gone' }))).toEqual([
      { type: 'car.gone', ...ids, isSold: false },
    ]);
    expect(eventsOfCar(gone, amazing)).toEqual([
      { type: 'deal.found', ...ids },
      { type: 'car.back', ...ids },
    ]);
  });

  it('leaves it to the reading of a page to report the own cars that it misses, and reports those of the catalog', () => {
    const unseen = { availability: 'unseen' } as const;
    expect(eventsOfCar(carOf({ ownerId: 'anna' }), carOf({ ownerId: 'anna', ...unseen }))).toEqual([]);
    expect(eventsOfCar(carOf(), carOf(unseen))).toEqual([{ type: 'car.gone', carId: 'c1', isSold: false }]);
  });

  it('reports that a car is sold which was not seen any more before', () => {
    const sold = carOf({ availability: 'sold' });
    expect(eventsOfCar(carOf({ availability: 'unseen' }), sold)).toEqual([
      { type: 'car.gone', carId: 'c1', isSold: true },
    ]);
    expect(eventsOfCar(carOf({ availability: 'gone' }), sold)).toEqual([]);
  });

  it('reports nothing of a car that is seen for the first time', () => {
    expect(eventsOfCar(null, carOf({ rating: makeRating({ deal: 'amazing' }) }))).toEqual([]);
  });

  it('reports a car once when it becomes amazing, while it is offered', () => {
    const amazing = carOf({ rating: makeRating({ deal: 'amazing' }) });
    expect(eventsOfCar(carOf(), amazing)).toEqual([{ type: 'deal.found', carId: 'c1' }]);
    expect(eventsOfCar(amazing, amazing)).toEqual([]);
    expect(eventsOfCar(carOf({ availability: 'sold' }), { ...amazing, availability: 'sold' })).toEqual([]);
    expect(eventsOfCar(carOf({ availability: 'pending' }), { ...amazing, availability: 'pending' })).toEqual([
      { type: 'deal.found', carId: 'c1' },
    ]);
  });

  it('reports a car once when it is rated that had no estimate, and an amazing one as such', () => {
    const unrated = carOf({ rating: makeRating({ deal: 'no_estimate', reason: 'few_comparables' }) });
    const [fair, poor] = (['fair', 'poor'] as const).map((deal) => carOf({ rating: makeRating({ deal }) }));
    for (const rated of [fair!, poor!])
      expect(eventsOfCar(unrated, rated)).toEqual([{ type: 'car.rated', carId: 'c1' }]);
    expect(eventsOfCar(fair!, poor!)).toEqual([]);
    expect(eventsOfCar(unrated, unrated)).toEqual([]);
    expect(eventsOfCar(unrated, carOf({ rating: makeRating({ deal: 'amazing' }) }))).toEqual([
      { type: 'deal.found', carId: 'c1' },
    ]);
    const sold = { availability: 'sold' } as const;
    expect(eventsOfCar({ ...unrated, ...sold }, { ...fair!, ...sold })).toEqual([]);
  });

  it.each<[availability: Car['availability'], isSold: boolean]>([
    ['sold', true],
    ['gone', false],
  ])('reports a car once when it is %s', (availability, isSold) => {
    const gone = carOf({ availability });
    expect(eventsOfCar(carOf(), gone)).toEqual([{ type: 'car.gone', carId: 'c1', isSold }]);
    expect(eventsOfCar(gone, gone)).toEqual([]);
  });
});

const itemOf = (fields: object): Item => ({ pk: 'USER#anna', sk: 'X', kind: 'X', ...fields });

describe('events of a changed automated search', () => {
  const search = { id: 's1', endTime: '2026-11-28T08:00:00.000Z' };
  const ids = { ownerId: 'anna', searchId: 's1' };
  const paused = { ...search, pausedAt: '2026-11-21T08:00:00.000Z', pausedFor: 'login_wall' };

  it('reports every new pause of an automated search', () => {
    const event = { type: 'search.paused', ...ids, failure: 'login_wall', at: paused.pausedAt };
    expect(eventsOfSearch(itemOf(search), itemOf(paused))).toEqual([event]);
    expect(eventsOfSearch(null, itemOf(paused))).toEqual([event]);
    expect(eventsOfSearch(itemOf(paused), itemOf(paused))).toEqual([]);
    const again = itemOf({ ...paused, pausedAt: '2026-11-22T08:00:00.000Z' });
    expect(eventsOfSearch(itemOf(paused), again)).toHaveLength(1);
  });

  it('reports once for each end that an automated search ends in a day', () => {
    const ending = itemOf({ ...search, endingAt: search.endTime });
    const event = { type: 'search.ending', ...ids, endTime: search.endTime };
    expect(eventsOfSearch(itemOf(search), ending)).toEqual([event]);
    expect(eventsOfSearch(ending, ending)).toEqual([]);
    expect(eventsOfSearch(ending, itemOf(search))).toEqual([]);
    const later = { ...search, endTime: '2026-12-05T08:00:00.000Z', endingAt: '2026-12-05T08:00:00.000Z' };
    expect(eventsOfSearch(ending, itemOf(later))).toHaveLength(1);
  });

  it('reports once that the week of an automated search is over', () => {
    const expired = itemOf({ ...search, expiredAt: search.endTime });
    expect(eventsOfSearch(itemOf(search), expired)).toEqual([
      { type: 'search.expired', ...ids, endTime: search.endTime },
    ]);
    expect(eventsOfSearch(expired, expired)).toEqual([]);
    expect(eventsOfSearch(expired, itemOf(search))).toEqual([]);
  });
});

it('reports the cars that a search found with the job that found them', () => {
  expect(eventOfFound(itemOf({ sk: 'FOUND#j1', searchId: 's1', carIds: ['c1', 'c2'] }))).toEqual({
    ...{ type: 'cars.discovered', ownerId: 'anna', searchId: 's1', jobId: 'j1' },
    carIds: ['c1', 'c2'],
  });
});

it('reports the cars that a page missed with its search and the instant at which it was read', () => {
  const readAt = '2026-11-28T08:00:00.000Z';
  expect(eventOfMissed(itemOf({ sk: 'MISSED#s1#x', searchId: 's1', readAt, carIds: ['c1'] }))).toEqual({
    ...{ type: 'cars.missed', ownerId: 'anna', searchId: 's1', carIds: ['c1'], at: readAt },
  });
});

describe('messages to open pages', () => {
  const note = itemOf({ kind: 'NOTE', id: 'n1' });
  const inbox = (kept: number, readMark: object | null = null) => itemOf({ kind: 'INBOX', kept, readMark });
  const changed = [{ type: 'notifications_changed' }];

  it('sends the id of a new notification, and for a changed one only that something changed', () => {
    expect(messagesOfInbox(null, note)).toEqual([{ type: 'notification', notificationId: 'n1' }]);
    expect(messagesOfInbox(note, note)).toEqual(changed);
  });

  it('tells open pages when notifications were read or deleted, but not when the count grows', () => {
    expect(messagesOfInbox(inbox(3), inbox(2))).toEqual(changed);
    expect(messagesOfInbox(inbox(3), inbox(3, { at: 'x' }))).toEqual(changed);
    expect(messagesOfInbox(inbox(3), inbox(3))).toEqual([]);
    expect(messagesOfInbox(inbox(3), inbox(4))).toEqual([]);
  });
});

describe('the sockets of open pages', () => {
  const now = Date.parse('2026-11-21T10:00:00.500Z');
  const message = (id: string) => ({ type: 'ping', id }) as unknown as LiveMessage;
  const gone = Object.assign(new Error('gone'), { name: 'GoneException' });
  const broken = Object.assign(new Error('broken'), { name: 'InternalServerError' });

  const table = tableForEachTest();
  /** What was sent, as `socket message`; what sending to a socket throws. */
  let sent: string[] = [];
  let failing = new Map<string, Error>();

  beforeAll(() => {
    vi.stubEnv('LIVE_ENDPOINT', 'https://live.invalid');
    vi.stubEnv('AWS_REGION', 'eu-north-1');
    vi.spyOn(ApiGatewayManagementApiClient.prototype, 'send').mockImplementation(async (given: unknown) => {
      const command = given as {
        input: { ConnectionId: string; Data?: Uint8Array };
        constructor: { name: string };
      };
      const { ConnectionId, Data } = command.input;
      const error = failing.get(ConnectionId);
      if (error) throw error;
      const what = Data ? JSON.parse(Buffer.from(Data).toString()).id : command.constructor.name;
      sent.push(`${ConnectionId} ${what}`);
      return {} as never;
    });
  });
  beforeEach(() => {
    vi.stubEnv('LIVE_ENDPOINT', 'https://live.invalid');
    vi.useFakeTimers({ toFake: ['Date'], now });
    [sent, failing] = [[], new Map()];
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });

  const ids = () => table.partition(userKeys.partition('anna')).map((item) => item.connectionId);

  describe('stored sockets', () => {
    it('stores a socket under its owner and by itself, for an hour longer than it can live', async () => {
      await addSocket('anna', 's1', now, 'session-1');
      const ttl = Math.floor(now / 1000) + 3 * 3600;
      expect(table.get(connectionKey('s1'))).toMatchObject({ kind: 'CONN', userId: 'anna', ttl });
      expect(table.get(userKeys.socket('anna', 's1'))).toMatchObject({
        ...{ kind: 'SOCKET', connectionId: 's1', session: 'session-1', openedAtMs: now, ttl },
      });
      await addSocket('bent', 's2', now);
      expect(table.get(userKeys.socket('bent', 's2'))).toMatchObject({ session: null });
    });

    it('forgets a socket in both places, also one that is not known', async () => {
      await addSocket('anna', 's1', now);
      await removeSocket('s1');
      await removeSocket('s9');
      expect(table.all()).toEqual([]);
    });

    it('sends a message to a socket, ignores a socket that is gone, and reports any other failure', async () => {
      failing.set('s2', gone).set('s3', broken);
      expect(await sendToSocket('s1', message('a'))).toBe(true);
      expect(await sendToSocket('s2', message('a'))).toBe(false);
      await expect(sendToSocket('s3', message('a'))).rejects.toBe(broken);
      expect(sent).toEqual(['s1 a']);
    });

    it('closes a socket, ignores one that is gone, and reports any other failure', async () => {
      failing.set('s2', gone).set('s3', broken);
      await closeSocket('s1');
      await closeSocket('s2');
      await expect(closeSocket('s3')).rejects.toBe(broken);
      expect(sent).toEqual(['s1 DeleteConnectionCommand']);
    });
  });

  describe('messages to a person', () => {
    it('sends messages to all sockets of a person in order', async () => {
      await addSocket('anna', 's1', now);
      await addSocket('anna', 's2', now);
      await addSocket('bent', 's3', now);
      await sendToPerson('anna', () => [message('a'), message('b')]);
      expect(sent.sort()).toEqual(['s1 a', 's1 b', 's2 a', 's2 b']);
    });

    it('does not build messages for a person without a socket', async () => {
      const make = vi.fn(() => []);
      await sendToPerson('anna', make);
      expect(make).not.toHaveBeenCalled();
    });

    it.each([
      ['forgets a socket that is gone half a minute after it opened', 30_000, []],
      ['keeps a socket that does not answer within its first half minute', 29_999, ['s1']],
    ])('%s', async (_, ageMs, left) => {
      await addSocket('anna', 's1', now - ageMs);
      failing.set('s1', gone);
      await sendToPerson('anna', () => [message('a'), message('b')]);
      expect(ids()).toEqual(left);
    });

    it('forgets a socket in an older format that does not say when it was opened', async () => {
      await addSocket('anna', 's1', now);
      const { openedAtMs: _, ...former } = table.get(userKeys.socket('anna', 's1'))!;
      table.restore([former, table.get(connectionKey('s1'))!]);
      failing.set('s1', gone);
      await sendToPerson('anna', () => [message('a')]);
      expect(ids()).toEqual([]);
    });
  });
});
