import { refreshCookie } from '#core/account/refresh-cookie.ts';
import { env } from '#functions/_runtime/env.ts';
import { Reply } from '#functions/_runtime/reply.ts';
import { rememberDevice } from '#functions/use-cases/accounts/known-device.ts';
import { signInWithPassword } from '#functions/use-cases/accounts/sign-in-with-password.ts';
import { accountEndpoint } from './account-endpoint.ts';

export const handler = accountEndpoint('POST /api/auth/sign-in', async ({ body }, _request, known) => {
  const { email, password } = body;
  const session = await signInWithPassword(email, password, known !== null);
  const { accessToken, expiresInSeconds, refreshToken, user } = session;
  const cookies = refreshToken ? [refreshCookie(refreshToken, env('PUBLIC_ORIGIN'))] : [];
  if (known === null) cookies.push(await rememberDevice(email));
  return new Reply({ accessToken, expiresIn: expiresInSeconds, user }, { cookies });
});
