import { mostCallsPerDay } from '#core/register/optional-calls.ts';
import { registerCallsKey } from '../dynamodb/keys.ts';
import { changeItem, getItem, isConditionFailure } from '../dynamodb/table.ts';

/** Who asks holds the plate so long: four calls that each time out, and a little. */
const heldMs = 45_000;
/** After a call that failed the plate is left alone, each time longer: ten minutes, an hour, six. */
const restMs = (failures: number) => 600_000 * 6 ** (failures - 1);
const keptSeconds = 2 * 86_400;

export type Leave = 'granted' | 'held' | 'spent';

/**
 * How often a register is asked about a plate in a day, counted in the table by all who ask: one at a time, `mostCallsPerDay`
 * at most, and not soon again after a failure. Every call is counted before it is made.
 */
export type CallBudget = {
  /** Leave for the main call, which holds the plate. `held`: somebody else is asking; `spent`: not now, perhaps not today. */
  begin(plate: string): Promise<Leave>;
  /** Leave for one more call by who holds the plate. */
  more(plate: string): Promise<boolean>;
  /** Gives the plate free. */
  end(plate: string, outcome: 'answered' | 'failed'): Promise<void>;
};

export function createCallBudget(nowMs: () => number): CallBudget {
  const keyOf = (plate: string) => registerCallsKey(plate, new Date(nowMs()).toISOString().slice(0, 10));
  const marked = 'SET kind = :kind, #ttl = :ttl';
  const marks = () => ({ ':kind': 'REGISTERCALLS', ':ttl': Math.floor(nowMs() / 1000) + keptSeconds });
  const names = { '#ttl': 'ttl' };
  const counts = () => ({ ...marks(), ':one': 1, ':most': mostCallsPerDay });
  const isPast = (name: string) => `(attribute_not_exists(${name}) OR ${name} <= :now)`;
  const isLeft = '(attribute_not_exists(calls) OR calls < :most)';

  return {
    async begin(plate) {
      const now = nowMs();
      try {
        await changeItem(keyOf(plate), {
          UpdateExpression: `ADD calls :one ${marked}, heldUntil = :until`,
          ConditionExpression: [isLeft, isPast('heldUntil'), isPast('restsUntil')].join(' AND '),
          ExpressionAttributeNames: names,
          ExpressionAttributeValues: { ...counts(), ':now': now, ':until': now + heldMs },
        });
        return 'granted';
      } catch (error) {
        if (!isConditionFailure(error)) throw error;
        const item = await getItem(keyOf(plate));
        return Number(item?.heldUntil ?? 0) > now ? 'held' : 'spent';
      }
    },
    async more(plate) {
      try {
        await changeItem(keyOf(plate), {
          UpdateExpression: `ADD calls :one ${marked}`,
          ConditionExpression: isLeft,
          ExpressionAttributeNames: names,
          ExpressionAttributeValues: counts(),
        });
        return true;
      } catch (error) {
        if (!isConditionFailure(error)) throw error;
        return false;
      }
    },
    async end(plate, outcome) {
      const key = keyOf(plate);
      const item = await getItem(key);
      const failures = Number(item?.failures ?? 0) + (outcome === 'failed' ? 1 : 0);
      await changeItem(key, {
        UpdateExpression: `${marked}, heldUntil = :free, restsUntil = :rests, failures = :failures`,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: {
          ...marks(),
          ':free': 0,
          ':rests': outcome === 'failed' ? nowMs() + restMs(failures) : 0,
          ':failures': failures,
        },
      });
    },
  };
}
