import { resendCode } from '#functions/_adapters/cognito.ts';
import { accountEndpoint } from './account-endpoint.ts';

export const handler = accountEndpoint('POST /api/auth/resend', async ({ body }) => {
  await resendCode(body.email);
  return { ok: true };
});
