import { Failure } from '#core/failure.ts';
import { resendCode } from '#functions/_adapters/cognito.ts';
import { steadily } from '#functions/_runtime/steady-answer.ts';
import { accountEndpoint } from './account-endpoint.ts';

/** Who is confirmed needs no code, and nobody else is told that they are. */
async function mailAgain(email: string): Promise<void> {
  try {
    await resendCode(email);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'conflict') throw error;
  }
}

export const handler = accountEndpoint('POST /api/auth/resend', async ({ body }) => {
  await steadily(() => mailAgain(body.email));
  return { ok: true };
});
