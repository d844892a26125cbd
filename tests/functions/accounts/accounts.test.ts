import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminUserGlobalSignOutCommand,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  ResendConfirmationCodeCommand,
  RevokeTokenCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tableForEachTest } from '#tests/support/cloud-in-memory.ts';
import { call, sdkError, setEnvironment, stagePool, unsignedToken } from './stage.ts';

setEnvironment();
const {
  signUpRoute: signUp,
  confirmSignUpRoute: confirm,
  resendCodeRoute: resend,
  signInRoute: signIn,
  refreshSessionRoute: refresh,
  signOutRoute: signOut,
  forgotPasswordRoute: forgot,
  resetPasswordRoute: reset,
} = await import('#functions/accounts/api.ts');

const pool = stagePool();
const table = tableForEachTest();
const email = 'jens@mail.example';
const credentials = { email, password: 'hemmelig' };
const code = '123456';
const tokens = {
  AccessToken: 'access',
  IdToken: unsignedToken({ sub: 'user-1', email }),
  RefreshToken: 'refresh.token',
  ExpiresIn: 3600,
};
const cookies = ['other=1', 'bilfund_refresh=user-1.refresh.token'];
const removed = `bilfund_refresh=; HttpOnly; SameSite=Strict; Path=/api/auth; Max-Age=0; Secure`;

beforeEach(() => {
  pool.reset();
});

describe('sign-up', () => {
  it('creates the account with its language and answers ok', async () => {
    pool.on(SignUpCommand).resolves({});
    const answer = await call(signUp, {
      body: { ...credentials, email: ' Jens@Mail.example ', language: 'da' },
    });
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    expect(pool.commandCalls(SignUpCommand)[0]?.args[0].input).toMatchObject({
      ClientId: 'client',
      Username: email,
      Password: 'hemmelig',
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'locale', Value: 'da' },
      ],
    });
  });

  it('refuses a short password without asking the user pool', async () => {
    const answer = await call(signUp, { body: { email, password: '12345' } });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: 'Password must be at least 6 characters', code: 'password_policy' });
    expect(pool.calls()).toHaveLength(0);
  });

  it('mails the owner of a confirmed account on a second sign-up, changes nothing and reveals nothing', async () => {
    pool.on(SignUpCommand).rejects(sdkError('UsernameExistsException', 'User already exists'));
    pool.on(AdminGetUserCommand).resolves({ UserStatus: 'CONFIRMED' });
    pool.on(ForgotPasswordCommand).resolves({});
    expect(await call(signUp, { body: credentials })).toMatchObject({ status: 200, body: { ok: true } });
    expect(pool.commandCalls(AdminDeleteUserCommand)).toHaveLength(0);
    expect(pool.commandCalls(ForgotPasswordCommand)[0]?.args[0].input).toMatchObject({
      Username: email,
      ClientMetadata: { reason: 'sign-up' },
    });
  });

  it('restarts the sign-up of an unconfirmed account, so that the newest password counts', async () => {
    pool
      .on(SignUpCommand)
      .rejectsOnce(sdkError('UsernameExistsException', 'User already exists'))
      .resolves({});
    pool.on(AdminGetUserCommand).resolves({ UserStatus: 'UNCONFIRMED' });
    pool.on(AdminDeleteUserCommand).resolves({});
    const answer = await call(signUp, { body: { ...credentials, password: 'nyere-kode' } });
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    expect(pool.commandCalls(SignUpCommand)[1]?.args[0].input.Password).toBe('nyere-kode');
  });
});

describe('sign-in', () => {
  it('answers a sign-in with the access token and keeps the refresh token in a cookie', async () => {
    pool.on(AdminInitiateAuthCommand).resolves({ AuthenticationResult: tokens });
    const answer = await call(signIn, { body: credentials });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ accessToken: 'access', expiresIn: 3600, user: { id: 'user-1', email } });
    expect(answer.cookies).toEqual([
      'bilfund_refresh=user-1.refresh.token; HttpOnly; SameSite=Strict; Path=/api/auth; Max-Age=2592000; Secure',
      expect.stringMatching(/^bilfund_device=/),
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(JSON.stringify(answer.body)).not.toContain('refresh.token');
  });

  it('keeps the language in which the account was made, so that alerts speak it too', async () => {
    const IdToken = unsignedToken({ sub: 'user-1', email, locale: 'da' });
    pool.on(AdminInitiateAuthCommand).resolves({ AuthenticationResult: { ...tokens, IdToken } });
    await call(signIn, { body: credentials });
    expect(table.partition('USER#user-1')).toMatchObject([{ language: 'da' }]);
    // A later sign-in does not change what the person may have chosen meanwhile.
    const other = unsignedToken({ sub: 'user-1', email, locale: 'en' });
    pool.on(AdminInitiateAuthCommand).resolves({ AuthenticationResult: { ...tokens, IdToken: other } });
    await call(signIn, { body: credentials });
    expect(table.partition('USER#user-1')).toMatchObject([{ language: 'da' }]);
  });

  it('asks for a new password at sign-in where an operator requires one', async () => {
    pool.on(AdminInitiateAuthCommand).resolves({ ChallengeName: 'NEW_PASSWORD_REQUIRED' });
    const answer = await call(signIn, { body: credentials });
    expect(answer.body).toEqual({ error: 'Password reset required for the user', code: 'forbidden' });
  });
});

describe('session refresh', () => {
  it('answers a refresh with a new access token and leaves the cookie as it is', async () => {
    const { RefreshToken: _, ...refreshed } = tokens;
    pool.on(AdminInitiateAuthCommand).resolves({ AuthenticationResult: refreshed });
    const answer = await call(refresh, { cookies });
    expect(answer).toMatchObject({
      status: 200,
      body: { accessToken: 'access', user: { id: 'user-1' } },
      cookies: [],
    });
    expect(pool.commandCalls(AdminInitiateAuthCommand)[0]?.args[0].input).toMatchObject({
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      AuthParameters: { REFRESH_TOKEN: 'refresh.token' },
    });
  });

  it('says that the session has ended when there is no cookie', async () => {
    const answer = await call(refresh);
    expect(answer).toMatchObject({ status: 401, body: { code: 'session_expired' }, cookies: [removed] });
    expect(answer.headers['x-request-id']).toBe('request-1');
  });

  it('removes the cookie of a refresh token that no longer works', async () => {
    pool
      .on(AdminInitiateAuthCommand)
      .rejects(sdkError('NotAuthorizedException', 'Refresh Token has been revoked'));
    const answer = await call(refresh, { cookies });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ error: 'Refresh Token has been revoked', code: 'session_expired' });
    expect(answer.cookies).toEqual([removed]);
  });

  it.each([
    ['TooManyRequestsException', 429],
    ['InternalErrorException', 503],
    ['ResourceNotFoundException', 500],
  ])('keeps the cookie when the pool fails with %s', async (name, status) => {
    const lines = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    pool.on(AdminInitiateAuthCommand).rejects(sdkError(name, 'Try later'));
    const answer = await call(refresh, { cookies });
    lines.mockRestore();
    expect(answer).toMatchObject({ status, cookies: [] });
  });
});

describe('sign-out', () => {
  it('revokes the refresh token and removes the cookie at sign-out', async () => {
    pool.on(RevokeTokenCommand).resolves({});
    expect(await call(signOut, { cookies })).toMatchObject({ status: 200, cookies: [removed] });
    expect(pool.commandCalls(RevokeTokenCommand)[0]?.args[0].input.Token).toBe('refresh.token');
  });

  it('answers a sign-out without a session', async () => {
    expect(await call(signOut)).toMatchObject({ status: 200, cookies: [removed] });
    expect(pool.calls()).toHaveLength(0);
  });

  it('removes the cookie at sign-out even when the user pool cannot be reached', async () => {
    const lines = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    pool.on(RevokeTokenCommand).rejects(sdkError('TimeoutError', 'no answer'));
    expect(await call(signOut, { cookies })).toMatchObject({
      status: 200,
      body: { ok: true },
      cookies: [removed],
    });
    const logged = lines.mock.calls.map(([line]) => String(line)).join();
    expect(logged).toContain('refresh token not revoked');
    expect(logged).not.toContain('refresh.token');
    lines.mockRestore();
  });
});

describe('mailed codes', () => {
  it('confirms the account with the mailed code', async () => {
    pool.on(ConfirmSignUpCommand).resolves({});
    expect(await call(confirm, { body: { email, code } })).toMatchObject({ status: 200, body: { ok: true } });
  });

  it('mails the code again on request', async () => {
    pool.on(ResendConfirmationCodeCommand).resolves({});
    expect(await call(resend, { body: { email } })).toMatchObject({ status: 200 });
  });

  it('sets a new password and ends every session that the old one opened', async () => {
    pool.on(ForgotPasswordCommand).resolves({});
    pool.on(ConfirmForgotPasswordCommand).resolves({});
    pool.on(AdminUserGlobalSignOutCommand).resolves({});
    expect(await call(forgot, { body: { email } })).toMatchObject({ status: 200 });
    expect(await call(reset, { body: { email, code, password: 'ny-kode' } })).toMatchObject({ status: 200 });
    expect(pool.commandCalls(AdminUserGlobalSignOutCommand)[0]?.args[0].input.Username).toBe(email);
  });

  it('refuses a new password that is too short', async () => {
    const answer = await call(reset, { body: { email, code, password: 'kort' } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'password_policy' } });
    expect(pool.calls()).toHaveLength(0);
  });
});

describe('refusals of the user pool', () => {
  const refused = (name: string, message: string) => pool.onAnyCommand().rejects(sdkError(name, message));

  it.each([
    [signIn, credentials, 'NotAuthorizedException', 'User is disabled.', 401, 'wrong_credentials'],
    [signIn, credentials, 'UserNotConfirmedException', 'User is not confirmed.', 403, 'user_not_confirmed'],
    [signIn, credentials, 'NotAuthorizedException', 'Password attempts exceeded', 429, 'too_many_requests'],
    [signUp, credentials, 'InvalidPasswordException', 'Password did not conform', 400, 'password_policy'],
    [signUp, credentials, 'InvalidParameterException', 'Invalid email address format.', 400, 'invalid_input'],
    [signUp, credentials, 'CodeDeliveryFailureException', 'The sign-in service', 503, 'unavailable'],
    [confirm, { email, code }, 'TooManyRequestsException', 'Too many requests', 429, 'too_many_requests'],
    [resend, { email }, 'LimitExceededException', 'Attempt limit exceeded', 429, 'too_many_requests'],
    [forgot, { email }, 'TooManyRequestsException', 'Too many requests', 429, 'too_many_requests'],
  ])(
    'passes on the refusal of the user pool with its code (%#)',
    async (handler, body, name, message, status, failureCode) => {
      refused(name, message);
      const answer = await call(handler, { body });
      expect(answer).toMatchObject({ status, body: { code: failureCode } });
      expect(answer.body.error).toContain(message);
    },
  );

  it.each(['835 917', ' 835917 ', '83 59 17', '835\u00a0917'])(
    'accepts a code typed with blanks in it: %j',
    async (typed) => {
      pool.onAnyCommand().resolves({});
      expect(await call(confirm, { body: { email, code: typed } })).toMatchObject({ status: 200 });
      expect(pool.commandCalls(ConfirmSignUpCommand)[0]?.args[0].input.ConfirmationCode).toBe('835917');
    },
  );

  it('answers our own faults with an internal error without details', async () => {
    const lines = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    refused('AccessDeniedException', 'role arn:aws:iam::1 may not');
    const answer = await call(signIn, { body: credentials });
    lines.mockRestore();
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(JSON.stringify(answer.body)).not.toContain('arn');
  });
});
