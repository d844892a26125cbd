import { describe, expect, it } from 'vitest';
import { isPasswordLongEnough, requirePasswordRule } from '#core/accounts/credentials.ts';
import { frequentPasswords } from '#core/accounts/frequent-passwords.ts';

describe('a password', () => {
  // docs/spec.md, section 9.
  it('has at least 6 characters', () => {
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
  ])('that is among the first tried, or that nobody sees, is refused as easy to guess: %j', (password) => {
    expect(() => requirePasswordRule(password)).toThrow(
      expect.objectContaining({ status: 400, code: 'password_easy' }),
    );
  });

  it.each(['hestepære', 'kaffe og kage', 'qwerty-hest', '123456789012345'])(
    'like %j is taken',
    (password) => {
      expect(() => requirePasswordRule(password)).not.toThrow();
    },
  );

  it('is compared with 3,000 common ones of its length, each once', () => {
    const common = frequentPasswords.trim().split(/\s+/);
    expect(new Set(common).size).toBe(3000);
    expect(common.filter((each) => each !== each.toLowerCase() || !isPasswordLongEnough(each))).toEqual([]);
  });

  it('is refused with the sentence of the register form', () => {
    expect(() => requirePasswordRule('short')).toThrow(
      expect.objectContaining({
        status: 400,
        code: 'password_policy',
        message: 'Password must be at least 6 characters',
      }),
    );
  });
});
