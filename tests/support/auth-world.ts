import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { UserMail } from 'local-cloud/services/users/pool-settings.ts';
import { createUserService } from 'local-cloud/services/users/user-service.ts';
import { keyDerivation, UserStore } from 'local-cloud/services/users/user-store.ts';
import { serveAlone } from 'local-cloud/tests/support/serve-alone.ts';
import { startTestTable } from './table.ts';

const pool = {
  poolId: 'eu-north-1_Accounts0',
  clientId: 'accountsclient',
  hasSecret: true,
  keepsAddress: true,
  issuer: 'https://cognito-idp.eu-north-1.amazonaws.com/eu-north-1_Accounts0',
  passwordPolicy: { MinimumLength: 6 },
  authFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'],
  hidesUsers: true,
  ...{ accessTokenSeconds: 900, idTokenSeconds: 900, refreshTokenSeconds: 86_400 },
};
const publicOrigin = 'https://bilfund.example';

export type AuthAnswer = { status: number; body: Record<string, unknown>; setCookies: string[] };
export type AuthWorld = Awaited<ReturnType<typeof startAuthWorld>>;

/** The account routes with the embedded user pool and a table behind them, and browsers before them. */
export async function startAuthWorld() {
  const table = await startTestTable({ plainCalls: true });
  const users = new UserStore(':memory:');
  const mails: UserMail[] = [];
  const service = await serveAlone(createUserService(users, pool, (mail) => mails.push(mail)));
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: service.origin,
    USER_POOL_ID: pool.poolId,
    USER_POOL_CLIENT_ID: pool.clientId,
    PUBLIC_ORIGIN: publicOrigin,
    LOG_LEVEL: 'error',
  });
  const { steadyAnswer } = await import('#functions/platform/answers.ts');
  const usualMs = steadyAnswer.ms;
  steadyAnswer.ms = 0;
  const usualCost = keyDerivation.cost;
  keyDerivation.cost = 2;
  const routes = {
    'sign-up': (await import('#functions/accounts/api.ts')).signUpRoute,
    confirm: (await import('#functions/accounts/api.ts')).confirmSignUpRoute,
    resend: (await import('#functions/accounts/api.ts')).resendCodeRoute,
    'sign-in': (await import('#functions/accounts/api.ts')).signInRoute,
    'sign-out': (await import('#functions/accounts/api.ts')).signOutRoute,
    refresh: (await import('#functions/accounts/api.ts')).refreshSessionRoute,
    forgot: (await import('#functions/accounts/api.ts')).forgotPasswordRoute,
    reset: (await import('#functions/accounts/api.ts')).resetPasswordRoute,
  };
  type Handler = (event: unknown, context: unknown) => Promise<APIGatewayProxyStructuredResultV2>;

  /** A browser at an address, which keeps the cookies that it is given. */
  function browser(address: string) {
    const jar = new Map<string, string>();
    return async (route: keyof typeof routes, body?: Record<string, unknown>): Promise<AuthAnswer> => {
      const event = {
        version: '2.0',
        headers: {
          origin: publicOrigin,
          'content-type': 'application/json',
          'x-client-address': `${address}:5000`,
        },
        cookies: [...jar].map(([name, value]) => `${name}=${value}`),
        ...(body && { body: JSON.stringify(body) }),
        isBase64Encoded: false,
        requestContext: { requestId: 'request-1', http: { sourceIp: '203.0.113.1' } },
      };
      const result = await (routes[route] as unknown as Handler)(event, {});
      const setCookies = result.cookies ?? [];
      for (const line of setCookies) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        if (value) jar.set(name!, value);
        else jar.delete(name!);
      }
      return { status: result.statusCode ?? 0, body: JSON.parse(String(result.body)), setCookies };
    };
  }
  type Browser = ReturnType<typeof browser>;
  const codeOf = (email: string) => mails.findLast(({ to }) => to === email)?.code ?? '';

  return {
    table,
    users,
    mails,
    browser,
    codeOf,
    steadyAnswer,
    /** An account that is confirmed; nobody has signed in to it yet. */
    async join(from: Browser, email: string, password: string): Promise<void> {
      for (const answer of [
        await from('sign-up', { email, password }),
        await from('confirm', { email, code: codeOf(email) }),
      ])
        if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    },
    async close(): Promise<void> {
      steadyAnswer.ms = usualMs;
      keyDerivation.cost = usualCost;
      await service.close();
      await table.close();
    },
  };
}
