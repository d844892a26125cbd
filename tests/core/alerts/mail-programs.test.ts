import { caniemail } from 'caniemail';
import { describe, expect, it } from 'vitest';
import { codeMail } from '#core/accounts/code-mail.ts';
import { alertWords } from '#core/alerts/alert-words.ts';
import { composeMail } from '#core/alerts/mail.ts';
import { type Language, languages } from '#core/shared.ts';
import { sampleOperator } from '#tests/support/sample-operator.ts';

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
  const open = { photo: '/picture/cars/blurred.jpg', smallPhoto: null, gapDkk: -12_300, isOffered: true };
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

describe('mails in common mail programs', () => {
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
