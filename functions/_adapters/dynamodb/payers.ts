import { unlessErased, unlessGone } from './guards.ts';
import { openIndex, payersPartition, payersSortKey, stripeCustomerKey, userIdOf, userKeys } from './keys.ts';
import { changeItem, failedCondition, getItem, put, readIndex, transact } from './table.ts';

export async function getCustomerId(userId: string): Promise<string | null> {
  const item = await getItem(userKeys.customer(userId));
  return item ? String(item.customerId) : null;
}

/** Whose customer it is; null for one that is none of ours, or of an erased account. */
export async function getPayer(customerId: string): Promise<string | null> {
  const item = await getItem(stripeCustomerKey(customerId));
  return item ? String(item.userId) : null;
}

/** Remembers who a person is at Stripe; false when they have a customer already or are erased. */
export async function addCustomer(userId: string, customerId: string, now: string): Promise<boolean> {
  const index = { gsi2pk: payersPartition, gsi2sk: payersSortKey(now, userId) };
  try {
    await transact([
      put(
        { ...userKeys.customer(userId), kind: 'CUSTOMER', customerId, ...index },
        'attribute_not_exists(pk)',
      ),
      put({ ...stripeCustomerKey(customerId), kind: 'STRIPECUS', userId }),
      unlessErased(userId),
    ]);
    return true;
  } catch (error) {
    if (failedCondition(error) === null) throw error;
    return false;
  }
}

/** Everybody with a customer at Stripe, who was checked longest ago first. */
export async function listPayers(): Promise<string[]> {
  return (await readIndex(openIndex, payersPartition)).map(userIdOf);
}

/** Puts a person at the end of the line. Who has been erased meanwhile is not written again. */
export async function markChecked(userId: string, now: string): Promise<void> {
  await unlessGone(
    changeItem(userKeys.customer(userId), {
      ConditionExpression: 'attribute_exists(pk)',
      UpdateExpression: 'SET gsi2sk = :at',
      ExpressionAttributeValues: { ':at': payersSortKey(now, userId) },
    }),
  );
}
