import { describe, expect, it } from 'vitest';
import { isPasswordLongEnough, requirePasswordRule } from '#core/account/password-rule.ts';

describe('a password', () => {
  // spec: 9.password
  it('has at least 6 characters', () => {
    expect(isPasswordLongEnough('12345')).toBe(false);
    expect(isPasswordLongEnough('123456')).toBe(true);
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
