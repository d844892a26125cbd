import { unlessErased } from './guards.ts';
import { userKeys } from './keys.ts';
import { failedCondition, getItem, put, transact } from './table.ts';
import { type Charge, chargeStep } from './usage.ts';

/** A plate that was checked is checked again as often as a person likes, at another price too. */
const paidSeconds = 86_400;

/** Whether the person has paid for this plate within the last day. */
export async function isPaidPlate(userId: string, plate: string, now: Date): Promise<boolean> {
  const item = await getItem(userKeys.checkedPlate(userId, plate));
  // The table deletes late.
  return item !== null && Number(item.ttl) * 1000 > now.getTime();
}

/** Charges a person for a plate. Of two requests side by side one pays. */
export async function payForPlate(
  userId: string,
  plate: string,
  charge: Charge,
  now: Date,
): Promise<'paid' | 'erased' | 'limit reached'> {
  const ttl = Math.floor(now.getTime() / 1000) + paidSeconds;
  try {
    await transact([
      unlessErased(userId),
      chargeStep(userId, charge),
      put(
        { ...userKeys.checkedPlate(userId, plate), kind: 'CHECKED', plate, paidAt: now.toISOString(), ttl },
        'attribute_not_exists(pk) OR paidAt <= :before',
        { ':before': new Date(now.getTime() - paidSeconds * 1000).toISOString() },
      ),
    ]);
    return 'paid';
  } catch (error) {
    const failed = failedCondition(error);
    if (failed === null) throw error;
    // The third: another request for the same plate was faster, and paid.
    return failed === 0 ? 'erased' : failed === 1 ? 'limit reached' : 'paid';
  }
}
