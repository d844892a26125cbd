import { requirePasswordRule } from '#core/account/password-rule.ts';
import { Failure } from '#core/failure.ts';
import { deleteAccount, isUnconfirmed, signUp } from '#functions/_adapters/cognito.ts';
import { accountEndpoint } from './account-endpoint.ts';

/**
 * Who never confirmed may begin again: the account is made anew, so that the password that was typed last is the one that
 * counts. Keeping the old one would leave the account's first password to whoever typed this e-mail before its owner did.
 */
async function beginAgain(
  email: string,
  password: string,
  language: 'en' | 'da',
  exists: Failure,
): Promise<void> {
  if (!(await isUnconfirmed(email))) throw exists;
  await deleteAccount(email);
  await signUp(email, password, language);
}

export const handler = accountEndpoint('POST /api/auth/sign-up', async ({ body }) => {
  const { email, password, language = 'en' } = body;
  requirePasswordRule(password);
  try {
    await signUp(email, password, language);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'user_exists') throw error;
    await beginAgain(email, password, language, error);
  }
  return { ok: true };
});
