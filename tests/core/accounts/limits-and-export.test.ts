import { describe, expect, it } from 'vitest';
import {
  accessTokenMinutes,
  attemptCookie,
  deviceCookie,
  hasEnded,
  readCookie,
  requireOwnOrigin,
  setCookie,
} from '#core/accounts/cookies.ts';
import { carIdsIn, type ExportReader, exportItems, type StoredItem } from '#core/accounts/exported-item.ts';
import {
  accountLimits,
  classLimits,
  codesPerPerson,
  mostUnfinishedImports,
  purchasesPerPerson,
  type RateLimit,
} from '#core/accounts/rate-limits.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';

const limitsIn = (value: unknown): RateLimit[] => {
  if (typeof value !== 'object' || value === null) return [];
  return 'kind' in value ? [value as RateLimit] : Object.values(value).flatMap(limitsIn);
};
const told = (limits: unknown) =>
  limitsIn(limits).map(
    ({ kind, capacity, refillSeconds }) => `${kind}: ${capacity} in ${refillSeconds / 60} min`,
  );

describe('how often something may be tried', () => {
  const wholeDay = 24 * 60;
  const limits = { ...accountLimits, ...classLimits, purchasesPerPerson, codesPerPerson };

  it('is what was weighed: people mistype, offices share an address, nobody guesses', () => {
    expect([...new Set(told(limits))]).toEqual([
      ...[
        'sign-up-address: 20 in 60 min',
        'sign-up-known: 5 in 60 min',
        `sign-up-fresh: 1 in ${wholeDay} min`,
      ],
      ...['sign-up-pair: 5 in 60 min', 'sign-up-strangers: 5 in 60 min', 'code-address: 60 in 10 min'],
      ...['code-known: 5 in 60 min', 'code-strangers: 3 in 60 min'],
      ...[`code-address-day: 10 in ${wholeDay} min`, `code-account-day: 30 in ${wholeDay} min`],
      'mail-address: 30 in 60 min',
      ...['mail-known: 5 in 60 min', `mail-fresh: 1 in ${wholeDay} min`, 'mail-pair: 5 in 60 min'],
      ...['mail-strangers: 5 in 60 min', 'sign-in-address: 60 in 10 min', 'password-known: 10 in 10 min'],
      ...[
        `password-fresh: 2 in ${wholeDay} min`,
        'password-pair: 10 in 10 min',
        'password-strangers: 50 in 60 min',
      ],
      ...['session-address: 300 in 10 min', 'reading-person: 300 in 1 min', 'reading-address: 1500 in 1 min'],
      ...['writing-person: 120 in 1 min', 'writing-address: 600 in 1 min', 'importing-person: 10 in 10 min'],
      ...['importing-address: 60 in 10 min', 'purchase-person: 40 in 10 min', 'code-person: 10 in 60 min'],
    ]);
    expect(mostUnfinishedImports).toBe(5);
  });
});

describe('a session', () => {
  const session = { id: 's', issuedAt: 100 };
  const ended = { isErased: false, allUntil: null, sessions: new Set<string>() };

  it('ends with its account, with all issued until a second, or by itself', () => {
    expect(hasEnded(session, ended)).toBe(false);
    expect(hasEnded(session, { ...ended, isErased: true })).toBe(true);
    expect(hasEnded(session, { ...ended, allUntil: 99 })).toBe(false);
    expect(hasEnded(session, { ...ended, allUntil: 100 })).toBe(true);
    expect(hasEnded(session, { ...ended, sessions: new Set(['s']) })).toBe(true);
    expect(hasEnded({ ...session, id: null }, { ...ended, sessions: new Set(['s']) })).toBe(false);
    expect(accessTokenMinutes).toBe(15);
  });

  it('is kept by cookies that only its own pages send', () => {
    expect(setCookie(deviceCookie, 'x', 'https://bilfund.example')).toBe(
      'bilfund_device=x; HttpOnly; SameSite=Strict; Path=/api/auth; Max-Age=34560000; Secure',
    );
    expect(setCookie(attemptCookie, 'x', 'http://127.0.0.1:4800')).toBe(
      'bilfund_attempt=x; HttpOnly; SameSite=Strict; Path=/api/auth; Max-Age=86400',
    );
    expect(setCookie(attemptCookie, 'x', 'http://bilfund.example')).toMatch(/; Secure$/);
    expect(setCookie(attemptCookie, 'x', 'https://127.0.0.1')).toMatch(/; Secure$/);
    expect(readCookie(deviceCookie, ['a=1; bilfund_device=x.y-z', 'b=2'])).toBe('x.y-z');
    expect(readCookie(deviceCookie, ['xbilfund_device=x'])).toBeNull();
    expect(readCookie(deviceCookie, ['bilfund_device='])).toBeNull();
  });

  it('is refused to a foreign page as forbidden', () => {
    const refuse = () => requireOwnOrigin({ origin: 'https://evil.example' }, 'https://bilfund.example');
    expect(refuse).toThrow(expect.objectContaining({ status: 403, code: 'forbidden', message: 'Forbidden' }));
  });
});

describe('what a person is given of what is stored', () => {
  const reader: ExportReader = {
    viewer: { id: 'u', isPremium: false, seesEstimates: false },
    language: 'en',
    lockedCarIds: new Set(['locked']),
    marksOf: () => ({ isStarred: true, discoveredAt: null, lookedAt: '2026-11-21T08:00:00.000Z' }),
  };
  const exported = (...items: StoredItem[]) => exportItems(items, reader);
  const alert = (id: string) =>
    ({ kind: 'price_drop', car: { id, title: 'Volvo', priceDkk: 90_000 }, fromDkk: 100_000 }) as const;
  const words = (id: string) => ({
    title: 'Price drop: Volvo',
    message: 'Now 90.000 kr. – 10.000 kr. less than before (100.000 kr.).',
    car_id: id,
    path: `/car/${id}`,
  });

  it.each([
    ...['PROFILE', 'PLAN', 'USAGE', 'STATUS', 'HISTORY', 'SAVED', 'TALLY', 'AUTOSEARCH', 'GUARD', 'INBOX'],
    ...['ALERTSETTINGS', 'PUSHDEVICE', 'CUSTOMER', 'CHECKED', 'ASKED'],
  ])('is all of %s', (kind) => {
    const item = { kind, fields: { a: 1, set: new Set(['x', 'y']), carId: '1' } };
    expect(exported(item)).toEqual({ [kind.toLowerCase()]: [{ a: 1, set: ['x', 'y'], carId: '1' }] });
    expect(carIdsIn(item)).toEqual([]);
  });

  it.each(['AD', 'SEEN', 'IDEM', 'PAIDHOUR', 'SOCKET', 'UNKNOWN'])('is nothing of %s', (kind) => {
    expect(exported({ kind, fields: { a: 1 } })).toEqual({});
    expect(carIdsIn({ kind, fields: { carId: '1' } })).toEqual([]);
  });

  it.each(['STAR', 'MATCH'])(
    'is of a %s that there is one where its car is locked, behind the others',
    (kind) => {
      const marks = ['locked', '1', '2'].map((carId) => ({ kind, fields: { carId, at: 'now' } }));
      expect(exported(...marks)[kind.toLowerCase()]).toEqual([
        { carId: '1', at: 'now' },
        { carId: '2', at: 'now' },
        { deal: 'amazing', locked: true },
      ]);
      expect(carIdsIn(marks[1]!)).toEqual(['1']);
      expect(carIdsIn({ kind, fields: { carId: 7 } })).toEqual([]);
    },
  );

  it.each(['LIST', 'FOUND'])('is of a %s its open cars, and how many are locked', (kind) => {
    const item = (carIds: unknown) => ({ kind, fields: { name: 'n', carIds } });
    expect(exported(item(new Set(['1', 'locked', '2'])))[kind.toLowerCase()]).toEqual([
      { name: 'n', carIds: ['1', '2'], locked: 1 },
    ]);
    expect(exported(item(['1']))[kind.toLowerCase()]).toEqual([{ name: 'n', carIds: ['1'] }]);
    expect(exported(item(undefined))[kind.toLowerCase()]).toEqual([{ name: 'n', carIds: [] }]);
    expect(carIdsIn(item(['1', 2, 'locked']))).toEqual(['1', 'locked']);
  });

  it('is of news their words, whether told, on their way or waiting', () => {
    const note = { kind: 'NOTE', fields: { id: 'n', alert: alert('1') } };
    const outgoing = {
      kind: 'OUTGOING',
      fields: { channel: 'email', alerts: [{ id: 'n', at: 'now', alert: alert('1') }] },
    };
    const pending = { kind: 'PENDING', fields: { finds: [alert('1')], other: 1 } };
    expect(exported(note, outgoing, pending)).toEqual({
      note: [{ id: 'n', type: 'system', ...words('1') }],
      outgoing: [{ channel: 'email', alerts: [{ id: 'n', at: 'now', ...words('1') }] }],
      pending: [{ alerts: [words('1')] }],
    });
    expect([note, outgoing, pending].flatMap(carIdsIn)).toEqual(['1', '1', '1']);
    expect(carIdsIn({ kind: 'NOTE', fields: { alert: { kind: 'new_cars', car: null } } })).toEqual([]);
    expect(JSON.stringify(exported({ kind: 'NOTE', fields: { alert: alert('locked') } }))).not.toContain(
      'Volvo',
    );
  });

  it('is of several cars the names of those that are open to this person', () => {
    const cars = ['1', 'locked'].map((id) => ({ id, title: `Volvo ${id}`, priceDkk: 90_000 }));
    const several = { kind: 'new_cars', search: { id: 's', title: 's' }, count: 9, car: null, cars };
    const item = { kind: 'NOTE', fields: { id: 'n', alert: several } };
    expect(carIdsIn(item)).toEqual(['1', 'locked']);
    expect(exported(item).note).toMatchObject([
      { car_id: null, cars: [{ id: '1', title: 'Volvo 1', price: '90.000 kr.' }] },
    ]);
    expect(JSON.stringify(exported(item))).not.toContain('Volvo locked');
  });

  it('is of an own car its page, unless it is locked', () => {
    const own = (deal: 'fair' | 'amazing') => ({
      kind: 'CAR',
      fields: { car: makeCar({ ownerId: 'u', rating: makeRating({ deal }) }) },
    });
    expect(exported(own('fair')).car).toMatchObject([{ id: '1', isStarred: true, is_private: true }]);
    expect(exported(own('amazing'), own('fair')).car?.map(({ locked }) => locked)).toEqual([false, true]);
    expect(carIdsIn(own('fair'))).toEqual([]);
  });
});
