import { confirmSignUp } from '#functions/_adapters/cognito.ts';
import { readAttempt } from '#functions/_adapters/dynamodb/sign-in-marks.ts';
import { steadily } from '#functions/_runtime/steady-answer.ts';
import { askedForCode, toldAlike, wrongCode } from '#functions/use-cases/accounts/code-attempt.ts';
import { accountEndpoint } from './account-endpoint.ts';

export const handler = accountEndpoint(
  'POST /api/auth/confirm',
  async ({ body }, _request, known) => {
    // The newest code is for the newest password, and that one is its typist's: with two of them, each confirms their own.
    const isAnothers = known === null && (await readAttempt(body.email, 'sign-up'))?.isContested === true;
    await steadily(() =>
      isAnothers ? Promise.reject(wrongCode()) : toldAlike(known, () => confirmSignUp(body.email, body.code)),
    );
    return { ok: true };
  },
  askedForCode('sign-up'),
);
