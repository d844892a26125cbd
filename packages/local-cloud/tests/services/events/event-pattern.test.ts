import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPattern, type EventPattern, matchesPattern } from '../../../services/events/event-service.ts';

const event = {
  source: 'shop',
  detail: { state: 'done', price: 120, tags: ['a', 'b'], nested: { deep: null }, file: 'cars/1.json' },
};

describe('a pattern', () => {
  const fitting: [string, EventPattern][] = [
    ['names one of several values', { source: ['other', 'shop'] }],
    ['fits an array when one element fits', { detail: { tags: ['b'] } }],
    ['fits null as a value', { detail: { nested: { deep: [null] } } }],
  ];
  test.each(fitting)('%s', (_, pattern) => {
    expect(matchesPattern(event, pattern)).toBe(true);
  });

  const unfit: [string, EventPattern][] = [
    ['a value that differs', { source: ['other'] }],
    ['a text where a number stands', { detail: { price: ['120'] } }],
    ['one of two fields', { source: ['shop'], detail: { state: ['failed'] } }],
  ];
  test.each(unfit)('does not fit %s', (_, pattern) => {
    expect(matchesPattern(event, pattern)).toBe(false);
  });

  test.each<[string, EventPattern]>([
    ['numeric', { detail: { price: [{ numeric: ['>', 100] }] as never } }],
    ['$or', { $or: [{ source: ['shop'] }] as never }],
  ])('is refused where it uses %s, which is not served', (_, pattern) => {
    expect(() => checkPattern(pattern)).toThrow('is not understood');
  });

  test('made of the values of an event fits this event', () => {
    const flat = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,8}$/),
      fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    );
    fc.assert(
      fc.property(flat, (fields) => {
        const pattern = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value]]));
        return matchesPattern({ ...fields, more: 1 }, pattern) || 'more' in fields;
      }),
    );
  });
});
