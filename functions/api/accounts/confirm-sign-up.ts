import { Failure } from '#core/failure.ts';
import { confirmSignUp } from '#functions/_adapters/cognito.ts';
import { readAttempt } from '#functions/_adapters/dynamodb/sign-in-marks.ts';
import { steadily } from '#functions/_runtime/steady-answer.ts';
import { askedForCode } from '#functions/use-cases/accounts/code-attempt.ts';
import { accountEndpoint } from './account-endpoint.ts';

export const handler = accountEndpoint(
  'POST /api/auth/confirm',
  async ({ body }, _request, known) => {
    // The newest code is for the newest password, and that one is its typist's: with two of them, each confirms their own.
    const isAnothers = known === null && (await readAttempt(body.email, 'sign-up'))?.isContested === true;
    await steadily(async () => {
      if (isAnothers)
        throw new Failure(
          400,
          'code_expired',
          'Somebody began this sign-up again. Please sign up once more.',
        );
      await confirmSignUp(body.email, body.code);
    });
    return { ok: true };
  },
  askedForCode('sign-up'),
);
