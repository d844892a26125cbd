import { describe, expect, it } from 'vitest';
import { passwordFault } from '../../../web/src/accounts/form-parts.tsx';

describe('a new password', () => {
  it('a new password must be repeated and have at least 6 characters', () => {
    expect(passwordFault('abcdef', 'abcdeg')).toBe('mismatch');
    expect(passwordFault('abcde', 'abcde')).toBe('tooShort');
    expect(passwordFault('abcdef', 'abcdef')).toBeNull();
  });
});
