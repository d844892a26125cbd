import { refreshCookie } from '#core/account/refresh-cookie.ts';
import { signIn } from '#functions/_adapters/cognito.ts';
import { env } from '#functions/_runtime/env.ts';
import { Reply } from '#functions/_runtime/reply.ts';
import { accountEndpoint } from './account-endpoint.ts';

export const handler = accountEndpoint('POST /api/auth/sign-in', async ({ body }) => {
  const { accessToken, expiresInSeconds, refreshToken, user } = await signIn(body.email, body.password);
  const cookies = refreshToken ? [refreshCookie(refreshToken, env('PUBLIC_ORIGIN'))] : [];
  return new Reply({ accessToken, expiresIn: expiresInSeconds, user }, { cookies });
});
