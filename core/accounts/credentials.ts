import { Failure } from '#core/failure.ts';
import { isUnseen, once } from '#core/shared.ts';
import { frequentPasswords } from './frequent-passwords.ts';

/**
 * An ordinary e-mail address: letters, digits and common signs, one @, a domain with a dot. Excludes quotes, brackets,
 * comments, spaces and control characters, which some mailers read as several addresses or as a header.
 */
export const emailPattern =
  /^[a-z0-9_%+'-]+(\.[a-z0-9_%+'-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * From docs/spec.md, section 5; the user pool has no further rules. ASVS 5.0 (6.2.4) requires that 3,000 common passwords
 * are refused.
 */
export const minimumPasswordLength = 6;
export const passwordTooShort = 'Password must be at least 6 characters';
const passwordEasy = 'This password is easy to guess. Choose another one.';

export function isPasswordLongEnough(password: string): boolean {
  return password.length >= minimumPasswordLength;
}

const easyOnes = once(() => new Set(frequentPasswords.trim().split(/\s+/)));

/** Whether the password is a frequent one in any case, or only blanks and invisible characters. */
const isEasyToGuess = (password: string): boolean =>
  isUnseen(password) || easyOnes().has(password.normalize('NFKC').trim().toLowerCase());

/**
 * Applies to new passwords only: an existing weak one still signs in.
 * @throws Failure 400 password_policy, password_easy
 */
export function requirePasswordRule(password: string): void {
  if (!isPasswordLongEnough(password)) throw new Failure(400, 'password_policy', passwordTooShort);
  if (isEasyToGuess(password)) throw new Failure(400, 'password_easy', passwordEasy);
}
