import { confirmSignUp } from '#functions/_adapters/cognito.ts';
import { accountEndpoint } from './account-endpoint.ts';

export const handler = accountEndpoint('POST /api/auth/confirm', async ({ body }) => {
  await confirmSignUp(body.email, body.code);
  return { ok: true };
});
