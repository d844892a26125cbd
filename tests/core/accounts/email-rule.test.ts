import { expect, it } from 'vitest';
import { emailPattern } from '#core/accounts/credentials.ts';

it.each([
  'jens@mail.example',
  'jens.o-hara+cars@mail.co.example',
  "o'hara_1@x-y.example",
  'a@xn--blbr-zrad.example',
  ['a', 'b.xn--p1ai'].join('@'),
])('accepts the e-mail address %s', (address) => {
  expect(emailPattern.test(address)).toBe(true);
});

it.each([
  '<a@x.example>',
  '"a"@x.example',
  'a b@x.example',
  'a@x.example\0',
  'a\u0000@x.example',
  'a@x.example\r\nBcc: b@y.example',
  'a@x.example,b@y.example',
  'a@x.example;b@y.example',
  'a(comment)@x.example',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  'a@localhost',
  'a@@x.example',
  '.a@x.example',
  'a.@x.example',
  'a..b@x.example',
  'a@-x.example',
  'a@x-.example',
  'a@x..example',
  'a@x.example.',
  'a@x.o',
  'ａ@x.example',
  'a\u202e@x.example',
  'a\u200b@x.example',
  '@x.example',
  'a@',
  '',
])('rejects %j as an e-mail address', (address) => {
  expect(emailPattern.test(address)).toBe(false);
});
