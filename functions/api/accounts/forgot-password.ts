import { Failure } from '#core/failure.ts';
import { resendCode, sendResetCode } from '#functions/_adapters/cognito.ts';
import { Reply } from '#functions/_runtime/reply.ts';
import { steadily } from '#functions/_runtime/steady-answer.ts';
import { beginAttempt } from '#functions/use-cases/accounts/code-attempt.ts';
import { accountEndpoint } from './account-endpoint.ts';

/** Who never confirmed gets the code for that: a new password is set in an account that is somebody's. */
async function mailCode(email: string): Promise<void> {
  try {
    await sendResetCode(email);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'user_not_confirmed') throw error;
    await resendCode(email);
  }
}

export const handler = accountEndpoint('POST /api/auth/forgot', async ({ body }, request) => {
  const cookie = await beginAttempt(body.email, 'reset', request.cookies);
  await steadily(() => mailCode(body.email));
  return new Reply({ ok: true }, { cookies: [cookie] });
});
