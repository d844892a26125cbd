import { userKeys } from './keys.ts';
import { type TransactItem, update } from './table.ts';

/** The month that a charge is counted in, and the limit that the month's charges must stay below. */
export type Charge = { month: string; limit: number };

/** The step that charges a person once; it fails when the limit is reached. */
export const chargeStep = (userId: string, { month, limit }: Charge): TransactItem =>
  update(userKeys.usage(userId, month), {
    UpdateExpression: 'SET kind = :kind ADD scrapes_count :one',
    ConditionExpression: 'attribute_not_exists(scrapes_count) OR scrapes_count < :limit',
    ExpressionAttributeValues: { ':kind': 'USAGE', ':one': 1, ':limit': limit },
  });
