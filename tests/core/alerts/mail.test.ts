import { caniemail } from 'caniemail';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeMail } from '#core/accounts/code-mail.ts';
import type { Alert } from '#core/alerts/alert.ts';
import {
  type AlertCarWords,
  type AlertReader,
  alertWords,
  bestFirst,
  faceOf,
  gapSentence,
  lockedOffer,
  shortMessage,
} from '#core/alerts/alert-words.ts';
import { composeMail } from '#core/alerts/mail.ts';
import type { Car } from '#core/cars/car.ts';
import { purchaseProducts, purchaseTurns } from '#core/payments/plan.ts';
import { type Language, languages } from '#core/shared.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';
import { sampleOperator } from '#tests/support/sample-operator.ts';
import { alerts, car, search } from './sample-alerts.ts';

const frame = {
  language: 'en',
  origin: 'https://bilfund.example',
  unsubscribeUrl: 'https://bilfund.example/unsubscribe?token=a.b',
  operator: sampleOperator,
} as const;
const words = (title: string, message = 'A message') => ({
  ...{ title, message, carId: '1', path: '/car/1' },
  cars: [] as AlertCarWords[],
});
const carWords = (fields: Partial<AlertCarWords> = {}): AlertCarWords => ({
  ...{ id: '1', title: 'Volvo', priceDkk: 90_000, price: '90.000 kr.', path: '/car/1' },
  ...{ gapDkk: null, gap: null, facts: null, warning: null, photo: null, smallPhoto: null },
  ...fields,
});

describe('composeMail', () => {
  it('a mail shows the car’s photo and its gap to the market, and works without the photo', () => {
    const shown = carWords({ photo: '/picture/cars/blurred.jpg', gap: '12.300 kr. below the market' });
    const { text, html } = composeMail([{ ...words('New car: "Volvo"'), cars: [shown] }], frame);
    expect(html).toContain(
      '<img src="https://bilfund.example/picture/cars/blurred.jpg" width="560" height="373',
    );
    expect(html).toContain('alt="New car: &quot;Volvo&quot;"');
    for (const part of [text, html]) expect(part).toContain('12.300 kr. below the market');
    const bare = composeMail([{ ...words('x'), cars: [carWords()] }], frame);
    expect(bare.html).not.toContain('<img');
  });

  it('a mail about several cars names the best, each with photo, price, gap and warning', () => {
    const cars = [
      carWords({ title: 'Škoda <Octavia>', gap: '9.000 kr. under markedet', photo: '/picture/cars/a.jpg' }),
      carWords({ id: '2', title: 'VW Polo', path: '/car/2', warning: 'Bilen er spærret i registret' }),
    ];
    const alert = { ...words('11 nye biler'), carId: null, path: '/?view=discovered', cars };
    const { text, html } = composeMail([alert], { ...frame, language: 'da' });
    expect(text).toContain(
      'Škoda <Octavia>\n90.000 kr. · 9.000 kr. under markedet\nhttps://bilfund.example/car/1\n',
    );
    expect(text).toContain(
      'VW Polo\n90.000 kr.\nBemærk: Bilen er spærret i registret.\nhttps://bilfund.example/car/2\n',
    );
    for (const part of ['Škoda &lt;Octavia&gt;', '9.000 kr. under markedet', 'Bilen er spærret i registret'])
      expect(html).toContain(part);
    expect(html.match(/<img[^>]*>/g)).toHaveLength(1);
    expect(html).toContain('src="https://bilfund.example/picture/cars/a.jpg"');
  });

  it.each([
    ['a hundred alerts', 'Škoda Octavia Combi, én ejer, nysynet – ændret pris på grund af flytning', 100],
    ['alerts whose texts are as long as a stranger can make them', 'æøå '.repeat(20_000), 30],
    ['one alert without an end', 'Å'.repeat(400_000), 1],
    ['two thousand alerts', 'Kort', 2000],
  ])('stays below the size at which mail programs cut: %s', (_, text, count) => {
    const one = carWords({ title: text.slice(0, 120), photo: `/picture/cars/${'f'.repeat(64)}.jpg` });
    const cars = Array.from({ length: 5 }, () => ({
      ...one,
      gap: '12.300 kr. under markedet',
      warning: 'Kun annoncen kalder bilen nysynet',
    }));
    const alert = { ...words(text, text), carId: null, path: '/?view=discovered', cars };
    const mail = composeMail(
      Array.from({ length: count }, () => alert),
      { ...frame, language: 'da' },
    );
    const sent = [mail.text, mail.html, mail.subject].map((part) => {
      const packed = Buffer.from(part).toString('base64');
      return packed.length + 2 * Math.ceil(packed.length / 76);
    });
    expect(sent.reduce((sum, length) => sum + length)).toBeLessThan(100_000);
    expect(mail.html).toMatch(/<\/html>$/);
    expect(mail.html).toContain(frame.unsubscribeUrl);
    const shown = mail.html.match(/class="rule" style="padding:24px/g)!.length;
    if (count === 1) expect(shown).toBe(1);
    else {
      const left = count - (shown - 1);
      expect(left).toBeGreaterThan(0);
      expect(mail.text).toContain(`Og ${left} mere: https://bilfund.example/notifications\n`);
      expect(mail.html).toContain(`href="https://bilfund.example/notifications"`);
      expect(mail.html).toContain(`Og ${left} mere`);
    }
  });

  it('a mail contains all alerts while there is room for them', () => {
    const { text, html } = composeMail(
      Array.from({ length: 20 }, (_, n) => words(`Title ${n}`)),
      frame,
    );
    for (let n = 0; n < 20; n++) {
      expect(text).toContain(`Title ${n}\n`);
      expect(html).toContain(`>Title ${n}<`);
    }
    expect(text).not.toContain('more:');
  });

  it('a mail shows only the fields of a car that its reader may see', () => {
    const photo = { large: 'l.webp', blurredLarge: 'b.webp', small: 's.webp', blurredSmall: 'bs.webp' };
    const car = makeCar({
      priceDkk: 90_050,
      photos: [photo as never],
      rating: makeRating({ deal: 'amazing', avgDkk: 120_040 }),
    });
    const today = '2026-11-28';
    const premium = { id: 'p', isPremium: true, seesEstimates: true };
    const open = {
      ...{ priceDkk: 90_050, isOffered: true, facts: '2019 · 111.000 km · Odense' },
      ...{ photo: '/picture/cars/b.jpg', smallPhoto: '/photos/bs.webp' },
    };
    expect(faceOf(car, premium, today)).toEqual({ finding: null, open: { ...open, gapDkk: -29_950 } });
    const free = { id: 'f', isPremium: false, seesEstimates: false };
    expect(faceOf(car, free, today)).toEqual({ finding: null, open: null });
    const warned = { ...car, rating: { ...car.rating, cautions: ['no_inspection' as const] } };
    expect(faceOf(warned, free, today)).toEqual({
      finding: { in: 'caution', kind: 'no_inspection' },
      open: null,
    });
    const fair = { ...car, rating: makeRating({ deal: 'fair', avgDkk: 120_040 }) };
    expect(faceOf(fair, free, today)).toEqual({ finding: null, open: { ...open, gapDkk: null } });
  });

  it.each([
    'Volvo\r\nBcc: everybody@example.com',
    'Volvo\nSubject: other',
    'Volvo\u2028Bcc: x@example.com',
    'Volvo\u0000\u202eBcc: x@example.com',
  ])('keeps a stranger’s text on one line of the subject: %j', (title) => {
    const { subject } = composeMail([words(title)], frame);
    expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202e]/u);
  });

  it('a mail shows markup as text', () => {
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

describe('gapSentence', () => {
  it.each([
    [-12_300, '12.300 kr. below the market', '12.300 kr. under markedet'],
    [400, '400 kr. above the market', '400 kr. over markedet'],
    [0, 'At market value', 'På markedets niveau'],
    [null, null, null],
  ])('a gap of %j to the market is told in both languages', (gap, english, danish) => {
    expect([gapSentence(gap, 'en'), gapSentence(gap, 'da')]).toEqual([english, danish]);
  });
});

describe('bestFirst', () => {
  const asked = (id: string, priceDkk: number, fields: Partial<Car> = {}) =>
    makeCar({ id, priceDkk, rating: makeRating({ deal: 'fair', avgDkk: 100_000 }), ...fields });
  const debt = [{ kind: 'debt' as const, ad: null, register: null, date: null }];
  const cars = [
    asked('sold', 40_000, { availability: 'sold' }),
    asked('debt', 50_000, { facts: debt }),
    asked('poor', 130_000, { rating: makeRating({ deal: 'poor', avgDkk: 100_000 }) }),
    asked('dear', 99_000),
    asked('unknown', 80_000, { rating: makeRating({ deal: 'no_estimate', avgDkk: null }) }),
    asked('cheap', 85_000),
  ];

  it('the best cars are furthest below the market, for sale and without heavy findings', () => {
    expect(bestFirst(cars, { seesEstimates: true })).toEqual([
      ...['cheap', 'dear', 'unknown', 'poor', 'debt', 'sold'],
    ]);
  });

  it('the order reveals no gaps to a reader who may not see estimates', () => {
    const orderOf = (given: typeof cars) => bestFirst(given, { seesEstimates: false });
    expect(orderOf(cars)).toEqual(['dear', 'cheap', 'unknown', 'poor', 'debt', 'sold']);
    const otherwise = cars.map((car) =>
      car.rating.avgDkk === null ? car : { ...car, rating: { ...car.rating, avgDkk: car.priceDkk * 3 } },
    );
    expect(orderOf(otherwise)).toEqual(orderOf(cars));
  });
});

describe('alertWords', () => {
  it('an alert has complete texts in both languages, whatever was bought and became of it', () => {
    const bought = purchaseTurns.flatMap((turn) =>
      purchaseProducts.flatMap((product) =>
        [true, false].map((isKept): Alert => ({ kind: 'plan_changed', product, turn, isKept, until: null })),
      ),
    );
    for (const alert of bought)
      for (const language of ['en', 'da'] as const) {
        const { title, message } = alertWords(alert, { language, viewer: { isPremium: true } });
        expect(`${title} ${message}`).not.toMatch(/undefined|null|NaN|\[object|\.\./);
        expect(Math.min(title.length, message.length)).toBeGreaterThan(4);
      }
  });

  it('numbers of cars in alerts are grouped too', () => {
    const many = alerts.filter((alert) => 'count' in alert && alert.count > 1);
    expect(many.length).toBeGreaterThan(2);
    for (const alert of many)
      for (const language of ['en', 'da'] as const)
        for (const isPremium of [true, false]) {
          const told = alertWords({ ...alert, count: 12_345 } as Alert, { language, viewer: { isPremium } });
          expect(told.title).toContain('12.345');
          expect(told.message).not.toContain('12345');
        }
  });

  it('an alert of an amazing car tells a reader without premium no fact of the car or search', () => {
    for (const alert of alerts.filter(({ kind }) => kind === 'amazing_deal'))
      for (const language of ['en', 'da'] as const) {
        const told = JSON.stringify(alertWords(alert, { language, viewer: { isPremium: false } }));
        for (const fact of ['4711', 'Octavia', 'octavia', '149.900', '149,900', 'Odense'])
          expect(told).not.toContain(fact);
        expect(told).toContain(lockedOffer);
        const { title, message } = alertWords(alert, { language, viewer: { isPremium: false } });
        expect(title.includes('4')).toBe('count' in alert && alert.count === 4);
        expect(message).toMatch(/\.$/);
      }
  });

  it('an older alert hides a car that has become amazing since', () => {
    const lockedCarIds = new Set(['4711']);
    const told = alertWords(alerts[0]!, { language: 'en', viewer: { isPremium: false }, lockedCarIds });
    expect(told).toMatchObject({ carId: null, path: lockedOffer });
    expect(JSON.stringify(told)).not.toContain('Octavia');
  });

  const debt = { in: 'fact', kind: 'debt' } as const;
  const faults = { in: 'story', kind: 'faults' } as const;
  const ofAd = { in: 'caution', kind: 'no_inspection' } as const;
  const told = (alert: Alert, more: Partial<AlertReader> = {}) =>
    alertWords(alert, { language: 'en', viewer: { isPremium: true }, ...more });

  it('a praised car comes with its weightiest warning, for free readers as well', () => {
    const deal: Alert = { kind: 'amazing_deal', search, count: 1, car: { ...car, finding: faults } };
    expect(told(deal).title).toBe(
      'Amazing deal, but the last inspection found one or more faults: Škoda Octavia',
    );
    expect(told(deal, { language: 'da' }).title).toBe('Kup, men seneste syn fandt fejl: Škoda Octavia');
    for (const isPremium of [true, false]) {
      expect(told(deal, { viewer: { isPremium } }).title).toContain(
        'the last inspection found one or more faults',
      );
      expect(told(deal, { viewer: { isPremium }, language: 'da' }).title).toContain('seneste syn fandt fejl');
    }
    const found: Alert = { kind: 'new_cars', search, count: 1, car: { ...car, finding: debt } };
    expect(told(found).message).toMatch(/^Note: A debt is registered on the car\. 149\.900 kr\./);
    const drop: Alert = { kind: 'price_drop', car: { ...car, finding: ofAd }, fromDkk: 250_000 };
    expect(told(drop, { language: 'da' }).message).toMatch(
      /^Bemærk: Ifølge annoncen har bilen ikke gyldigt syn\. Nu /,
    );
  });

  it('an alert about several cars names each warning once, the weightiest first', () => {
    const cars = [ofAd, faults, ofAd].map((finding, n) => ({ ...car, id: `a${n}`, finding }));
    const several: Alert = { kind: 'amazing_deal', search, count: 9, car: null, cars, otherFindings: [debt] };
    for (const isPremium of [true, false]) {
      const { title, message } = told(several, { viewer: { isPremium } });
      expect(title).toMatch(/ – warning about some: a debt is registered on the car$/);
      expect(message).toContain(
        'Warnings about some of them: A debt is registered on the car; The ad says it has no valid inspection; The last inspection found one or more faults. ',
      );
    }
    expect(told(several).cars.map(({ warning }) => warning)).toEqual([
      'The ad says it has no valid inspection',
      'The last inspection found one or more faults',
      'The ad says it has no valid inspection',
    ]);
    expect(told(several, { viewer: { isPremium: false } }).cars).toEqual([]);
  });

  it('an alert shows what is known of a car now, and that it is gone when it is', () => {
    const deal: Alert = { kind: 'amazing_deal', search, count: 1, car: { ...car, finding: faults } };
    const open = {
      priceDkk: 90_000,
      photo: null,
      smallPhoto: null,
      gapDkk: -20_000,
      isOffered: true,
      facts: null,
    };
    const faces = new Map([[car.id, { finding: debt, open }]]);
    expect(told(deal, { faces })).toMatchObject({
      title: 'Amazing deal, but a debt is registered on the car: Škoda Octavia',
      cars: [{ price: '90.000 kr.', gap: '20.000 kr. below the market', path: '/car/4711' }],
    });
    const clean = new Map([[car.id, { finding: null, open: { ...open, isOffered: false } }]]);
    expect(told(deal, { faces: clean })).toMatchObject({
      title: 'Amazing deal: Škoda Octavia',
      cars: [{ price: 'Sold or not seen any more', gap: null, warning: null }],
    });
  });

  it('an alert about several cars leaves out one that has become amazing for a reader without premium', () => {
    const cars = [car, { ...car, id: '2', title: 'VW Polo' }];
    const found: Alert = { kind: 'new_cars', search, count: 9, car: null, cars };
    const faces = new Map([[car.id, { finding: ofAd, open: null }]]);
    const free = told(found, { faces, viewer: { isPremium: false } });
    expect(free.cars.map(({ title }) => title)).toEqual(['VW Polo']);
    expect(JSON.stringify(free)).not.toContain('4711');
    expect(free.message).toContain('The ad says it has no valid inspection');
  });

  it('the short message names the first three cars, each with its warning', () => {
    const cars = ['A', 'B', 'C', 'D'].map((id) => ({ ...car, id, title: `Car ${id}` }));
    const found: Alert = { kind: 'new_cars', search, count: 9, car: null, cars };
    expect(shortMessage(told({ ...found, cars: [{ ...cars[0]!, finding: debt }, ...cars.slice(1)] }))).toBe(
      'Car A, 149.900 kr. (A debt is registered on the car) · Car B, 149.900 kr. · Car C, 149.900 kr.',
    );
    const one = told({ kind: 'new_cars', search, count: 1, car });
    expect(shortMessage(one)).toBe(one.message);
  });
});

describe('mails in common mail programs', () => {
  /** The mail programs most used in Denmark; caniemail.com lists what each supports. */
  const programs = [
    'gmail.*',
    'outlook.*',
    'apple-mail.*',
    'yahoo.*',
    'samsung-email.*',
    'protonmail.*',
  ] as const;

  /** Features that some programs drop, and what their readers see instead. */
  const survived: Readonly<Record<string, string>> = {
    'color-scheme CSS property': 'the colours of the day, which each element carries',
    'color-scheme meta tag': 'the same',
    '@media': 'the same, and on a phone the desktop’s sizes',
    '<style> element': 'the same',
    '<body> element': 'paper and font, which the table and its cell carry too',
    'display:none': 'the preview, one pixel high in the paper’s colour',
    'max-height property': 'nothing: the preview is hidden by other means too',
    overflow: 'nothing: the same',
    'border-radius': 'square corners',
    'height property': 'nothing: the mark’s lines are a pixel higher',
    'role attribute': 'nothing; a screen reader may name the tables',
    'text-decoration': 'the name of the product underlined',
  };

  const alertOf = (count: number) => {
    const search = { id: 's', title: 'octavia' };
    const cars = Array.from({ length: count }, (_, n) => ({ id: `${n}`, title: 'Škoda', priceDkk: 114_900 }));
    const open = {
      photo: '/picture/cars/blurred.jpg',
      smallPhoto: null,
      gapDkk: -12_300,
      isOffered: true,
      facts: '2019 · 111.000 km · Odense',
    };
    const finding = { in: 'fact', kind: 'debt' } as const;
    const faces = new Map(cars.map(({ id, priceDkk }) => [id, { finding, open: { ...open, priceDkk } }]));
    const alert = { kind: 'new_cars', search, count, car: count === 1 ? cars[0]! : null, cars } as const;
    return (language: Language) => alertWords(alert, { language, viewer: { isPremium: true }, faces });
  };
  const alerts = [alertOf(1), alertOf(1), alertOf(5)];
  const origin = 'https://bilfund.example';
  const mails = languages.flatMap((language): [string, string][] => [
    [
      `alerts of one and of several cars in ${language}`,
      composeMail(
        alerts.map((wordsIn) => wordsIn(language)),
        { language, origin, unsubscribeUrl: `${origin}/unsubscribe?token=a.b`, operator: sampleOperator },
      ).html,
    ],
    [
      `a code in ${language}`,
      codeMail('confirm', { language, origin, code: '123456', operator: sampleOperator }).html,
    ],
  ]);

  /** The features, by caniemail's names, that at least one program does not support. */
  function droppedFrom(html: string): Set<string> {
    const { issues } = caniemail({ clients: [...programs], html });
    return new Set([...issues.errors.values()].flat().map(({ title }) => title));
  }

  it.each(mails)('%s lose only features they can do without', (_name, html) => {
    expect([...droppedFrom(html)].filter((title) => !(title in survived))).toEqual([]);
  });

  it('each feature listed as dropped by a mail program still is', () => {
    const dropped = new Set(mails.flatMap(([, html]) => [...droppedFrom(html)]));
    expect(Object.keys(survived).filter((title) => !dropped.has(title))).toEqual([]);
  });

  it('notices markup that mail programs drop', () => {
    const floating = '<div style="position:fixed;display:grid">x</div>';
    expect(droppedFrom(floating).size).toBeGreaterThan(1);
  });

  it.each(mails)('%s have one button, and dark colours wherever they have light ones', (_name, html) => {
    expect(html.match(/<a class="press"/g)).toHaveLength(1);
    const [, dark] = /prefers-color-scheme:dark\)\{(.*?)\}\n/s.exec(html)!;
    const coloured = [...html.matchAll(/class="([^"]+)"[^>]*style="[^"]*(?:color|background):#/g)];
    expect(coloured.length).toBeGreaterThan(4);
    for (const [element, names] of coloured)
      expect(
        names!.split(' ').some((name) => dark!.includes(`.${name}{`)),
        element,
      ).toBe(true);
  });
});
