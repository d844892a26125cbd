import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import {
  looksLikeGraphql,
  readEmbeddedJson,
  readGraphqlDocuments,
  walkObjects,
} from '#core/marketplaces/facebook/page-data.ts';
import { parsePage } from '#core/marketplaces/facebook/parse-page.ts';
import { readAt, readId, readNumber, readObject, readString } from '#core/marketplaces/page/json-read.ts';

const url = 'https://www.facebook.com/marketplace/odense/search?query=golf';

function pageOf(listing: Record<string, unknown>): string {
  const json = JSON.stringify({ marketplace_search: { feed_units: { edges: [{ node: { listing } }] } } });
  return `<html id="facebook"><script type="application/json">${json.replaceAll('</', '<\\/')}</script></html>`;
}

function listingOf(fields: Record<string, unknown>): Listing | undefined {
  return parsePage({
    url,
    html: pageOf({ id: '2000000000000001', marketplace_listing_title: 'VW Golf', ...fields }),
  }).listings[0];
}

describe('hostile Facebook pages', () => {
  test.each([
    ['VW\u202e Golf', 'VW Golf'],
    ['V\u200bW\ufeff Golf', 'VW Golf'],
    ['VW\0 Golf\u0007', 'VW Golf'],
    ['VW Golf \ud800', 'VW Golf'],
    ['VW\r\nBcc: a@b.example Golf', 'VW Bcc: a@b.example Golf'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['  VW   Golf  ', 'VW Golf'],
  ])('the title %j becomes one line of plain text', (given, expected) => {
    expect(listingOf({ marketplace_listing_title: given })?.title).toBe(expected);
  });

  test('a title of a megabyte is cut', () => {
    expect(
      listingOf({ marketplace_listing_title: `VW Golf ${'a1,2 '.repeat(250_000)}` })?.title.length,
    ).toBeLessThanOrEqual(200);
  });

  test.each([
    'javascript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'http://scontent.fcph2-1.fna.fbcdn.net/a.jpg',
    'https://user@scontent.fcph2-1.fna.fbcdn.net/a.jpg',
    'https://169.254.169.254/latest/meta-data',
    'https://scontent.fbcdn.net.evil.example/a.jpg',
    '//evil.example/a.jpg',
    7,
    null,
  ])('a photo at %j is left out', (uri) => {
    expect(listingOf({ primary_listing_photo: { image: { uri } } })?.photoUrls).toEqual([]);
  });

  test('an invalid id is rejected, and so is one that lost digits as a number', () => {
    for (const id of ['', 'abc', '1; drop', '../1', 1.5, -1, 2 ** 60, {}, null]) {
      const page = parsePage({ url, html: pageOf({ id, marketplace_listing_title: 'VW Golf' }) });
      expect(page.listings).toEqual([]);
      expect(page.rejected).toEqual([{ reason: 'no_id' }]);
    }
  });

  test('keys such as __proto__ change no prototype', () => {
    const html =
      '<script type="application/json">{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"marketplace_search":{"__proto__":{"feed_units":{"edges":[1]}},"feed_units":{"edges":[{"node":{"__proto__":{"listing":{"id":"1"}}}}]}}}</script>';
    expect(parsePage({ url, html }).listings).toEqual([]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test('data nested a hundred thousand levels deep is read without a crash', () => {
    const depth = 100_000;
    const html = `<script type="application/json">${'{"marketplace_search":'.repeat(depth)}1${'}'.repeat(depth)}</script>`;
    expect(parsePage({ url, html }).listings).toEqual([]);
    expect(parsePage({ url, html: `${'['.repeat(depth)}${']'.repeat(depth)}` }).listings).toEqual([]);
  });

  test.each([
    ['tags that never close', '<script '.repeat(100_000)],
    ['anchors that never close', '<a href="/marketplace/item/1/">x'.repeat(50_000)],
    ['comments that never close', '<!--'.repeat(200_000)],
    ['attributes without end', `<a ${'href='.repeat(200_000)}`],
    ['forms without end', '<form id '.repeat(200_000)],
    ['links without end', '<link rel=canonical '.repeat(100_000)],
    ['cards without end', '<a href="/marketplace/item/1/"><img '.repeat(50_000)],
    ['angle brackets', '<'.repeat(500_000)],
  ])('a page of %s is parsed in bounded time', (_name, html) => {
    expect(parsePage({ url, html }).listings).toEqual([]);
  });

  test('a long description of digits is read in bounded time', () => {
    for (const text of [
      '1.'.repeat(20_000),
      '1 '.repeat(20_000),
      'km '.repeat(20_000),
      'kørt ca. '.repeat(10_000),
      'a/'.repeat(20_000),
      ' '.repeat(50_000),
    ]) {
      expect(
        listingOf({
          redacted_description: { text: `x${text}` },
          marketplace_listing_title: text.trim() || 'x',
        }),
      ).toBeDefined();
    }
  });

  const anyText = fc.string({ unit: 'binary', maxLength: 300 });

  test('nothing in a listing makes the parser throw, and all resulting text is clean', () => {
    const keys = [
      'marketplace_listing_title',
      'custom_title',
      'listing_price',
      'strikethrough_price',
      'location',
      'primary_listing_photo',
      'listing_photos',
      'creation_time',
      'custom_sub_titles_with_rendering_flags',
      'redacted_description',
      'is_sold',
      'id',
      'marketplace_listing_category_id',
      'vehicle_make_display_name',
      'vehicle_odometer_data',
    ];
    const fields = fc.dictionary(
      fc.constantFrom(...keys),
      fc.oneof(
        anyText,
        fc.jsonValue(),
        fc.record({ amount: fc.jsonValue(), text: anyText, image: fc.record({ uri: anyText }) }),
      ),
    );
    fc.assert(
      fc.property(fields, (given) => {
        const listing = listingOf(given);
        if (!listing) return;
        expect(`${listing.title}${listing.city}`).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
        expect((listing.description ?? '').replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      }),
      { numRuns: 400 },
    );
  });

  test('no text, address or status makes the parser throw', () => {
    const scraps = fc.constantFrom(
      '<script type="application/json">',
      '</script>',
      '{"marketplace_search":{"feed_units":',
      '"edges":[',
      '<a href="/marketplace/item/12/">',
      '</a>',
      '<!--',
      '-->',
      'for (;;);',
      '}]',
      '"node"',
      '<title>',
    );
    const html = fc.array(fc.oneof(scraps, anyText), { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        html,
        anyText,
        fc.option(anyText),
        fc.option(fc.integer()),
        (text, asked, finalUrl, status) => {
          expect(parsePage({ url: asked, html: text, finalUrl, status })).toMatchObject({
            kind: expect.any(String),
          });
        },
      ),
      { numRuns: 500 },
    );
  });

  test('a page with any part changed is read or refused', () => {
    const page = readFileSync(new URL('../../../fixtures/marketplace/item.html', import.meta.url), 'utf8');
    fc.assert(
      fc.property(fc.nat(page.length), fc.nat(2000), anyText, (at, length, inserted) => {
        const html = page.slice(0, at) + inserted + page.slice(at + length);
        expect(
          parsePage({ url: 'https://www.facebook.com/marketplace/item/37359594907019123/', html }).listings
            .length,
        ).toBeLessThanOrEqual(1);
      }),
      { numRuns: 200 },
    );
  });
});

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
