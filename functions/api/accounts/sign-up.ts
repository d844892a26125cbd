import { requirePasswordRule } from '#core/account/password-rule.ts';
import { Reply } from '#functions/_runtime/reply.ts';
import { steadily } from '#functions/_runtime/steady-answer.ts';
import { beginSignUp } from '#functions/use-cases/accounts/begin-sign-up.ts';
import { beginAttempt } from '#functions/use-cases/accounts/code-attempt.ts';
import { accountEndpoint } from './account-endpoint.ts';

export const handler = accountEndpoint('POST /api/auth/sign-up', async ({ body }, request) => {
  const { email, password, language = 'en' } = body;
  requirePasswordRule(password);
  const cookie = await beginAttempt(email, 'sign-up', request.cookies);
  await steadily(() => beginSignUp(email, password, language));
  return new Reply({ ok: true }, { cookies: [cookie] });
});
