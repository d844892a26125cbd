import { Failure, type FailureCode } from '#core/failure.ts';

/** What was asked of the user pool. */
export type AccountOperation =
  | 'sign-up'
  | 'confirm'
  | 'resend'
  | 'sign-in'
  | 'refresh'
  | 'sign-out'
  | 'forgot'
  | 'reset';

type Meaning = readonly [status: number, code: FailureCode];
type Exception = {
  operation?: AccountOperation;
  name: string;
  message?: RegExp;
  meaning: Meaning;
  /** In place of the pool's own. */
  text?: string;
};

const byName: Readonly<Record<string, Meaning>> = {
  UsernameExistsException: [409, 'user_exists'],
  AliasExistsException: [409, 'user_exists'],
  UserNotConfirmedException: [403, 'user_not_confirmed'],
  UserNotFoundException: [404, 'not_found'],
  NotAuthorizedException: [401, 'wrong_credentials'],
  PasswordResetRequiredException: [403, 'forbidden'],
  CodeMismatchException: [400, 'code_mismatch'],
  ExpiredCodeException: [400, 'code_expired'],
  InvalidPasswordException: [400, 'password_policy'],
  PasswordHistoryPolicyViolationException: [400, 'password_policy'],
  InvalidParameterException: [400, 'invalid_input'],
  UserLambdaValidationException: [400, 'invalid_input'],
  UnauthorizedException: [401, 'session_expired'],
  UnsupportedTokenTypeException: [401, 'session_expired'],
  ForbiddenException: [403, 'forbidden'],
  LimitExceededException: [429, 'too_many_requests'],
  TooManyRequestsException: [429, 'too_many_requests'],
  TooManyFailedAttemptsException: [429, 'too_many_requests'],
  CodeDeliveryFailureException: [503, 'unavailable'],
  InternalErrorException: [503, 'unavailable'],
};

export const wrongCodeText =
  'That code is not right. Use the newest e-mail, in the browser in which you asked for the code.';
const wrongCode = { meaning: [400, 'code_mismatch'] as const, text: wrongCodeText };
const wrongPassword = {
  meaning: [401, 'wrong_credentials'] as const,
  text: 'Incorrect e-mail or password.',
};

// One name means different things to a person, depending on what was asked; the pool's message tells which. First match wins.
const exceptions: readonly Exception[] = [
  { operation: 'refresh', name: 'NotAuthorizedException', meaning: [401, 'session_expired'] },
  { operation: 'refresh', name: 'UserNotFoundException', meaning: [401, 'session_expired'] },
  // An account that is not there answers like one whose password, or code, is another.
  { operation: 'sign-in', name: 'UserNotFoundException', ...wrongPassword },
  // The pool speaks of a user name, which nobody has here.
  { name: 'NotAuthorizedException', message: /username or password/i, ...wrongPassword },
  { name: 'CodeMismatchException', ...wrongCode },
  ...(['confirm', 'reset'] as const).flatMap((operation) => [
    { operation, name: 'UserNotFoundException', ...wrongCode },
    { operation, name: 'ExpiredCodeException', ...wrongCode },
    { operation, name: 'NotAuthorizedException', message: /status is CONFIRMED/i, ...wrongCode },
  ]),
  // After several wrong passwords the pool refuses for a while, under the same name.
  { name: 'NotAuthorizedException', message: /attempts exceeded/i, meaning: [429, 'too_many_requests'] },
  { name: 'NotAuthorizedException', message: /status is CONFIRMED/i, meaning: [409, 'conflict'] },
  { name: 'InvalidParameterException', message: /already confirmed/i, meaning: [409, 'conflict'] },
  // Mail goes to confirmed addresses only: who has never confirmed is sent to the code field first.
  {
    operation: 'forgot',
    name: 'InvalidParameterException',
    message: /verified email/i,
    meaning: [403, 'user_not_confirmed'],
  },
  { name: 'InvalidParameterException', message: /value at 'password'/i, meaning: [400, 'password_policy'] },
];

function meaningOf(
  operation: AccountOperation,
  name: string,
  message: string,
): { meaning: Meaning; text?: string | undefined } | undefined {
  const exception = exceptions.find(
    (row) =>
      row.name === name &&
      (row.operation === undefined || row.operation === operation) &&
      (row.message === undefined || row.message.test(message)),
  );
  if (exception) return exception;
  const meaning = byName[name];
  return meaning && { meaning };
}

/**
 * The failure behind an error of the user pool: its message as given (docs/spec.md 5) where we have no words of our own, our
 * code for the Danish text.
 * Null for errors that are ours to mend (a wrong pool id, a missing grant): they stay a 500 without details.
 */
export function accountFailure(operation: AccountOperation, name: string, message: string): Failure | null {
  const found = meaningOf(operation, name, message);
  // Of a refresh token it says that the token is another account's, or of before there was a secret.
  const isOfSecret = operation !== 'refresh' && /secret[ _]?hash/i.test(message);
  if (!found || isOfSecret) return null;
  const [status, code] = found.meaning;
  // What went wrong inside the pool is no text for a person.
  const text =
    code === 'unavailable'
      ? 'The sign-in service is not available right now. Please try again.'
      : (found.text ?? message);
  return new Failure(status, code, text);
}
