import { randomInt } from 'node:crypto';
import { ServiceError } from '../../wire/service.ts';
import { codeLifetimeSeconds } from './pool-settings.ts';
import type { User, UserStore } from './user-store.ts';

export type CodeKind = 'signUp' | 'reset';

/** Wrong codes a user may send before Cognito stops listening until a new code is requested. */
const maxWrongCodes = 10;

const expired = () =>
  new ServiceError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
const mismatch = () =>
  new ServiceError('CodeMismatchException', 'Invalid verification code provided, please try again.');

/** What a pool says that does not hide who has an account. */
export const unknownUser = () =>
  new ServiceError('UserNotFoundException', 'Username/client id combination not found.');

/** A fresh six-digit code; the former one stops working. */
export function newCode(store: UserStore, user: User, kind: CodeKind): string {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const fields =
    kind === 'signUp'
      ? { sign_up_code: code, sign_up_code_at: Date.now() }
      : { reset_code: code, reset_code_at: Date.now() };
  store.change(user.sub, { ...fields, wrong_codes: 0 });
  return code;
}

/**
 * Throws as Cognito does: CodeMismatchException, ExpiredCodeException, LimitExceededException. In a pool that hides
 * its users one that does not exist answers like one whose code is out of date (sign-up) or wrong (reset).
 */
export function checkCode(
  store: UserStore,
  hidesUsers: boolean,
  user: User | undefined,
  code: string | undefined,
  kind: CodeKind,
): asserts user is User {
  if (!user && !hidesUsers) throw unknownUser();
  if (!user) throw kind === 'signUp' ? expired() : mismatch();
  const expected = kind === 'signUp' ? user.sign_up_code : user.reset_code;
  const at = kind === 'signUp' ? user.sign_up_code_at : user.reset_code_at;
  if (expected === null || at === null) throw expired();
  if (user.wrong_codes >= maxWrongCodes) {
    throw new ServiceError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
  }
  if (code !== expected) {
    store.change(user.sub, { wrong_codes: user.wrong_codes + 1 });
    throw mismatch();
  }
  if (at + codeLifetimeSeconds[kind] * 1000 < Date.now()) throw expired();
}
