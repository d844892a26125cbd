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
import { makeCar, makeRating } from '#tests/support/make-car.ts';

describe('a session', () => {
  const session = { id: 's', issuedAt: 100 };
  const ended = { isErased: false, allUntil: null, sessions: new Set<string>() };

  it('a session ends with its account, with all sessions issued until a second, or by itself', () => {
    expect(hasEnded(session, ended)).toBe(false);
    expect(hasEnded(session, { ...ended, isErased: true })).toBe(true);
    expect(hasEnded(session, { ...ended, allUntil: 99 })).toBe(false);
    expect(hasEnded(session, { ...ended, allUntil: 100 })).toBe(true);
    expect(hasEnded(session, { ...ended, sessions: new Set(['s']) })).toBe(true);
    expect(hasEnded({ ...session, id: null }, { ...ended, sessions: new Set(['s']) })).toBe(false);
    expect(accessTokenMinutes).toBe(15);
  });

  it('session cookies are sent only to our own pages', () => {
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

  it('a request from another origin is refused as forbidden', () => {
    const refuse = () => requireOwnOrigin({ origin: 'https://evil.example' }, 'https://bilfund.example');
    expect(refuse).toThrow(expect.objectContaining({ status: 403, code: 'forbidden', message: 'Forbidden' }));
  });
});

describe('exportItems', () => {
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
  ])('exports every field of a %s item', (kind) => {
    const item = { kind, fields: { a: 1, set: new Set(['x', 'y']), carId: '1' } };
    expect(exported(item)).toEqual({ [kind.toLowerCase()]: [{ a: 1, set: ['x', 'y'], carId: '1' }] });
    expect(carIdsIn(item)).toEqual([]);
  });

  it.each(['AD', 'SEEN', 'IDEM', 'PAIDHOUR', 'SOCKET', 'UNKNOWN'])('exports nothing of a %s item', (kind) => {
    expect(exported({ kind, fields: { a: 1 } })).toEqual({});
    expect(carIdsIn({ kind, fields: { carId: '1' } })).toEqual([]);
  });

  it.each(['STAR', 'MATCH'])('replaces a %s whose car is locked by a stub, listed last', (kind) => {
    const marks = ['locked', '1', '2'].map((carId) => ({ kind, fields: { carId, at: 'now' } }));
    expect(exported(...marks)[kind.toLowerCase()]).toEqual([
      { carId: '1', at: 'now' },
      { carId: '2', at: 'now' },
      { deal: 'amazing', locked: true },
    ]);
    expect(carIdsIn(marks[1]!)).toEqual(['1']);
    expect(carIdsIn({ kind, fields: { carId: 7 } })).toEqual([]);
  });

  it.each(['LIST', 'FOUND', 'MISSED'])(
    'exports the open cars of a %s and the number of locked ones',
    (kind) => {
      const item = (carIds: unknown) => ({ kind, fields: { name: 'n', carIds } });
      expect(exported(item(new Set(['1', 'locked', '2'])))[kind.toLowerCase()]).toEqual([
        { name: 'n', carIds: ['1', '2'], locked: 1 },
      ]);
      expect(exported(item(['1']))[kind.toLowerCase()]).toEqual([{ name: 'n', carIds: ['1'] }]);
      expect(exported(item(undefined))[kind.toLowerCase()]).toEqual([{ name: 'n', carIds: [] }]);
      expect(carIdsIn(item(['1', 2, 'locked']))).toEqual(['1', 'locked']);
    },
  );

  it('exports alerts as text, whether shown, being sent or pending', () => {
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

  it('exports the names of an alert’s cars that this person may see', () => {
    const cars = ['1', 'locked'].map((id) => ({ id, title: `Volvo ${id}`, priceDkk: 90_000 }));
    const several = { kind: 'new_cars', search: { id: 's', title: 's' }, count: 9, car: null, cars };
    const item = { kind: 'NOTE', fields: { id: 'n', alert: several } };
    expect(carIdsIn(item)).toEqual(['1', 'locked']);
    expect(exported(item).note).toMatchObject([
      { car_id: null, cars: [{ id: '1', title: 'Volvo 1', price: '90.000 kr.' }] },
    ]);
    expect(JSON.stringify(exported(item))).not.toContain('Volvo locked');
  });

  it('exports an own car as its page, unless it is locked', () => {
    const own = (deal: 'fair' | 'amazing') => ({
      kind: 'CAR',
      fields: { car: makeCar({ ownerId: 'u', rating: makeRating({ deal }) }) },
    });
    expect(exported(own('fair')).car).toMatchObject([{ id: '1', isStarred: true, is_private: true }]);
    expect(exported(own('amazing'), own('fair')).car?.map(({ locked }) => locked)).toEqual([false, true]);
    expect(carIdsIn(own('fair'))).toEqual([]);
  });
});
