import { Failure } from '#core/failure.ts';
import { isUnseen, once } from '#core/shared.ts';
import { frequentPasswords } from './frequent-passwords.ts';

/**
 * An e-mail address as people have one: letters, digits and the usual signs, one @, a name with a dot. No quotes, brackets,
 * comments, spaces or control characters, which some mailers read as more than one address or as a header.
 */
export const emailPattern =
  /^[a-z0-9_%+'-]+(\.[a-z0-9_%+'-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

/** Spec section 5; the user pool asks for nothing more. ASVS 5.0 (6.2.4) asks for 3,000 common ones to be refused. */
export const minimumPasswordLength = 6;
export const passwordTooShort = 'Password must be at least 6 characters';
const passwordEasy = 'This password is easy to guess. Choose another one.';

export function isPasswordLongEnough(password: string): boolean {
  return password.length >= minimumPasswordLength;
}

const easyOnes = once(() => new Set(frequentPasswords.trim().split(/\s+/)));

/** Among those that are tried first, however it is cased, or nothing but blanks and signs that are not seen. */
const isEasyToGuess = (password: string): boolean =>
  isUnseen(password) || easyOnes().has(password.normalize('NFKC').trim().toLowerCase());

/**
 * For new passwords alone: who has an easy one signs in with it as before.
 * @throws Failure 400 password_policy, password_easy
 */
export function requirePasswordRule(password: string): void {
  if (!isPasswordLongEnough(password)) throw new Failure(400, 'password_policy', passwordTooShort);
  if (isEasyToGuess(password)) throw new Failure(400, 'password_easy', passwordEasy);
}
