import fc from 'fast-check';

/** Names that every object of JavaScript answers to. */
const prototypeNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'then',
];

const oddTexts = [
  ...prototypeNames,
  '',
  ' ',
  '\ud800',
  'a\udc00b',
  '\u0000',
  'a\u0000b',
  '\u202egnp.exe',
  '\u200b',
  '\ufeff',
  '🚗'.repeat(300),
  'Ａ'.repeat(129),
  'x'.repeat(10_000),
  'é'.normalize('NFD').repeat(100),
  '../../etc/passwd',
  '%00%2e%2e%2f',
  '[]',
  '{}',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e999',
  '99999999999999999999',
  '0x10',
  '1,2',
  ',,,',
  'true',
  '2026-13-45T99:99:99Z',
  '0000-01-01T00:00:00Z',
  '2026-11-21T08:00:00.000Z',
  'a@b.example\r\nBcc: c@d.example',
  '<a@x.example>',
  '"><script>alert(1)</script>',
  "' OR 1=1 --",
  'USER#1',
  '#PLAN',
  'https://127.0.0.1/',
  'https://www.facebook.com/marketplace/odense/search?query=%ED%A0%80',
  'https://www.facebook.com/marketplace/item/1?\ud800',
  '//',
  'javascript:alert(1)',
];

const oddNumbers = [0, -0, -1, 1.5, 1e308, -1e308, 2 ** 53, 4_294_967_296, 1e-320];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  // Half pairs and all: fast-check makes whole characters only.
  {
    weight: 1,
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
      .map((units) => String.fromCharCode(...units)),
  },
);

/** An object as JSON.parse would make it, whatever its names: `__proto__` is a field like any other. */
const oddObject = fc
  .tuple(fc.constantFrom(...prototypeNames, 'length', '$ne', 'S'), fc.jsonValue())
  .map(([name, value]) => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`) as unknown);

const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown;

/** Anything that JSON can say, wrong more often than right. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, ...oddNumbers) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: oddObject },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(nested(31), nested(200), Array(5_000).fill(0), 'x'.repeat(70_000)),
  },
);
