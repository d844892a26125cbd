import { describe, expect, test } from 'vitest';
import {
  looksLikeGraphql,
  readEmbeddedJson,
  readGraphqlDocuments,
  walkObjects,
} from '#core/marketplaces/facebook/page-data.ts';
import { readAt, readId, readNumber, readObject, readString } from '#core/marketplaces/page/json-read.ts';

const script = (content: string, attributes = 'type="application/json" data-sjs') =>
  `<script ${attributes}>${content}</script>`;

describe('the data scripts of a Facebook page', () => {
  test('scripts of type application/json that mention the marketplace are read', () => {
    const html = [
      script('{"marketplace_search":1}'),
      script('{"marketplace_search":2}', "TYPE='Application/JSON'"),
      script('{"marketplace_search":3}', 'type="text/javascript"'),
      script('{"marketplace_search":4}', ''),
      script('{"noise":5}'),
      script('{"marketplace_search":broken}'),
      script('"marketplace_search"'),
      script(' [{"feed_units":6}] '),
      script('{"listing_photos":7}'),
      script('{"story_type":"SERP_NO_RESULTS"}'),
    ];
    expect(readEmbeddedJson(html.join(''))).toEqual([
      { marketplace_search: 1 },
      { marketplace_search: 2 },
      [{ feed_units: 6 }],
      { listing_photos: 7 },
      { story_type: 'SERP_NO_RESULTS' },
    ]);
  });

  test('at most four hundred data scripts are read', () => {
    expect(readEmbeddedJson(script('{"feed_units":1}').repeat(401))).toHaveLength(400);
  });
});

describe('a scroll response', () => {
  test.each([
    ['one document', '{"a":1}', [{ a: 1 }]],
    ['a guard before it', ' for (;;);{"a":1}', [{ a: 1 }]],
    ['lines, each a document', '{"a":1}\nfor (;;);{"b":2}\n\n[3]', [{ a: 1 }, { b: 2 }, [3]]],
    ['a broken line', '{"a":1}\n{"b":\n{"c":3}', [{ a: 1 }, { c: 3 }]],
    ['a bare word', 'true', []],
  ])('a scroll response is read from %s', (_, text, expected) => {
    expect(readGraphqlDocuments(text)).toEqual(expected);
  });

  test('at most four hundred lines of a scroll response are read', () => {
    expect(readGraphqlDocuments('{"a":1}\n'.repeat(401))).toHaveLength(400);
  });

  test('a scroll response is recognised by its beginning', () => {
    expect(['{', ' [', 'for (;;);', '<html>', 'x{'].map(looksLikeGraphql)).toEqual([
      ...[true, true, true],
      ...[false, false],
    ]);
    expect(looksLikeGraphql(`${' '.repeat(199)}{`)).toBe(true);
    expect(looksLikeGraphql(`${' '.repeat(200)}{`)).toBe(false);
  });
});

describe('walking through data', () => {
  test('objects are visited in document order, and skipped ones are not entered', () => {
    const seen: unknown[] = [];
    const data = [
      { name: 1, a: { name: 2 }, b: [{ name: 3, c: { name: 'left out' } }] },
      null,
      7,
      { name: 4 },
    ];
    walkObjects(data, (object) => {
      seen.push(object.name);
      return object.name === 3;
    });
    expect(seen).toEqual([1, 2, 3, 4]);
  });

  test('data is walked 120 levels deep', () => {
    let data: Record<string, unknown> = {};
    for (let level = 0; level < 130; level++) data = { data };
    let visited = 0;
    walkObjects(data, () => {
      visited++;
      return undefined;
    });
    expect(visited).toBe(121);
  });
});

describe('values of unknown shape', () => {
  test('only own properties of objects are read', () => {
    expect(readAt({ a: { b: 1 } }, 'a', 'b')).toBe(1);
    expect(readAt({ a: [1] }, 'a', '0')).toBeUndefined();
    expect(readAt({}, 'constructor')).toBeUndefined();
    expect(readObject({ a: [] }, 'a')).toBeNull();
    expect(readObject({ a: null }, 'a')).toBeNull();
    expect(readString({ a: 1 }, 'a')).toBeNull();
  });

  test.each([
    [1.5, 1.5],
    ['200.00', 200],
    ['-5', -5],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    ['1e3', null],
    ['', null],
    [true, null],
  ])('%j is read as the number %j', (value, expected) => {
    expect(readNumber({ value }, 'value')).toBe(expected);
  });

  test.each([
    ['37359594907019123', '37359594907019123'],
    ['1234567890123456789012345', '1234567890123456789012345'],
    [1, '1'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    [Number.MAX_SAFE_INTEGER + 1, null],
    [0, null],
    [-1, null],
    ['12345678901234567890123456', null],
    ['1a', null],
    [null, null],
  ])('%j is read as the id %j', (value, expected) => {
    expect(readId({ value }, 'value')).toBe(expected);
  });
});
