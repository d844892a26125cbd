import { Failure, type FailureCode } from '#core/failure.ts';

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
  /** Replaces the pool's own message. */
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

// One error name can have several meanings, depending on the operation; the pool's message distinguishes them. The first
// match wins.
const exceptions: readonly Exception[] = [
  { operation: 'refresh', name: 'NotAuthorizedException', meaning: [401, 'session_expired'] },
  { operation: 'refresh', name: 'UserNotFoundException', meaning: [401, 'session_expired'] },
  // A missing account answers like a wrong password or code, so that nobody can find out who has an account.
  { operation: 'sign-in', name: 'UserNotFoundException', ...wrongPassword },
  // The pool's message mentions a user name, which accounts here do not have.
  { name: 'NotAuthorizedException', message: /username or password/i, ...wrongPassword },
  { name: 'CodeMismatchException', ...wrongCode },
  ...(['confirm', 'reset'] as const).flatMap((operation) => [
    { operation, name: 'UserNotFoundException', ...wrongCode },
    { operation, name: 'ExpiredCodeException', ...wrongCode },
    { operation, name: 'NotAuthorizedException', message: /status is CONFIRMED/i, ...wrongCode },
  ]),
  // After several wrong passwords the pool refuses attempts for a while, with the same error name.
  { name: 'NotAuthorizedException', message: /attempts exceeded/i, meaning: [429, 'too_many_requests'] },
  { name: 'NotAuthorizedException', message: /status is CONFIRMED/i, meaning: [409, 'conflict'] },
  { name: 'InvalidParameterException', message: /already confirmed/i, meaning: [409, 'conflict'] },
  // The pool mails only confirmed addresses, so an unconfirmed person is first sent to the code field.
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
 * Translates an error of the user pool into a failure: our code, for the Danish text, with the pool's message (docs/spec.md
 * 5) unless we have our own. Null for errors in our setup (a wrong pool id, a missing permission), which stay a 500 without
 * details.
 */
export function accountFailure(operation: AccountOperation, name: string, message: string): Failure | null {
  const found = meaningOf(operation, name, message);
  // For a refresh token it means that the token belongs to another account, or is from before the client had a secret.
  const isOfSecret = operation !== 'refresh' && /secret[ _]?hash/i.test(message);
  if (!found || isOfSecret) return null;
  const [status, code] = found.meaning;
  // The message of an internal error of the pool is not shown.
  const text =
    code === 'unavailable'
      ? 'The sign-in service is not available right now. Please try again.'
      : (found.text ?? message);
  return new Failure(status, code, text);
}
