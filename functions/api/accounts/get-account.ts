import { Failure } from '#core/failure.ts';
import { readAccount } from '#functions/_adapters/account-record.ts';
import { getLanguage } from '#functions/_adapters/dynamodb/people.ts';
import { endpoint } from '#functions/api/endpoint.ts';

export const handler = endpoint('GET /api/account', async (_, caller) => {
  const [account, language] = await Promise.all([readAccount(caller.id), getLanguage(caller.id)]);
  if (!account) throw new Failure(401, 'not_authenticated', 'User not authenticated');
  return { email: account.email, language, member_since: account.createdAt };
});
