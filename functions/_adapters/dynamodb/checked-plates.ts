import { unlessErased } from './guards.ts';
import { isWritten } from './is-written.ts';
import { userKeys } from './keys.ts';
import { changeItem, failedCondition, getItem, type Item, put, transact } from './table.ts';
import { type Charge, chargeStep } from './usage.ts';

/** What a person paid for is theirs for a day. */
const paidSeconds = 86_400;

/** What is asked of a plate: a price and a mileage, as one text, and of how many such a payment is for. */
export type Question = { asked: string; most: number };

const lastPayment = (now: Date) => new Date(now.getTime() - paidSeconds * 1000).toISOString();

/** Those asked before it was counted are none. */
const askedOf = ({ asked }: Item): ReadonlySet<unknown> => (asked instanceof Set ? asked : new Set());

/** Whether the person has paid for this question within the last day: for the plate, and not asked others too often since. */
export async function isPaidPlate(
  userId: string,
  plate: string,
  { asked, most }: Question,
  now: Date,
): Promise<boolean> {
  const item = await getItem(userKeys.checkedPlate(userId, plate));
  // The table deletes late.
  if (item === null || String(item.paidAt) <= lastPayment(now)) return false;
  return askedOf(item).has(asked) || askedOf(item).size < most;
}

/** Asks what was paid for. False: nothing was, or it is used up. Of questions side by side no more pass than were paid for. */
export async function askPaidPlate(
  userId: string,
  plate: string,
  { asked, most }: Question,
  now: Date,
): Promise<boolean> {
  return isWritten(
    changeItem(userKeys.checkedPlate(userId, plate), {
      UpdateExpression: 'ADD asked :set',
      ConditionExpression:
        'paidAt > :before AND (attribute_not_exists(asked) OR contains(asked, :one) OR size(asked) < :most)',
      ExpressionAttributeValues: {
        ':set': new Set([asked]),
        ':one': asked,
        ':most': most,
        ':before': lastPayment(now),
      },
    }),
  );
}

/** Charges a person for a plate and asks. 'outrun': another request paid at the same moment; what it paid for may serve. */
export async function payForPlate(
  userId: string,
  plate: string,
  { asked, most }: Question,
  { charge, now }: { charge: Charge; now: Date },
): Promise<'paid' | 'erased' | 'limit reached' | 'outrun'> {
  const ttl = Math.floor(now.getTime() / 1000) + paidSeconds;
  const paid = { plate, paidAt: now.toISOString(), asked: new Set([asked]), ttl };
  try {
    await transact([
      unlessErased(userId),
      chargeStep(userId, charge),
      put(
        { ...userKeys.checkedPlate(userId, plate), kind: 'CHECKED', ...paid },
        'attribute_not_exists(pk) OR paidAt <= :before OR (size(asked) >= :most AND NOT contains(asked, :one))',
        { ':before': lastPayment(now), ':most': most, ':one': asked },
      ),
    ]);
    return 'paid';
  } catch (error) {
    const failed = failedCondition(error);
    if (failed === null) throw error;
    return failed === 0 ? 'erased' : failed === 1 ? 'limit reached' : 'outrun';
  }
}

/** Asks what one car is rated at a price. False: others were asked of it on this day, as many as may be. */
export async function askPrice(
  userId: string,
  car: string,
  { asked, most }: Question,
  now: Date,
): Promise<boolean> {
  const key = userKeys.askedPrices(userId, now.toISOString().slice(0, 10), car);
  return isWritten(
    changeItem(key, {
      UpdateExpression: 'SET kind = :kind, car = :car, #ttl = :ttl ADD asked :set',
      ConditionExpression: 'attribute_not_exists(asked) OR contains(asked, :one) OR size(asked) < :most',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':kind': 'ASKED',
        ':car': car,
        ':ttl': Math.floor(now.getTime() / 1000) + 2 * paidSeconds,
        ':set': new Set([asked]),
        ':one': asked,
        ':most': most,
      },
    }),
  );
}
