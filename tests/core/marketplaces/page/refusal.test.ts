import { expect, test } from 'vitest';
import { refusalOf } from '#core/marketplaces/page/refusal.ts';

test.each([
  [200, '', null],
  [404, '', null],
  [401, '', { class: 'login_wall', evidence: 'status 401' }],
  [403, '', { class: 'rate_limited', evidence: 'status 403' }],
  [429, '', { class: 'rate_limited', evidence: 'status 429' }],
  [202, ' '.repeat(900), { class: 'checkpoint', evidence: 'status 202 without a page' }],
  [202, 'x'.repeat(399), { class: 'checkpoint', evidence: 'status 202 without a page' }],
  [202, 'x'.repeat(400), null],
  [499, '', null],
  [500, '', { class: 'network', evidence: 'status 500' }],
  [503, '', { class: 'network', evidence: 'status 503' }],
])('the status %i with the body %j gives the refusal %o', (status, body, refusal) => {
  expect(refusalOf(status, body)).toEqual(refusal);
});
