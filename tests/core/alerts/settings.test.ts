import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NotificationKind, notificationKinds } from '#core/alerts/alert.ts';
import {
  channelNames,
  completeSettings,
  defaultSettings,
  eachChannel,
  outgoingChannelNames,
  sentFrom,
  undisturbedFrom,
} from '#core/alerts/settings.ts';
import { storedFixture } from '#tests/support/stored-fixtures.ts';

const stored = storedFixture('ALERTSETTINGS').settings as typeof defaultSettings;

describe('completeSettings', () => {
  it('keeps every choice of stored alert settings', () => {
    expect(completeSettings(stored)).toMatchObject(stored);
  });

  it.each(channelNames)(
    'turns the channel %s on if it was added after the settings were saved, and keeps other choices',
    (added) => {
      const saved = Object.fromEntries(
        channelNames.filter((name) => name !== added).map((name) => [name, false]),
      );
      const kinds = Object.fromEntries(notificationKinds.map((kind) => [kind, saved])) as typeof stored.kinds;
      const settings = completeSettings({ ...stored, kinds });
      for (const kind of notificationKinds) expect(settings.kinds[kind]).toEqual({ ...saved, [added]: true });
    },
  );

  it.each(notificationKinds)(
    'gives %s its default settings if it was added after the settings were saved',
    (added) => {
      const { [added]: _, ...kinds } = stored.kinds;
      const settings = completeSettings({ ...stored, kinds: kinds as typeof stored.kinds });
      expect(settings.kinds[added]).toEqual(defaultSettings.kinds[added]);
    },
  );
});

describe('the channels', () => {
  it('every channel but the one in the app is outgoing', () => {
    expect(['in_app', ...outgoingChannelNames]).toEqual([...channelNames]);
    expect(Object.keys(eachChannel(1))).toEqual([...channelNames]);
  });
});

const night = { from: '22:00', to: '07:00' };
const at = (iso: string) => undisturbedFrom(new Date(iso), night).toISOString();

describe('undisturbedFrom', () => {
  it('an alert that arrives at night waits until the morning in Copenhagen', () => {
    expect(at('2026-11-21T23:30:00.000Z')).toBe('2026-11-22T06:00:00.000Z');
    expect(at('2026-11-21T21:00:00.000Z')).toBe('2026-11-22T06:00:00.000Z');
    expect(at('2026-07-01T20:00:30.000Z')).toBe('2026-07-02T05:00:00.000Z');
  });

  it('an alert outside quiet hours is sent at once', () => {
    for (const time of ['2026-11-21T06:00:00.000Z', '2026-11-21T20:59:00.000Z', '2026-11-21T12:00:00.000Z'])
      expect(at(time)).toBe(time);
    expect(undisturbedFrom(new Date('2026-11-21T23:30:00.000Z'), null).toISOString()).toBe(
      '2026-11-21T23:30:00.000Z',
    );
    const never = { from: '08:00', to: '08:00' };
    expect(undisturbedFrom(new Date('2026-11-21T07:00:00.000Z'), never).toISOString()).toBe(
      '2026-11-21T07:00:00.000Z',
    );
  });

  it('quiet hours end at the same local time when the clock changes in the night', () => {
    expect(at('2026-10-24T22:00:00.000Z')).toBe('2026-10-25T06:00:00.000Z');
    expect(at('2026-03-28T22:00:00.000Z')).toBe('2026-03-29T05:00:00.000Z');
  });

  it('quiet hours agree with local time around both changes of summer time', () => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Copenhagen', timeStyle: 'short' });
    const halfHours = Array.from(
      { length: 48 },
      (_, half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`,
    );
    const wrong: string[] = [];
    for (const noon of ['2026-03-28T11:00:00Z', '2026-10-24T10:00:00Z']) {
      const moments = Array.from({ length: 100 }, (_, half) => new Date(Date.parse(noon) + half * 1_800_000));
      const walls = moments.map((moment) => format.format(moment));
      for (const from of ['20:30', '23:30', '01:00', '02:30'])
        for (const to of halfHours.slice(0, 24)) {
          const isQuiet = (wall: string) =>
            from <= to ? wall >= from && wall < to : wall >= from || wall < to;
          for (let place = 0; place < 49; place++) {
            const end = moments.findIndex((_, later) => later >= place && !isQuiet(walls[later]!));
            const until = undisturbedFrom(moments[place]!, { from, to });
            if (until.getTime() !== moments[end]!.getTime())
              wrong.push(`${moments[place]!.toISOString()} ${from}–${to}: ${until.toISOString()}`);
          }
        }
    }
    expect(wrong).toEqual([]);
  });

  it('quiet hours never delay an alert by a day, and end outside quiet hours', () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-04-01'), max: new Date('2026-10-01'), noInvalidDate: true }),
        time,
        time,
        (now, from, to) => {
          const end = undisturbedFrom(now, { from, to });
          expect(end.getTime()).toBeGreaterThanOrEqual(now.getTime());
          expect(end.getTime() - now.getTime()).toBeLessThanOrEqual(86_400_000);
          expect(undisturbedFrom(end, { from, to }).getTime()).toBe(end.getTime());
        },
      ),
    );
  });
});

describe('sentFrom', () => {
  const when = (iso: string, kinds: NotificationKind[] = ['new_cars'], settings: object = {}) =>
    sentFrom(new Date(iso), kinds, { quiet_hours: null, daily_digest: '18:00', ...settings }).toISOString();

  it('news of cars waits for the day’s digest in Copenhagen, also over a change of summer time', () => {
    expect(when('2026-11-21T10:00:00.000Z')).toBe('2026-11-21T17:00:00.000Z');
    expect(when('2026-11-21T17:00:00.000Z')).toBe('2026-11-21T17:00:00.000Z');
    expect(when('2026-11-21T17:00:00.001Z')).toBe('2026-11-22T17:00:00.000Z');
    expect(when('2026-03-28T18:00:00.000Z')).toBe('2026-03-29T16:00:00.000Z');
  });

  it('the digest goes once a day, also on days whose clock skips or repeats its time', () => {
    const digestsFrom = (iso: string, count: number, daily_digest = '02:30') => {
      const all: string[] = [];
      for (let at = iso; all.length < count; at = new Date(Date.parse(all.at(-1)!) + 1).toISOString())
        all.push(when(at, ['new_cars'], { daily_digest }));
      return all.map((each) => each.slice(0, 16));
    };
    // On 29 March 2026 the clock goes from 02:00 to 03:00, on 25 October from 03:00 to 02:00.
    const spring = ['2026-03-29T01:00', '2026-03-30T00:30', '2026-03-31T00:30'];
    expect(digestsFrom('2026-03-28T10:00:00.000Z', 3)).toEqual(spring);
    const autumn = ['2026-10-25T00:30', '2026-10-26T01:30', '2026-10-27T01:30'];
    expect(digestsFrom('2026-10-24T10:00:00.000Z', 3)).toEqual(autumn);
    const midnights = ['2026-10-24T22:00', '2026-10-25T23:00', '2026-10-26T23:00'];
    expect(digestsFrom('2026-10-24T10:00:00.000Z', 3, '00:00')).toEqual(midnights);
  });

  it('what is no news of a car does not wait for the digest, and without a digest nothing does', () => {
    const now = '2026-11-21T10:00:00.000Z';
    for (const kind of ['search_ending', 'search_paused', 'search_expired', 'plan_changed'] as const)
      expect(when(now, ['new_cars', kind])).toBe(now);
    expect(when(now, ['price_drop'], { daily_digest: null })).toBe(now);
  });

  it('a digest within quiet hours goes when they end', () => {
    const quiet_hours = { from: '17:00', to: '19:30' };
    expect(when('2026-11-21T10:00:00.000Z', ['car_gone'], { quiet_hours })).toBe('2026-11-21T18:30:00.000Z');
  });
});
