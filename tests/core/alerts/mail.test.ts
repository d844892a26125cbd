import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Alert } from '#core/alerts/alert.ts';
import { alertWords, faceOf, lockedOffer } from '#core/alerts/alert-words.ts';
import { composeMail } from '#core/alerts/mail.ts';
import { purchaseProducts } from '#core/payments/plan.ts';
import { purchaseTurns } from '#core/payments/purchase-news.ts';
import { countTests } from '#tests/security/count-tests.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';
import { sampleOperator } from '#tests/support/sample-operator.ts';

const frame = {
  language: 'en',
  origin: 'https://bilfund.example',
  unsubscribeUrl: 'https://bilfund.example/unsubscribe?token=a.b',
  operator: sampleOperator,
} as const;
const words = (title: string, message = 'A message') => ({ title, message, carId: '1', path: '/car/1' });

describe('a mail', () => {
  countTests(10, () => 'subjects, links and markup of mails; the product writes no cells');

  it('names its alert in the subject, and how many more there are', () => {
    expect(composeMail([words('New car: Volvo')], frame).subject).toBe('New car: Volvo');
    expect(composeMail([words('One'), words('Two'), words('Three')], frame).subject).toBe('One and 2 more');
    expect(composeMail([words('Én'), words('To')], { ...frame, language: 'da' }).subject).toBe(
      'Én og 1 mere',
    );
  });

  it('links to the car and to where mails are switched off', () => {
    const { text, html } = composeMail([words('x')], frame);
    for (const part of [
      'https://bilfund.example/car/1',
      'https://bilfund.example/notifications/settings',
      'https://bilfund.example/unsubscribe?token=a.b',
    ]) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
  });

  it('shows the car’s picture and how it stands to the market, and says the same without the picture', () => {
    const face = { photo: '/picture/cars/blurred.jpg', gapDkk: -12_300 };
    const { text, html } = composeMail([{ ...words('New car: "Volvo"'), face }], frame);
    expect(html).toContain(
      '<img src="https://bilfund.example/picture/cars/blurred.jpg" width="560" height="373',
    );
    expect(html).toContain('alt="New car: &quot;Volvo&quot;"');
    for (const part of [text, html]) expect(part).toContain('12.300 kr. below the market');
    const danish = composeMail([{ ...words('x'), face: { photo: null, gapDkk: 400 } }], {
      ...frame,
      language: 'da',
    });
    expect(danish.text).toContain('400 kr. over markedet');
    expect(danish.html).not.toContain('<img');
    const twenty = composeMail(
      Array.from({ length: 20 }, () => ({ ...words('x'.repeat(120)), face })),
      frame,
    );
    expect(Buffer.byteLength(twenty.html)).toBeLessThan(60_000);
  });

  it('shows of a car only what its reader may see', () => {
    const photo = { large: 'l.webp', blurredLarge: 'b.webp', small: 's.webp', blurredSmall: 'bs.webp' };
    const car = makeCar({
      priceDkk: 90_000,
      photos: [photo as never],
      rating: makeRating({ deal: 'amazing', avgDkk: 120_040 }),
    });
    const premium = { id: 'p', isPremium: true, seesEstimates: true };
    expect(faceOf(car, premium)).toEqual({ photo: '/picture/cars/b.jpg', gapDkk: -30_000 });
    const free = { id: 'f', isPremium: false, seesEstimates: false };
    expect(faceOf(car, free)).toBeNull();
    const fair = { ...car, rating: makeRating({ deal: 'fair', avgDkk: 120_040 }) };
    expect(faceOf(fair, free)).toEqual({ photo: '/picture/cars/b.jpg', gapDkk: null });
  });

  it.each([
    'Volvo\r\nBcc: everybody@example.com',
    'Volvo\nSubject: other',
    'Volvo\u2028Bcc: x@example.com',
    'Volvo\u0000\u202eBcc: x@example.com',
  ])('keeps what a stranger wrote in one line: %j', (title) => {
    const { subject } = composeMail([words(title)], frame);
    expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202e]/u);
  });

  it('shows markup as text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.string({ maxLength: 300 }), (title, message) => {
        const tagsOf = (html: string) => html.match(/<[a-z!/][^>]*>/gi)?.length;
        const plain = composeMail([words('x', 'y')], frame);
        const { html, subject } = composeMail([words(title || 'x', message || 'y')], frame);
        expect(tagsOf(html)).toBe(tagsOf(plain.html));
        expect([...subject].length).toBeLessThanOrEqual(120);
      }),
    );
    const { html } = composeMail(
      [words('<script>alert(1)</script>', '"><img src=x onerror=alert(1)>')],
      frame,
    );
    expect(html).not.toMatch(/<script|<img/);
  });
});

const car = { id: '4711', title: 'Škoda Octavia', priceDkk: 1_149_900 };
const search = { id: 's', title: 'octavia · Odense' };
const alerts: Alert[] = [
  { kind: 'new_cars', search, count: 1, car },
  { kind: 'new_cars', search, count: 9, car: null },
  { kind: 'amazing_deal', search, count: 1, car },
  { kind: 'amazing_deal', search: null, count: 4, car: null },
  { kind: 'price_drop', car, fromDkk: 1_250_000 },
  { kind: 'car_gone', car, isSold: true },
  { kind: 'car_gone', car, isSold: false },
  { kind: 'car_gone', car, isSold: false, unseenSince: '2026-10-21T22:30:00.000Z' },
  { kind: 'search_paused', search, failure: 'rate_limited' },
  { kind: 'search_paused', search, failure: 'unknown_page' },
  { kind: 'search_expired', search },
  { kind: 'plan_changed', plan: 'lifetime', isPremium: true },
  { kind: 'plan_changed', plan: 'free', isPremium: false },
  ...purchaseTurns.flatMap((turn) =>
    purchaseProducts.flatMap((product) =>
      [true, false].map((isKept): Alert => ({ kind: 'plan_changed', product, turn, isKept, until: null })),
    ),
  ),
];

describe('the words of an alert', () => {
  it.each(alerts)('are whole in both languages: %j', (alert) => {
    for (const language of ['en', 'da'] as const) {
      const { title, message, path } = alertWords(alert, { language, viewer: { isPremium: true } });
      for (const text of [title, message]) {
        expect(text).not.toMatch(/undefined|null|NaN|\[object/);
        expect(text.length).toBeGreaterThan(4);
        expect(text).not.toContain('..');
      }
      expect(path).toMatch(/^\//);
    }
  });

  it('say why a search rests, for each reason in a sentence of its own', () => {
    const classes = [
      'rate_limited',
      'login_wall',
      'checkpoint',
      'consent_wall',
      'layout_changed',
      'timeout',
    ] as const;
    for (const language of ['en', 'da'] as const) {
      const told = [...classes, 'location_not_recognised' as const].map(
        (failure) =>
          alertWords({ kind: 'search_paused', search, failure }, { language, viewer: { isPremium: true } })
            .message,
      );
      expect(new Set(told).size).toBe(told.length);
      for (const message of told) expect(message).toMatch(/^\p{L}{3}/u);
    }
  });

  it('group thousands as each language does', () => {
    const [, , , , drop] = alerts;
    const read = (language: 'en' | 'da') =>
      alertWords(drop!, { language, viewer: { isPremium: true } }).message;
    expect(read('en')).toContain('1.149.900 kr.');
    expect(read('da')).toContain('1.149.900 kr.');
  });

  it('tell no fact of an amazing car, nor which search found it, without premium', () => {
    for (const alert of alerts.filter(({ kind }) => kind === 'amazing_deal'))
      for (const language of ['en', 'da'] as const) {
        const told = JSON.stringify(alertWords(alert, { language, viewer: { isPremium: false } }));
        for (const fact of ['4711', 'Octavia', 'octavia', '1.149', '1,149', 'Odense'])
          expect(told).not.toContain(fact);
        expect(told).toContain(lockedOffer);
        const { title, message } = alertWords(alert, { language, viewer: { isPremium: false } });
        expect(title.includes('4')).toBe('count' in alert && alert.count === 4);
        expect(message).toMatch(/\.$/);
      }
  });

  it('close over a car that has become amazing since', () => {
    const lockedCarIds = new Set(['4711']);
    const told = alertWords(alerts[0]!, { language: 'en', viewer: { isPremium: false }, lockedCarIds });
    expect(told).toMatchObject({ carId: null, path: lockedOffer });
    expect(JSON.stringify(told)).not.toContain('Octavia');
  });
});
