import { Failure } from '#core/failure.ts';
import { readUnsubscribeToken } from '#functions/_adapters/channels/unsubscribe-token.ts';
import { blockMails, resubscribe } from '#functions/_adapters/dynamodb/alert-settings.ts';
import { endpoint } from '#functions/api/endpoint.ts';

export const handler = endpoint('POST /api/unsubscribe', async ({ query }) => {
  const userId = await readUnsubscribeToken(query.token);
  if (userId === null) throw new Failure(404, 'not_found', 'This link is not one of ours.');
  await (query.undo ? resubscribe(userId) : blockMails(userId, 'unsubscribed'));
  return { ok: true };
});
