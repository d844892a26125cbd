import { expect, it } from 'vitest';
import { clearedRefreshCookie, refreshCookie } from '#core/accounts/cookies.ts';
import { jsonResult, withCookies } from '#functions/platform/answers.ts';

const origin = 'https://bilfund.example';

it('tells the browser to clear its cache with the answer that ends a session, and with no other', () => {
  const ended = withCookies(jsonResult(200, {}), [clearedRefreshCookie(origin)]);
  expect(ended.headers?.['clear-site-data']).toBe('"cache"');
  expect(ended.cookies).toEqual([clearedRefreshCookie(origin)]);
  const begun = withCookies(jsonResult(200, {}), [refreshCookie('token', origin)]);
  expect(begun.headers).not.toHaveProperty('clear-site-data');
});
