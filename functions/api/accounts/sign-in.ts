import { randomUUID } from 'node:crypto';
import { refreshCookie } from '#core/account/refresh-cookie.ts';
import { signIn } from '#functions/_adapters/cognito.ts';
import { judgePassword, keepPasswordMark } from '#functions/_adapters/dynamodb/sign-in-marks.ts';
import { env } from '#functions/_runtime/env.ts';
import { Reply } from '#functions/_runtime/reply.ts';
import { rememberDevice } from '#functions/use-cases/accounts/known-device.ts';
import { accountEndpoint } from './account-endpoint.ts';

/**
 * The pool shuts out an account for minutes after five wrong passwords, the right one included. A stranger's wrong one is
 * therefore spent on an account that does not exist, which answers alike and takes as long.
 */
const nobody = () => `${randomUUID()}@nobody.invalid`;

export const handler = accountEndpoint('POST /api/auth/sign-in', async ({ body }, _request, known) => {
  const { email, password } = body;
  const judged = await judgePassword(email, password);
  const username = judged === 'wrong' && known === null ? nobody() : email;
  const { accessToken, expiresInSeconds, refreshToken, user } = await signIn(username, password);
  if (judged !== 'right') await keepPasswordMark(email, password);
  const cookies = refreshToken ? [refreshCookie(refreshToken, env('PUBLIC_ORIGIN'))] : [];
  if (known === null) cookies.push(await rememberDevice(email));
  return new Reply({ accessToken, expiresIn: expiresInSeconds, user }, { cookies });
});
