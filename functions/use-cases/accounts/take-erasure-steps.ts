import { deleteAccount } from '#functions/_adapters/cognito.ts';
import { deleteOwnPhotos } from '#functions/_adapters/delete-own-photos.ts';
import { deleteAccountItems } from '#functions/_adapters/dynamodb/account-items.ts';
import type { Erasure } from '#functions/_adapters/dynamodb/erasures.ts';
import { forgetParkedOf } from '#functions/_adapters/dynamodb/parked-messages.ts';
import { withPayments } from '#functions/_adapters/stripe/payment-service.ts';
import { log } from '#functions/_runtime/log.ts';

/** Ends what the account pays for, and its customer at Stripe. */
async function endPayments(customerId: string): Promise<void> {
  await withPayments(async (payments) => {
    const { open } = await payments.readCheckouts(customerId);
    for (const { id } of open) await payments.expireCheckout(id);
    await payments.deleteCustomer(customerId);
  });
}

async function deleteUser(userId: string): Promise<void> {
  try {
    await deleteAccount(userId);
  } catch (error) {
    if ((error as { code?: string }).code !== 'not_found') throw error;
  }
}

/**
 * Takes every step of an erasure that was marked, each safe to repeat. One that fails does not keep the others from being
 * taken. True when all of them succeeded.
 */
export async function takeErasureSteps({ userId, customerId }: Erasure): Promise<boolean> {
  const steps: [name: string, step: () => Promise<unknown>][] = [
    ['the user', () => deleteUser(userId)],
    ['the payments', async () => (customerId === null ? undefined : endPayments(customerId))],
    ['the photos', () => deleteOwnPhotos(userId)],
    ['the items', () => deleteAccountItems(userId)],
    ['the parked messages', () => forgetParkedOf(userId)],
  ];
  let isDone = true;
  for (const [name, step] of steps) {
    try {
      await step();
    } catch (error) {
      isDone = false;
      log.failure(`${name} of an erased account could not be erased`, error);
    }
  }
  return isDone;
}
