import { setLanguage } from '#functions/_adapters/dynamodb/people.ts';
import { endpoint } from '#functions/api/endpoint.ts';

export const handler = endpoint('PUT /api/account/language', async ({ body }, caller) => {
  await setLanguage(caller.id, body.language);
  return { ok: true };
});
