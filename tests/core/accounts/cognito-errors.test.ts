import { describe, expect, it } from 'vitest';
import { type AccountOperation, accountFailure, wrongCodeText } from '#core/accounts/cognito-errors.ts';
import type { Failure } from '#core/failure.ts';

// The messages are the user pool's own.
const rows: [AccountOperation, string, string, number, string][] = [
  ['sign-up', 'UsernameExistsException', 'User already exists', 409, 'user_exists'],
  ['confirm', 'AliasExistsException', 'An account with the email already exists.', 409, 'user_exists'],
  ['sign-up', 'InvalidPasswordException', 'Password did not conform with policy', 400, 'password_policy'],
  [
    'reset',
    'PasswordHistoryPolicyViolationException',
    'Password has been used before',
    400,
    'password_policy',
  ],
  ['sign-up', 'InvalidParameterException', 'Invalid email address format.', 400, 'invalid_input'],
  [
    'sign-up',
    'InvalidParameterException',
    "1 validation error detected: Value at 'password' failed to satisfy constraint",
    400,
    'password_policy',
  ],
  ['sign-up', 'UserLambdaValidationException', 'PreSignUp failed', 400, 'invalid_input'],
  ['sign-in', 'UserNotConfirmedException', 'User is not confirmed.', 403, 'user_not_confirmed'],
  ['sign-in', 'NotAuthorizedException', 'User is disabled.', 401, 'wrong_credentials'],
  ['sign-in', 'NotAuthorizedException', 'Password attempts exceeded', 429, 'too_many_requests'],
  ['sign-in', 'PasswordResetRequiredException', 'Password reset required for the user', 403, 'forbidden'],
  ['refresh', 'NotAuthorizedException', 'Refresh Token has been revoked', 401, 'session_expired'],
  ['refresh', 'UserNotFoundException', 'User does not exist.', 401, 'session_expired'],
  ['sign-out', 'UnauthorizedException', 'Unauthorized', 401, 'session_expired'],
  ['sign-out', 'UnsupportedTokenTypeException', 'Unsupported token type', 401, 'session_expired'],
  ['resend', 'InvalidParameterException', 'User is already confirmed.', 409, 'conflict'],
  ['resend', 'UserNotFoundException', 'Username/client id combination not found.', 404, 'not_found'],
  [
    'forgot',
    'InvalidParameterException',
    'Cannot reset password for the user as there is no registered/verified email or phone_number',
    403,
    'user_not_confirmed',
  ],
  [
    'forgot',
    'LimitExceededException',
    'Attempt limit exceeded, please try after some time.',
    429,
    'too_many_requests',
  ],
  ['sign-in', 'TooManyRequestsException', 'Too many requests', 429, 'too_many_requests'],
  ['reset', 'TooManyFailedAttemptsException', 'Too many failed attempts', 429, 'too_many_requests'],
  [
    'sign-in',
    'NotAuthorizedException',
    'User cannot be confirmed. Current status is CONFIRMED',
    409,
    'conflict',
  ],
  ['sign-in', 'LimitExceededException', 'Attempt limit exceeded', 429, 'too_many_requests'],
  ['resend', 'ExpiredCodeException', 'Invalid code provided', 400, 'code_expired'],
  ['sign-in', 'ForbiddenException', 'Request not allowed', 403, 'forbidden'],
];

const wrongPassword = {
  status: 401,
  code: 'wrong_credentials',
  message: 'Incorrect e-mail or password.',
} as const;
const wrongCode = {
  status: 400,
  code: 'code_mismatch',
  message: wrongCodeText,
} as const;

describe('accountFailure', () => {
  it.each<[AccountOperation, string, string, Partial<Failure>]>([
    ['sign-in', 'UserNotFoundException', 'User does not exist.', wrongPassword],
    ['sign-in', 'NotAuthorizedException', 'Incorrect username or password.', wrongPassword],
    ['confirm', 'CodeMismatchException', 'Invalid verification code provided, please try again.', wrongCode],
    ['reset', 'CodeMismatchException', 'Invalid verification code provided, please try again.', wrongCode],
    ['confirm', 'ExpiredCodeException', 'Invalid code provided, please request a code again.', wrongCode],
    ['confirm', 'NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED', wrongCode],
    ['confirm', 'UserNotFoundException', 'User does not exist.', wrongCode],
    ['reset', 'ExpiredCodeException', 'Invalid code provided, please request a code again.', wrongCode],
    ['reset', 'UserNotFoundException', 'User does not exist.', wrongCode],
  ])('the answer at %s to %s does not reveal who has an account', (operation, name, message, told) => {
    expect(accountFailure(operation, name, message)).toMatchObject(told);
  });

  it.each(rows)(
    'answers at %s to %s "%s" with %i %s and the user pool’s message',
    (operation, name, message, status, code) => {
      expect(accountFailure(operation, name, message)).toMatchObject({ status, code, message });
    },
  );

  it.each(['CodeDeliveryFailureException', 'InternalErrorException'])(
    'hides internals of the user pool when it reports %s',
    (name) => {
      const failure = accountFailure(
        'sign-up',
        name,
        'SES identity arn:aws:ses:eu-north-1:1 is not verified',
      );
      expect(failure).toMatchObject({ status: 503, code: 'unavailable' });
      expect(failure?.message).toBe('The sign-in service is not available right now. Please try again.');
    },
  );

  it.each([
    'ResourceNotFoundException',
    'AccessDeniedException',
    'InvalidUserPoolConfigurationException',
    'Error',
  ])('treats %s as an internal error, because only we can fix it', (name) => {
    expect(accountFailure('sign-in', name, 'User pool client does not exist.')).toBeNull();
  });
});
