import { describe, expect, it } from 'vitest';
import { facebook } from '#core/marketplaces/facebook/facebook.ts';

describe('a visit to Facebook Marketplace', () => {
  const { visit, politeness } = facebook;
  if (visit.by !== 'browser') throw new Error('Facebook is visited with a browser');

  it('a Facebook visit reads at most five scroll responses and 25 ads', () => {
    expect(visit).toMatchObject({ feedAnswersPerVisit: 5, scrollPauseMs: 400 });
    expect(politeness).toEqual({ itemPagesPerVisit: 25, itemPages: 'all' });
  });

  it.each([
    ['POST', '/api/graphql/', true],
    ['POST', '/api/graphql', true],
    ['GET', '/api/graphql/', false],
    ['POST', '/api/graphql/batch', false],
  ])('whether a response to %s %s belongs to the search feed: %s', (method, path, isFeed) => {
    expect(visit.isFeedRequest(method, new URL(path, 'https://www.facebook.com'))).toBe(isFeed);
  });
});
