import { expect, it } from 'vitest';
import { emailPattern } from '#core/account/email-rule.ts';

it.each([
  'jens@mail.example',
  'jens.o-hara+cars@mail.co.uk',
  "o'hara_1@x-y.dk",
  'a@xn--blbr-zrad.dk',
  'a@b.xn--p1ai',
])('%s is an e-mail address', (address) => {
  expect(emailPattern.test(address)).toBe(true);
});

it.each([
  '<a@x.org>',
  '"a"@x.org',
  'a b@x.org',
  'a@x.org\0',
  'a\u0000@x.org',
  'a@x.org\r\nBcc: b@y.org',
  'a@x.org,b@y.org',
  'a@x.org;b@y.org',
  'a(comment)@x.org',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  'a@localhost',
  'a@@x.org',
  '.a@x.org',
  'a.@x.org',
  'a..b@x.org',
  'a@-x.org',
  'a@x-.org',
  'a@x..org',
  'a@x.org.',
  'a@x.o',
  'ａ@x.org',
  'a\u202e@x.org',
  'a\u200b@x.org',
  '@x.org',
  'a@',
  '',
])('%j is none', (address) => {
  expect(emailPattern.test(address)).toBe(false);
});
