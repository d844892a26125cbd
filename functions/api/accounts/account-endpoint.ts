import { addressBlock } from '#core/account/client-address.ts';
import { requireOwnOrigin } from '#core/account/own-origin.ts';
import { type AccountLimits, accountLimits } from '#core/account/rate-limits.ts';
import type { accountRoutes } from '#core/contract/routes/accounts.ts';
import type { Input, Output } from '#core/contract/table.ts';
import { takePermit } from '#functions/_adapters/dynamodb/permits.ts';
import { env } from '#functions/_runtime/env.ts';
import type { Reply } from '#functions/_runtime/reply.ts';
import type { RequestInfo } from '#functions/_runtime/route-handler.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { rowOf } from '#functions/api/route-row.ts';
import { type KnownBrowser, knownDevice } from '#functions/use-cases/accounts/known-device.ts';
import { takeTry } from '#functions/use-cases/accounts/take-try.ts';

type AccountKey = keyof typeof accountRoutes;
type AccountName = (typeof accountRoutes)[AccountKey]['name'];

/**
 * An `endpoint` below /api/auth: only our own pages may call it, and only so often. The address pays first: who floods from
 * one place does not use up what a person's own address may do. `known` is null for a browser that proved nothing.
 */
export function accountEndpoint<K extends AccountKey>(
  key: K,
  handle: (
    input: Input<K>,
    request: RequestInfo,
    known: string | null,
  ) => Promise<Output<K> | Reply<Output<K>>>,
  knownBrowser: KnownBrowser = (request, email) => knownDevice(request.cookies, email),
) {
  return endpoint(key, async (input, _caller, request) => {
    requireOwnOrigin(request.headers, env('PUBLIC_ORIGIN'));
    const limits: AccountLimits = accountLimits[rowOf(key).name as AccountName];
    const address = addressBlock(request.clientAddress);
    await takePermit(limits.perAddress, address);
    const email = (input.body as { email?: string } | undefined)?.email;
    if (!limits.perEmail || !email) return handle(input, request, null);
    const known = await knownBrowser(request, email);
    const device = await knownDevice(request.cookies, email);
    await takeTry(limits.perEmail, { email, address, known, device });
    return handle(input, request, known);
  });
}
