import { AdminInitiateAuthCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { CustomMessageTriggerEvent } from 'aws-lambda';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clearedRefreshCookie, refreshCookie } from '#core/accounts/cookies.ts';
import { writeCodeMailWorker as handler } from '#functions/accounts/workers.ts';
import { jsonResult, withCookies } from '#functions/platform/answers.ts';
import { tableForEachTest } from '#tests/support/cloud-in-memory.ts';
import { type Answer, call, sdkError, setEnvironment, stagePool, unsignedToken } from './stage.ts';

setEnvironment();
const api = await import('#functions/accounts/api.ts');
const names = [
  'signUpRoute',
  'confirmSignUpRoute',
  'resendCodeRoute',
  'signInRoute',
  'refreshSessionRoute',
  'signOutRoute',
  'forgotPasswordRoute',
  'resetPasswordRoute',
] as const;
const routes = names.map((name) => [name, api[name]] as const);
const signIn = api.signInRoute;

const email = 'jens@mail.example';
const body = { email, password: 'hemmelig', code: '123456' };
const cookies = ['bilfund_refresh=refresh.token'];
const session = {
  AuthenticationResult: {
    AccessToken: unsignedToken({ sub: 'user-1', origin_jti: 'session-1' }),
    IdToken: unsignedToken({ sub: 'user-1', email }),
    RefreshToken: 'refresh.token',
    ExpiresIn: 3600,
  },
};

const pool = stagePool();
const table = tableForEachTest();
beforeEach(() => {
  pool.reset();
  pool.onAnyCommand().resolves(session);
});

describe('every account route', () => {
  it.each(routes)('%s refuses a request from a foreign page before anything else', async (_name, handler) => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const answer = await call(handler, { body, cookies, headers });
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' }, cookies: [] });
    expect([...pool.calls(), ...table.calls]).toHaveLength(0);
  });

  it.each(routes)(
    '%s accepts our own page by Sec-Fetch-Site where Origin is missing',
    async (_name, handler) => {
      const headers = { origin: '', 'sec-fetch-site': 'same-origin' };
      expect((await call(handler, { body, cookies, headers })).status).toBe(200);
    },
  );

  it.each(routes)(
    '%s refuses a client address that sends too many requests, and no other',
    async (_name, handler) => {
      const from = (address: string, person: string) =>
        call(handler, { body: { ...body, email: person }, cookies, address });
      let refused: Answer | undefined;
      for (let i = 0; i < 400 && !refused; i++) {
        const answer = await from('198.51.100.7:1000', `person-${i}@mail.example`);
        if (answer.status === 429) refused = answer;
        else expect(answer.status).toBe(200);
      }
      expect(refused?.body).toMatchObject({
        code: 'too_many_requests',
        details: { retryAfterSeconds: expect.any(Number) },
      });
      expect((await from('198.51.100.8:1000', 'neighbour@mail.example')).status).toBe(200);
    },
  );

  it('counts attempts on one person’s account from all client addresses together', async () => {
    pool
      .on(AdminInitiateAuthCommand)
      .rejects(sdkError('NotAuthorizedException', 'Incorrect username or password.'));
    const statuses: number[] = [];
    for (let i = 0; i < 60; i++)
      for (let j = 0; j < 3; j++)
        statuses.push((await call(signIn, { body, address: `198.51.100.${i}:1000` })).status);
    // Two of each address and fifty of them all.
    expect(statuses.filter((status) => status === 401)).toHaveLength(170);
  });

  it('stores no e-mail address and no client address', async () => {
    await call(signIn, { body });
    expect(table.all().length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(table.all())).not.toMatch(/jens|198\.51/);
  });

  it('answers any body in JSON and never with an internal error', async () => {
    const given = fc.oneof(
      fc.jsonValue(),
      fc.record({ email: fc.string(), password: fc.string(), code: fc.string() }),
    );
    for (const [, handler] of routes) {
      await fc.assert(
        fc.asyncProperty(given, fc.array(fc.string()), fc.string(), async (hostile, jar, address) => {
          const answer = await call(handler, { body: hostile, cookies: jar, address });
          expect(answer.status).toBeLessThan(500);
          expect(answer.headers['x-request-id']).toBe('request-1');
          if (answer.status >= 400) expect(answer.body.error).toEqual(expect.any(String));
        }),
        { seed: 7, numRuns: 150 },
      );
    }
  });
});

const origin = 'https://bilfund.example';

it('tells the browser to clear its cache with the answer that ends a session, and with no other', () => {
  const ended = withCookies(jsonResult(200, {}), [clearedRefreshCookie(origin)]);
  expect(ended.headers?.['clear-site-data']).toBe('"cache"');
  expect(ended.cookies).toEqual([clearedRefreshCookie(origin)]);
  const begun = withCookies(jsonResult(200, {}), [refreshCookie('token', origin)]);
  expect(begun.headers).not.toHaveProperty('clear-site-data');
});

describe('the mail with a code', () => {
  beforeAll(() => {
    process.env.PUBLIC_ORIGIN = origin;
  });

  async function mailOf(triggerSource: string, locale?: string, clientMetadata?: Record<string, string>) {
    const event = {
      triggerSource,
      request: { codeParameter: '{####}', userAttributes: { ...(locale && { locale }) }, clientMetadata },
      response: { smsMessage: null, emailMessage: null, emailSubject: null },
    } as unknown as CustomMessageTriggerEvent;
    const { response } = await handler(event);
    return { subject: response.emailSubject, html: response.emailMessage };
  }

  it.each([
    ['who signed up', 'CustomMessage_SignUp', undefined, 'Confirm your Bilfund account', 'confirm'],
    [
      'who asked for it again',
      'CustomMessage_ResendCode',
      undefined,
      'Confirm your Bilfund account',
      'confirm',
    ],
    [
      'who forgot the password',
      'CustomMessage_ForgotPassword',
      'forgot',
      'Your new password for Bilfund',
      'reset',
    ],
    [
      'who signed up and has an account',
      'CustomMessage_ForgotPassword',
      'sign-up',
      'You have a Bilfund account already',
      'reset',
    ],
  ])(
    'the code mail tells somebody %s what the code is for, and links there',
    async (_, source, reason, subject, step) => {
      const mail = await mailOf(source, 'en', reason === undefined ? undefined : { reason });
      expect(mail.subject).toBe(subject);
      expect(mail.html).toContain(`href="${origin}/login?${step}={####}"`);
      // Every paragraph of it says something.
      expect(mail.html).not.toMatch(/>\s*<\/p>/);
      // To be typed by hand, too.
      expect(mail.html).toContain('>{####}</p>');
    },
  );

  it('writes the code mail in the language in which the account was made', async () => {
    const mail = await mailOf('CustomMessage_ForgotPassword', 'da', { reason: 'sign-up' });
    expect(mail.subject).toBe('Du har allerede en konto hos Bilfund');
    expect(mail.html).toContain('<html lang="da">');
    expect((await mailOf('CustomMessage_SignUp')).html).toContain('<html lang="en">');
  });

  it('keeps the code mail within the length that Cognito accepts', async () => {
    const { html } = await mailOf('CustomMessage_ForgotPassword', 'da', { reason: 'sign-up' });
    expect(html!.length).toBeLessThan(20_000);
  });

  it('leaves mails of other kinds as the user pool wrote them', async () => {
    expect(await mailOf('CustomMessage_AdminCreateUser')).toEqual({ subject: null, html: null });
  });
});
