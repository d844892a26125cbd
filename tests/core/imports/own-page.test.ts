import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  awaitedAfter,
  goneAfter,
  missingAds,
  type OwnPage,
  type ShownAds,
  shownAdsOf,
} from '#core/imports/own-page.ts';
import type { ParsedPage } from '#core/marketplaces/marketplace.ts';
import { makeListing } from '#tests/support/make-car.ts';

const shown = (ids: string, facts: Partial<ShownAds> = {}): ShownAds => ({
  source: 'facebook',
  ids: [...ids],
  unread: [],
  isWhole: false,
  ...facts,
});
const missing = (before: string, now: ShownAds, awaited = '') =>
  missingAds({ ids: [...before], awaited: [...awaited] }, now).join('');

describe('the ads that a page should show and does not', () => {
  it.each([
    ['stood before one that is still shown', 'abcdef', 'abdef', 'c'],
    ['stood before one that is still shown, behind new ones', 'abcdef', 'xyabdef', 'c'],
  ])('are those that %s', (_, before, now, expected) => {
    expect(missing(before, shown(now))).toBe(expected);
  });

  it.each([
    ['new ones pushed the last off the page', 'abcdef', 'xyzabc'],
    ['the page shows fewer than before', 'abcdefgh', 'abcd'],
    ['none of those before is shown', 'abcdef', 'uvwxyz'],
    ['the order is another one', 'abcdefgh', 'gahcbe'],
    ['it is sorted in another way and still shows the last', 'abcdefgh', 'uvwxyzh'],
    ['the missing one could not be read', 'abcdef', 'abdef', 'c'],
  ])('are none when %s', (_, before, now, unread = '') => {
    expect(missing(before, shown(now, { unread: [...unread] }))).toBe('');
  });

  it('are not counted up to an ad that was renewed and stands first now', () => {
    expect(missing('abcdefghijkl', shown('labcdef'))).toBe('');
    expect(missing('abcdefghijkl', shown('labdefg'))).toBe('c');
  });

  it('are all that are missing on a page that shows all results', () => {
    expect(missing('abcdef', shown('fa', { isWhole: true }))).toBe('bcde');
    expect(missing('abc', shown('', { isWhole: true }))).toBe('abc');
  });

  it('include those that an earlier page missed, if any result is still shown', () => {
    expect(missing('abc', shown('abc'), 'xy')).toBe('xy');
    expect(missing('abc', shown('abcx'), 'xy')).toBe('y');
    expect(missing('abc', shown('uvw'), 'xy')).toBe('');
  });

  it('are never shown, and were results before', () => {
    const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 });
    fc.assert(
      fc.property(ids, ids, fc.boolean(), (before, now, isWhole) => {
        const found = missingAds({ ids: before, awaited: [] }, shown(now.join(''), { isWhole }));
        expect(found.filter((id) => now.includes(id) || !before.includes(id))).toEqual([]);
      }),
    );
  });
});

describe('the ads that the last page waits for when an earlier one arrives after it', () => {
  const last = (ids: string, facts: Partial<OwnPage> = {}): OwnPage => ({
    ...{ href: '', source: 'facebook', ids: [...ids], awaited: ['w'], gone: [], news: null },
    ...{ readAt: '', settledAt: '', times: 2, isWhole: true, ...facts },
  });
  const awaited = (page: OwnPage, earlier: string) => awaitedAfter(page, shown(earlier)).join('');

  it('are those before and those that only the earlier one shows', () => {
    expect(awaited(last('ab'), 'abc')).toBe('wc');
    expect(awaited(last('ab'), 'abw')).toBe('w');
  });

  it('are none that the last page showed and that could not be read there', () => {
    expect(awaited(last('ab', { unread: ['c'] }), 'abc')).toBe('w');
  });

  it('are none more when nothing says that the last page showed all results', () => {
    expect(awaited(last('ab', { isWhole: undefined }), 'abc')).toBe('w');
  });
});

describe('the ads that are gone', () => {
  it('are remembered until they are shown again', () => {
    expect(goneAfter(['a', 'b'], ['c'], shown('bxy'))).toEqual(['c', 'a']);
  });
});

describe('what a page shows', () => {
  const page = (facts: Partial<ParsedPage>): ParsedPage => ({
    kind: 'search',
    listings: [makeListing({ id: '1' }), makeListing({ id: '2' })],
    pageInfo: null,
    shownCount: 2,
    rejected: [],
    failure: null,
    ...facts,
  });
  const isWhole = (facts: Partial<ParsedPage>, query = '') =>
    shownAdsOf(page(facts), 'facebook', `https://marketplace.example/search${query}`)?.isWhole;
  const last = { hasNextPage: false, endCursor: null };

  it('is the whole search when the marketplace counts no more than is shown', () => {
    expect(isWhole({ total: 2 })).toBe(true);
    expect(isWhole({ total: 3, pageInfo: last })).toBe(false);
  });

  it('is the whole search when there is no next page', () => {
    expect(isWhole({ pageInfo: last })).toBe(true);
    expect(isWhole({ pageInfo: last }, '?page=1&q=x')).toBe(true);
    expect(isWhole({ pageInfo: { hasNextPage: true, endCursor: 'x' } })).toBe(false);
  });

  it('is not the whole search when nothing is said, or when some ads could not be told apart', () => {
    expect(isWhole({})).toBe(false);
    expect(isWhole({ total: 3, shownCount: 3 })).toBe(false);
    expect(isWhole({ total: 3, shownCount: 3, rejected: [{ reason: 'no_id' }] })).toBe(false);
    expect(isWhole({ total: 3, shownCount: 3, rejected: [{ reason: 'no_title', id: '3' }] })).toBe(true);
  });

  it.each(['?page=2', '?q=x&page=13', '?page=10'])('is not looked at on a later page (%s)', (query) => {
    expect(isWhole({ total: 2, pageInfo: last }, query)).toBeUndefined();
  });

  it.each(['item', 'graphql', 'failure'] as const)('is not looked at on a page of the kind %s', (kind) => {
    expect(isWhole({ kind, total: 2 })).toBeUndefined();
  });

  it('is the whole search when the marketplace says that nothing matches', () => {
    expect(isWhole({ kind: 'empty', listings: [], shownCount: 0 })).toBe(true);
  });
});
