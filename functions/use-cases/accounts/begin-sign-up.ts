import { Failure } from '#core/failure.ts';
import type { Language } from '#core/language.ts';
import { deleteAccount, isUnconfirmed, sendResetCode, signUp } from '#functions/_adapters/cognito.ts';
import { keepPasswordMark } from '#functions/_adapters/dynamodb/sign-in-marks.ts';

/**
 * Who never confirmed may begin again: the account is made anew, so that the password that was typed last is the one that
 * counts. Keeping the old one would leave the account's first password to whoever typed this e-mail before its owner did.
 * The owner of an account that is confirmed is told so by mail, with a code for a new password, and whoever asked is told nothing else.
 */
async function beginAgain(email: string, password: string, language: Language): Promise<void> {
  if (!(await isUnconfirmed(email))) return sendResetCode(email, 'sign-up');
  await deleteAccount(email);
  await create(email, password, language);
}

async function create(email: string, password: string, language: Language): Promise<void> {
  await signUp(email, password, language);
  await keepPasswordMark(email, password);
}

/** Makes an account that its owner has still to confirm, and mails them what they need for it. */
export async function beginSignUp(email: string, password: string, language: Language): Promise<void> {
  try {
    await create(email, password, language);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'user_exists') throw error;
    await beginAgain(email, password, language);
  }
}
