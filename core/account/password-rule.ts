import { Failure } from '../failure.ts';

/** Spec section 5; the user pool asks for nothing more. */
export const minimumPasswordLength = 6;
export const passwordTooShort = 'Password must be at least 6 characters';

export function isPasswordLongEnough(password: string): boolean {
  return password.length >= minimumPasswordLength;
}

/** @throws Failure 400 password_policy */
export function requirePasswordRule(password: string): void {
  if (!isPasswordLongEnough(password)) throw new Failure(400, 'password_policy', passwordTooShort);
}
