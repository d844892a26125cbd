import { isPasswordLongEnough } from '#core/account/password-rule.ts';

/** Which rule a new password breaks, in the order the form says it. */
export function passwordFault(password: string, repeated: string): 'mismatch' | 'tooShort' | null {
  if (password !== repeated) return 'mismatch';
  return isPasswordLongEnough(password) ? null : 'tooShort';
}
