import { sendResetCode } from '#functions/_adapters/cognito.ts';
import { accountEndpoint } from './account-endpoint.ts';

export const handler = accountEndpoint('POST /api/auth/forgot', async ({ body }) => {
  await sendResetCode(body.email);
  return { ok: true };
});
