import { requirePasswordRule } from '#core/account/password-rule.ts';
import { endAllSessions, resetPassword } from '#functions/_adapters/cognito.ts';
import { log } from '#functions/_runtime/log.ts';
import { accountEndpoint } from './account-endpoint.ts';

export const handler = accountEndpoint('POST /api/auth/reset', async ({ body }) => {
  requirePasswordRule(body.password);
  await resetPassword(body.email, body.code, body.password);
  // Who knew the old password is signed out too. The new password is set already, so a failure here is the operator's to see.
  await endAllSessions(body.email).catch((error) => log.failure('sessions not ended after a reset', error));
  return { ok: true };
});
