import { endAllSessions, idOfAccount, resetPassword } from '#functions/_adapters/cognito.ts';
import { endSessions } from '#functions/_adapters/dynamodb/ended-sessions.ts';
import { keepPasswordMark } from '#functions/_adapters/dynamodb/sign-in-marks.ts';
import { log } from '#functions/_runtime/log.ts';
import { steadily } from '#functions/_runtime/steady-answer.ts';

/** Who knew the old password is signed out, wherever they are: their refresh tokens first, so that no new token follows. */
async function endOthers(email: string): Promise<void> {
  const [userId] = await Promise.all([idOfAccount(email), endAllSessions(email)]);
  if (userId === null) return;
  const now = Date.now();
  await endSessions(userId, now);
  // Tokens tell the second in which they were issued. Whoever signs in after this answer does so in a later one.
  await new Promise((resolve) => setTimeout(resolve, 1000 - (now % 1000)));
}

/** Gives an account a new password by the code that was mailed for it. @throws Failure 400 for a wrong code */
export async function setNewPassword(email: string, code: string, password: string): Promise<void> {
  await steadily(() => resetPassword(email, code, password));
  // The new password is set already, so a failure here is the operator's to see.
  await Promise.all([
    endOthers(email).catch((error) => log.failure('sessions not ended after a reset', error)),
    keepPasswordMark(email, password).catch((error) => log.failure('password not marked', error)),
  ]);
}
