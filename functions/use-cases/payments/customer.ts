import { Failure } from '#core/failure.ts';
import type { PaymentProvider } from '#core/payment/provider.ts';
import { readAccount } from '#functions/_adapters/account-record.ts';
import { addCustomer, getCustomerId } from '#functions/_adapters/dynamodb/payers.ts';
import { clock } from '#functions/_runtime/clock.ts';

/** The caller's one customer at Stripe, made when they first buy. @throws Failure 401 for an erased account */
export async function ensureCustomer(payments: PaymentProvider, userId: string): Promise<string> {
  const known = await getCustomerId(userId);
  if (known !== null) return known;
  const account = await readAccount(userId);
  if (!account) throw new Failure(401, 'not_authenticated', 'User not authenticated');
  const made = await payments.createCustomer({ userId, email: account.email });
  if (await addCustomer(userId, made, clock.now().toISOString())) return made;
  // Another tab was faster; or the account was erased at this moment.
  const theirs = await getCustomerId(userId);
  if (theirs === null) throw new Failure(401, 'not_authenticated', 'User not authenticated');
  return theirs;
}
