import { addressBlock } from '#core/account/client-address.ts';
import { requireOwnOrigin } from '#core/account/own-origin.ts';
import { type AccountLimits, accountLimits } from '#core/account/rate-limits.ts';
import type { accountRoutes } from '#core/contract/routes/accounts.ts';
import type { Input, Output } from '#core/contract/table.ts';
import { endpoint, type RequestInfo } from '#functions/_runtime/endpoint.ts';
import { env } from '#functions/_runtime/env.ts';
import { takePermit } from '#functions/_runtime/permits.ts';
import type { Reply } from '#functions/_runtime/reply.ts';
import { rowOf } from '#functions/_runtime/route-row.ts';

type AccountKey = keyof typeof accountRoutes;
type AccountName = (typeof accountRoutes)[AccountKey]['name'];

// The address pays first: who floods from one place does not use up what a person's own address may do.
async function takePermits(limits: AccountLimits, request: RequestInfo, body: unknown): Promise<void> {
  await takePermit(limits.perAddress, addressBlock(request.clientAddress));
  const email = (body as { email?: string } | undefined)?.email;
  if (limits.perEmail && email) await takePermit(limits.perEmail, email);
}

/** An `endpoint` below /api/auth: only our own pages may call it, and only so often. */
export function accountEndpoint<K extends AccountKey>(
  key: K,
  handle: (input: Input<K>, request: RequestInfo) => Promise<Output<K> | Reply<Output<K>>>,
) {
  return endpoint(key, async (input, _caller, request) => {
    requireOwnOrigin(request.headers, env('PUBLIC_ORIGIN'));
    const { name } = rowOf(key);
    await takePermits(accountLimits[name as AccountName], request, input.body);
    return handle(input, request);
  });
}
