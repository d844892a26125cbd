import { describe, expect, it } from 'vitest';
import { alertWords, type PushNote, pushNoteOf } from '#core/alerts/alert-words.ts';
import { notificationOf } from '../../../web/worker/notification-of.ts';

describe('a push that reaches the browser', () => {
  it('a push shows the alert’s title and text and links to its car', () => {
    const car = { id: '42', title: 'Volvo V60', priceDkk: 90_000 };
    const reader = { language: 'da' as const, viewer: { isPremium: true } };
    const words = alertWords({ kind: 'price_drop', car, fromDkk: 98_000 }, reader);
    const sent = pushNoteOf({
      id: 'n1',
      kind: 'price_drop',
      at: '2026-11-21T08:00:00.000Z',
      words,
    });
    const [title, options] = notificationOf(JSON.parse(JSON.stringify(sent)) as PushNote);
    expect(words.message).toContain('90.000');
    expect([title, options.body, options.data]).toEqual([words.title, words.message, { path: '/car/42' }]);
  });
});
