import { describe, expect, it } from 'vitest';
import { emailPattern, isPasswordLongEnough, requirePasswordRule } from '#core/accounts/credentials.ts';
import { frequentPasswords } from '#core/accounts/frequent-passwords.ts';

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

describe('the password rule', () => {
  // docs/spec.md, section 9.
  it('a password has at least 6 characters', () => {
    expect(isPasswordLongEnough('12345')).toBe(false);
    expect(isPasswordLongEnough('123456')).toBe(true);
  });

  it.each([
    '123456',
    'Password',
    'QWERTY',
    ' letmein ',
    '１２３４５６',
    '      ',
    '\u200b\u200b\u200b\u200b\u200b\u200b',
  ])('refuses the common or invisible password %j as easy to guess', (password) => {
    expect(() => requirePasswordRule(password)).toThrow(
      expect.objectContaining({ status: 400, code: 'password_easy' }),
    );
  });

  it.each(['hestepære', 'kaffe og kage', 'qwerty-hest', '123456789012345'])(
    'accepts the password %j',
    (password) => {
      expect(() => requirePasswordRule(password)).not.toThrow();
    },
  );

  it('the list of common passwords has 3,000 distinct entries of allowed length', () => {
    const common = frequentPasswords.trim().split(/\s+/);
    expect(new Set(common).size).toBe(3000);
    expect(common.filter((each) => each !== each.toLowerCase() || !isPasswordLongEnough(each))).toEqual([]);
  });

  it('refuses a short password with the sentence of the register form', () => {
    expect(() => requirePasswordRule('short')).toThrow(
      expect.objectContaining({
        status: 400,
        code: 'password_policy',
        message: 'Password must be at least 6 characters',
      }),
    );
  });
});
