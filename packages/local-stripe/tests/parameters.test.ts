import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { periodEnd } from '../subscription-object.ts';
import { flag, group, list, parseForm, readParameters, required, text, whole } from '../wire.ts';

type Nested = string | Nested[] | { [name: string]: Nested };

/** As Stripe's client writes it. */
function encode(value: Nested, name: string): [string, string][] {
  if (typeof value === 'string') return [[name, value]];
  const entries = Array.isArray(value)
    ? value.map((one, index) => [String(index), one] as const)
    : Object.entries(value);
  return entries.flatMap(([key, one]) => encode(one, name === '' ? key : `${name}[${key}]`));
}

const name = fc.stringMatching(/^[a-z_]{1,8}$/);
const leaf = fc.string({ minLength: 1, maxLength: 12 });
const nested = fc.dictionary(
  name,
  fc.oneof(
    leaf,
    fc.array(leaf, { minLength: 1, maxLength: 3 }),
    fc.dictionary(name, leaf, { minKeys: 1, maxKeys: 3 }),
  ),
  { minKeys: 1, maxKeys: 4, noNullPrototype: true },
);
const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]))
    : value;

describe('a form', () => {
  test('says what was written into it, however deep', () => {
    fc.assert(
      fc.property(nested, (value) => {
        const pairs = encode(value as Nested, '');
        const overTheWire = new URLSearchParams(new URLSearchParams(pairs).toString());
        expect(plain(parseForm(overTheWire))).toEqual(plain(value));
      }),
    );
  });

  test('touches nothing but itself', () => {
    const form = parseForm([
      ['__proto__[polluted]', 'yes'],
      ['constructor[prototype][polluted]', 'yes'],
    ]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.keys(form)).toEqual(['__proto__', 'constructor']);
  });

  test.each(['a[b', 'a]b', '[a]', 'a[b]c', `a${'[b]'.repeat(9)}`, ''])(
    'with the name “%s” is refused',
    (key) => {
      expect(() => parseForm([[key, 'x']])).toThrow(/Invalid parameter name/);
    },
  );

  test('that says a thing is both a text and a group is refused', () => {
    expect(() =>
      parseForm([
        ['a', 'x'],
        ['a[b]', 'y'],
      ]),
    ).toThrow(/Invalid object/);
    expect(() =>
      parseForm([
        ['a[b]', 'y'],
        ['a', 'x'],
      ]),
    ).toThrow(/Invalid object/);
  });
});

describe('parameters', () => {
  const shape = {
    name: required(text),
    count: whole,
    is_on: flag,
    items: list(group({ price: required(text) })),
  };
  const read = (form: Record<string, string>) => readParameters(shape, parseForm(Object.entries(form)));

  test('are read by their types', () => {
    const form = { name: 'x', count: '3', is_on: 'false', 'items[0][price]': 'a', 'items[1][price]': 'b' };
    expect(read(form)).toEqual({
      name: 'x',
      count: 3,
      is_on: false,
      items: [{ price: 'a' }, { price: 'b' }],
    });
  });

  test.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x', count: '1.5' }, 'count'],
    [{ name: 'x', count: '-3' }, 'count'],
    [{ name: 'x', is_on: 'yes' }, 'is_on'],
    [{ name: 'x', items: 'y' }, 'items'],
    [{ name: 'x', 'items[0][price]': 'a', 'items[1][size]': 'b' }, 'items[1][size]'],
    [{ name: 'x', toString: 'y' }, 'toString'],
  ])('%o are refused by the name of what is wrong', (form, param) => {
    expect(() => read(form as Record<string, string>)).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ param }) }),
    );
  });
});

describe('the end of a period', () => {
  const at = (iso: string) => Date.parse(iso) / 1000;

  test.each([
    ['2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z'],
    ['2028-01-31T10:00:00Z', '2028-02-29T10:00:00Z'],
    ['2026-12-15T10:00:00Z', '2027-01-15T10:00:00Z'],
  ])('of a month from %s is %s', (start, end) => {
    expect(periodEnd(at(start), at(start), 1)).toBe(at(end));
  });

  test('comes back to the 31st after a short month', () => {
    const anchor = at('2026-01-31T10:00:00Z');
    expect(periodEnd(at('2026-02-28T10:00:00Z'), anchor, 1)).toBe(at('2026-03-31T10:00:00Z'));
  });

  test('is always after its beginning, and periods never leave a gap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e9 }), fc.integer({ min: 1, max: 12 }), (anchor, months) => {
        const first = periodEnd(anchor, anchor, months);
        expect(first).toBeGreaterThan(anchor);
        expect(periodEnd(first - 1, anchor, months)).toBe(first);
      }),
    );
  });
});
