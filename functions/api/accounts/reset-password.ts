import { requirePasswordRule } from '#core/account/password-rule.ts';
import { endAllSessions, idOfAccount, resetPassword } from '#functions/_adapters/cognito.ts';
import { endSessions } from '#functions/_adapters/dynamodb/ended-sessions.ts';
import { log } from '#functions/_runtime/log.ts';
import { accountEndpoint } from './account-endpoint.ts';

/** Who knew the old password is signed out, wherever they are: their refresh tokens first, so that no new token follows. */
async function endOthers(email: string): Promise<void> {
  const [userId] = await Promise.all([idOfAccount(email), endAllSessions(email)]);
  if (userId === null) return;
  const now = Date.now();
  await endSessions(userId, now);
  // Tokens tell the second in which they were issued. Whoever signs in after this answer does so in a later one.
  await new Promise((resolve) => setTimeout(resolve, 1000 - (now % 1000)));
}

export const handler = accountEndpoint('POST /api/auth/reset', async ({ body }) => {
  requirePasswordRule(body.password);
  await resetPassword(body.email, body.code, body.password);
  // The new password is set already, so a failure here is the operator's to see.
  await endOthers(body.email).catch((error) => log.failure('sessions not ended after a reset', error));
  return { ok: true };
});
