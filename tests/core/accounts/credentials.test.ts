import { describe, expect, it } from 'vitest';
import { type AccountOperation, accountFailure, wrongCodeText } from '#core/accounts/cognito-errors.ts';
import {
  clearedRefreshCookie,
  readRefreshCookie,
  refreshCookie,
  requireOwnOrigin,
} from '#core/accounts/cookies.ts';
import { emailPattern, isPasswordLongEnough, requirePasswordRule } from '#core/accounts/credentials.ts';
import { frequentPasswords } from '#core/accounts/frequent-passwords.ts';
import type { Failure } from '#core/failure.ts';

it.each([
  'jens@mail.example',
  'jens.o-hara+cars@mail.co.example',
  "o'hara_1@x-y.example",
  'a@xn--blbr-zrad.example',
  ['a', 'b.xn--p1ai'].join('@'),
])('accepts the e-mail address %s', (address) => {
  expect(emailPattern.test(address)).toBe(true);
});

it.each([
  '<a@x.example>',
  '"a"@x.example',
  'a b@x.example',
  'a@x.example\0',
  'a\u0000@x.example',
  'a@x.example\r\nBcc: b@y.example',
  'a@x.example,b@y.example',
  'a@x.example;b@y.example',
  'a(comment)@x.example',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  'a@localhost',
  'a@@x.example',
  '.a@x.example',
  'a.@x.example',
  'a..b@x.example',
  'a@-x.example',
  'a@x-.example',
  'a@x..example',
  'a@x.example.',
  'a@x.o',
  'ａ@x.example',
  'a\u202e@x.example',
  'a\u200b@x.example',
  '@x.example',
  'a@',
  '',
])('rejects %j as an e-mail address', (address) => {
  expect(emailPattern.test(address)).toBe(false);
});

describe('the password rule', () => {
  // docs/spec.md, section 9.
  it('a password has at least 6 characters', () => {
    expect(isPasswordLongEnough('12345')).toBe(false);
    expect(isPasswordLongEnough('123456')).toBe(true);
  });

  it.each([
    '123456',
    'Password',
    'QWERTY',
    ' letmein ',
    '１２３４５６',
    '      ',
    '\u200b\u200b\u200b\u200b\u200b\u200b',
  ])('refuses the common or invisible password %j as easy to guess', (password) => {
    expect(() => requirePasswordRule(password)).toThrow(
      expect.objectContaining({ status: 400, code: 'password_easy' }),
    );
  });

  it.each(['hestepære', 'kaffe og kage', 'qwerty-hest', '123456789012345'])(
    'accepts the password %j',
    (password) => {
      expect(() => requirePasswordRule(password)).not.toThrow();
    },
  );

  it('the list of common passwords has 3,000 distinct entries of allowed length', () => {
    const common = frequentPasswords.trim().split(/\s+/);
    expect(new Set(common).size).toBe(3000);
    expect(common.filter((each) => each !== each.toLowerCase() || !isPasswordLongEnough(each))).toEqual([]);
  });

  it('refuses a short password with the sentence of the register form', () => {
    expect(() => requirePasswordRule('short')).toThrow(
      expect.objectContaining({
        status: 400,
        code: 'password_policy',
        message: 'Password must be at least 6 characters',
      }),
    );
  });
});

const site = 'https://bilfund.example';
const local = 'http://127.0.0.1:5173';

describe('requireOwnOrigin', () => {
  it.each([
    [{ origin: site }, site],
    [{ origin: site, 'sec-fetch-site': 'same-origin' }, site],
    [{ 'sec-fetch-site': 'same-origin' }, site],
    [{ origin: local }, local],
    [{}, site],
    [{ origin: 'http://localhost:5173' }, local],
  ])('accepts a request with %j at %s', (headers, publicOrigin) => {
    expect(() => requireOwnOrigin(headers, publicOrigin)).not.toThrow();
  });

  it.each([
    [{ origin: 'null' }, site],
    [{ origin: 'https://evil.example' }, site],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, site],
    [{ origin: 'http://bilfund.example' }, site],
    [{ origin: `${site}.evil.example` }, site],
    [{ origin: `${site}:444` }, site],
    [{ 'sec-fetch-site': 'same-site' }, site],
    [{ 'sec-fetch-site': 'cross-site' }, site],
    [{ 'sec-fetch-site': 'none' }, site],
    [{ origin: 'http://localhost:8080' }, local],
    [{ origin: 'https://localhost:5173' }, local],
    [{ origin: 'http://localhost' }, site],
    [{ origin: 'http://127.0.0.1.evil.example:5173' }, local],
  ])('refuses a request with %j at %s', (headers, publicOrigin) => {
    expect(() => requireOwnOrigin(headers, publicOrigin)).toThrow(
      expect.objectContaining({ status: 403, code: 'forbidden' }),
    );
  });
});

describe('the refresh cookie', () => {
  const site = 'https://bilfund.example';
  const attributes = (cookie: string) => cookie.split('; ').slice(1).sort();

  it('the refresh cookie is hidden from scripts, other sites and other paths, and lasts thirty days', () => {
    const cookie = refreshCookie('header.payload', site);
    expect(cookie).toMatch(/^bilfund_refresh=header\.payload; /);
    expect(attributes(cookie)).toEqual([
      'HttpOnly',
      'Max-Age=2592000',
      'Path=/api/auth',
      'SameSite=Strict',
      'Secure',
    ]);
  });

  it('the refresh cookie is cleared with the attributes it was set with', () => {
    expect(clearedRefreshCookie(site)).toMatch(/^bilfund_refresh=; /);
    expect(attributes(clearedRefreshCookie(site))).toContain('Max-Age=0');
    expect(attributes(clearedRefreshCookie(site))).toContain('Path=/api/auth');
  });

  it.each(['http://127.0.0.1:5173', 'http://localhost:5173'])(
    'the refresh cookie is not Secure at %s, where there is no TLS',
    (origin) => {
      expect(refreshCookie('t', origin)).not.toContain('Secure');
    },
  );

  it.each(['http://bilfund.example', 'https://localhost:5173', 'http://localhost.bilfund.example', ''])(
    'the refresh cookie is Secure at "%s"',
    (origin) => {
      expect(refreshCookie('t', origin)).toContain('Secure');
    },
  );

  it('finds the refresh cookie among other cookies', () => {
    expect(readRefreshCookie(['a=1', 'bilfund_refresh=x.y-z_1', 'b=2'])).toBe('x.y-z_1');
    expect(readRefreshCookie(['a=1; bilfund_refresh=x'])).toBe('x');
  });

  it.each([
    [[]],
    [['bilfund_refresh=']],
    [['bilfund_refresh=a b']],
    [['other_bilfund_refresh=x']],
    [[`bilfund_refresh=${'x'.repeat(5000)}`]],
  ])('finds no refresh cookie in %j', (cookies) => {
    expect(readRefreshCookie(cookies)).toBeNull();
  });
});

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
