import { requirePasswordRule } from '#core/account/password-rule.ts';
import { Reply } from '#functions/_runtime/reply.ts';
import { askedForCode, toldAlike } from '#functions/use-cases/accounts/code-attempt.ts';
import { rememberDevice } from '#functions/use-cases/accounts/known-device.ts';
import { setNewPassword } from '#functions/use-cases/accounts/set-new-password.ts';
import { accountEndpoint } from './account-endpoint.ts';

export const handler = accountEndpoint(
  'POST /api/auth/reset',
  async ({ body }, _request, known) => {
    const { email, code, password } = body;
    requirePasswordRule(password);
    await toldAlike(known, () => setNewPassword(email, code, password));
    // Whoever has the mailbox is the owner: signing in is open to this browser whatever strangers try meanwhile.
    return new Reply({ ok: true }, { cookies: [await rememberDevice(email)] });
  },
  askedForCode('reset'),
);
