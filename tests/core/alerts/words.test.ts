import { describe, expect, it } from 'vitest';
import { codeMail } from '#core/accounts/code-mail.ts';
import {
  type Alert,
  type AlertSearch,
  mostNotifications,
  notificationKinds,
  typeOfKind,
} from '#core/alerts/alert.ts';
import {
  type AlertWords,
  alertCar,
  alertWords,
  digestNotesOf,
  faceOf,
  shortMessage,
} from '#core/alerts/alert-words.ts';
import { composeMail, oneLine } from '#core/alerts/mail.ts';
import type { Viewer } from '#core/cars/car.ts';
import type { Language } from '#core/shared.ts';
import { differingLines } from '#tests/support/differing-lines.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';
import { sampleOperator } from '#tests/support/sample-operator.ts';
import { alerts, car, search } from './sample-alerts.ts';

/** The snapshots beside this file are texts that people read. Run `vitest -u` only when a new wording is intended. */
const told = ({ title, message, carId, path }: AlertWords) => `${title} [${carId} ${path}]\n  ${message}`;

it('the texts of all alerts match the snapshot, with and without premium', async () => {
  const pages = (['en', 'da'] as const).flatMap((language) => {
    const [premium, free] = [true, false].map((isPremium) => {
      const viewer = { isPremium, seesEstimates: isPremium };
      return alerts.map((alert) => told(alertWords(alert, { language, viewer })));
    }) as [string[], string[]];
    const otherwise = free.flatMap((words, i) => (words === premium[i] ? [] : [`${i}. ${words}`]));
    return [
      [`=== ${language}, premium`, ...premium].join('\n'),
      [`=== ${language}, free, where it differs`, ...otherwise].join('\n'),
    ];
  });
  await expect(`${pages.join('\n\n')}\n`).toMatchFileSnapshot('alerts.txt');
});

it.each(['new_cars', 'search_paused', 'search_expired'] as const)(
  'an unnamed search is called by its filters in the reader’s language: %s',
  (kind) => {
    const alert = (of: AlertSearch) =>
      ({ kind, search: of, count: 2, car: null, failure: 'checkpoint' }) as unknown as Alert;
    const said = (of: AlertSearch) =>
      (['en', 'da'] as const).map((language) => {
        const { message } = alertWords(alert(of), { language, viewer: { isPremium: true } });
        return /[“”](.*)”/.exec(message)?.[1];
      });
    const href = 'https://www.facebook.com/marketplace/copenhagen/vehicles?query=golf&maxPrice=90000';
    expect(said({ id: 's', title: 'golf, up to 90.000 kr., Copenhagen', href })).toEqual([
      'golf, up to 90.000 kr., Copenhagen',
      'golf, op til 90.000 kr., København',
    ]);
    expect(said({ id: 's', title: 'A former name · Copenhagen' })).toEqual(
      Array.from({ length: 2 }, () => 'A former name · Copenhagen'),
    );
    for (const title of said({ id: 's', title: '', href: '/?q=AB+12+345' }))
      expect(title).not.toContain('345');
  },
);

const origin = 'https://bilfund.example';
const unsubscribeUrl = `${origin}/unsubscribe?token=a.b`;

it('alert mails match the snapshot, as text and as HTML', async () => {
  const mails = (['en', 'da'] as const).map((language) => {
    const words = alerts
      .slice(0, 2)
      .map((alert) => alertWords(alert, { language, viewer: { isPremium: true } }));
    const nowhere = { ...words[0]!, path: null };
    return composeMail([...words, nowhere], { language, origin, unsubscribeUrl, operator: sampleOperator });
  });
  await expect(
    `${mails.map(({ subject, text }) => `${subject}\n\n${text}`).join('\n\n')}\n`,
  ).toMatchFileSnapshot('mails.txt');
  await expect(`${mails.map(({ html }) => html).join('\n\n')}\n`).toMatchFileSnapshot('mail-pages.txt');
});

it('mails with a code match the snapshot', async () => {
  const mails = (['en', 'da'] as const).flatMap((language) =>
    (['confirm', 'new-password', 'has-account'] as const).map((reason) => {
      const { subject, html } = codeMail(reason, {
        language,
        origin,
        code: '123456',
        operator: sampleOperator,
      });
      return `<!-- ${reason}: ${subject} -->\n${html}`;
    }),
  );
  await expect(`${differingLines(mails)}\n`).toMatchFileSnapshot('code-mails.txt');
});

it('cuts a subject at 120 characters, and the first of several alerts at 80', () => {
  const subjectOf = (...titles: string[]) =>
    composeMail(
      titles.map((title) => ({ title, message: '', carId: null, path: null, cars: [] })),
      { language: 'en', origin, unsubscribeUrl, operator: sampleOperator },
    ).subject;
  expect(subjectOf('x'.repeat(130))).toBe('x'.repeat(120));
  expect(subjectOf('x'.repeat(130), 'y')).toBe(`${'x'.repeat(80)} and 1 more`);
});

it('every kind of alert has a type of the specification', () => {
  expect(notificationKinds.map((kind) => `${kind}: ${typeOfKind[kind]}`)).toEqual([
    'new_cars: new_cars',
    'amazing_deal: amazing_deal',
    'price_drop: system',
    'below_market: system',
    'car_gone: system',
    'car_back: system',
    'car_rated: system',
    'search_paused: system',
    'search_ending: subscription_update',
    'search_expired: subscription_update',
    'plan_changed: subscription_update',
  ]);
  expect(mostNotifications).toBe(500);
});

it('oneLine replaces line breaks and invisible characters by blanks', () => {
  expect(oneLine(' Volvo\r\nBcc:\u2028x\u0000y   z ')).toBe('Volvo Bcc: x y z');
});

it('an alert says in short form what the car costs and how that stands to the market, what it is, where, and what to check', () => {
  const known = makeCar({
    ...{ id: '4711', priceDkk: 149_900, rating: makeRating({ avgDkk: 200_000 }) },
    facts: [{ kind: 'debt', ad: null, register: 'x', date: null }],
  });
  const heard = (alert: Alert, viewer: Viewer) => {
    const faces = new Map([['4711', faceOf(known, viewer, '2026-11-28')]]);
    return shortMessage(alertWords(alert, { language: 'en', viewer, faces }));
  };
  const premium = { id: 'p', isPremium: true, seesEstimates: true };
  const free = { id: 'f', isPremium: false, seesEstimates: false };
  const dropped: Alert = { kind: 'price_drop', car, fromDkk: 1_160_000 };
  for (const alert of [{ kind: 'new_cars', search, count: 1, car }, dropped] satisfies Alert[]) {
    expect(heard(alert, premium)).toMatch(
      /^Note: .+ 149\.900 kr\..* 2019 · 111\.000 km · Odense\. 50\.100 kr\. below the market\.$/,
    );
    expect(heard(alert, free)).toMatch(/2019 · 111\.000 km · Odense\.$/);
  }
  const leased = { ...known, priceDkk: 3_195, rating: { ...known.rating, reason: 'leasing' as const } };
  expect(faceOf(leased, premium, '2026-11-28').open?.priceDkk).toBe(0);
  expect(alertCar(leased).priceDkk).toBe(0);
  const masked = { ...known, mileagePrecision: 'masked' as const, city: null };
  expect(faceOf(masked, premium, '2026-11-28').open?.facts).toBe('2019');
});

it.each([
  ['en', { kind: 'new_cars', search: null, count: 1, car: null }],
  ['en', { kind: 'new_cars', search, count: 1, car: null }],
  ['en', { kind: 'amazing_deal', search, count: 1, car: null }],
  [
    'en',
    { kind: 'amazing_deal', search, count: 1, car: null, otherFindings: [{ in: 'fact', kind: 'debt' }] },
  ],
  ['da', { kind: 'new_cars', search, count: 1, car: null, otherFindings: [{ in: 'fact', kind: 'debt' }] }],
  ['en', { kind: 'car_gone', car: null, count: 1, missedAt: '2026-10-21T22:30:00.000Z' }],
  ['en', { kind: 'car_rated', car: null, count: 1 }],
  ['da', { kind: 'new_cars', search: null, count: 1, car: null }],
  ['da', { kind: 'new_cars', search, count: 1, car: null }],
  ['da', { kind: 'amazing_deal', search, count: 1, car: null }],
  ['da', { kind: 'car_gone', car: null, count: 1, missedAt: '2026-10-21T22:30:00.000Z' }],
  ['da', { kind: 'car_rated', car: null, count: 1 }],
] satisfies [Language, Alert][])(
  'an alert in %s of many cars of which one is left, unnamed, is of one car: %j',
  (language, alert) => {
    const { title, message } = alertWords(alert, {
      language,
      viewer: { isPremium: true, seesEstimates: true },
    });
    expect(`${title}. ${message}`).toMatch(
      /\b1 (car|new car|amazing deal|bil|ny bil|kup|of your cars|af dine biler)\b/,
    );
    expect(`${title}. ${message}`).not.toMatch(
      /\b1 (cars|new cars|amazing deals|biler|nye biler)\b|They|\bDe (kan|var)|some|nogle/,
    );
  },
);

describe('the pushes of a daily digest', () => {
  const outgoing = (kind: 'new_cars' | 'price_drop', n: number) => ({
    ...{ id: `${kind}-${n}`, kind, at: '2026-11-21T08:00:00.000Z' },
    words: { title: `${kind} ${n}`, message: `Message ${n}.`, carId: null, path: `/car/${n}`, cars: [] },
  });
  const alerts = [...[1, 2].map((n) => outgoing('new_cars', n)), outgoing('price_drop', 3)];

  it('are one of each alert when they are few', () => {
    expect(digestNotesOf(alerts, 'en').map(({ path }) => path)).toEqual(['/car/1', '/car/2', '/car/3']);
  });

  it('are one of all when they are many, with their number and what hurries most', () => {
    const many = [...alerts, outgoing('new_cars', 4)];
    const note = { id: 'price_drop-3', message: 'price_drop 3. Message 3.', path: '/notifications' };
    expect(digestNotesOf(many, 'en')).toEqual([{ ...note, title: 'Daily digest: 4 notifications' }]);
    expect(digestNotesOf(many, 'da')).toEqual([{ ...note, title: 'Daglig opsamling: 4 beskeder' }]);
  });
});
