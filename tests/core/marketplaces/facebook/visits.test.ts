import { describe, expect, it } from 'vitest';
import { facebook } from '#core/marketplaces/facebook/facebook.ts';

describe('a visit to Facebook Marketplace', () => {
  const { visit, politeness } = facebook;
  if (visit.by !== 'browser') throw new Error('Facebook is visited with a browser');

  it('scrolls for five answers at most, and reads 25 ads at most', () => {
    expect(visit).toMatchObject({ feedAnswersPerVisit: 5, scrollPauseMs: 400 });
    expect(politeness).toEqual({ itemPagesPerVisit: 25, itemPages: 'all' });
  });

  it.each([
    ['POST', '/api/graphql/', true],
    ['POST', '/api/graphql', true],
    ['GET', '/api/graphql/', false],
    ['POST', '/api/graphql/batch', false],
  ])('takes the answer to %s %s for more of the search: %s', (method, path, isFeed) => {
    expect(visit.isFeedRequest(method, new URL(path, 'https://www.facebook.com'))).toBe(isFeed);
  });
});
