import { freePlan, type Plan } from '#core/plan/access.ts';
import { unlessErased } from './guards.ts';
import { stripeEventKey, userKeys } from './keys.ts';
import { check, failedCondition, getItem, type Item, put, type TransactItem, transact } from './table.ts';

/** A stored plan; `version` counts its writes, 0 for none yet. */
export type PlanRecord = { plan: Plan; version: number };

/** How long an applied event is remembered: Stripe sends none again after that. */
const eventSeconds = 30 * 24 * 3600;

export async function readPlanRecord(userId: string): Promise<PlanRecord> {
  const item = await getItem(userKeys.plan(userId));
  return {
    plan: { ...freePlan, ...(item?.plan as Partial<Plan> | undefined) },
    version: Number(item?.version ?? 0),
  };
}

/** A stored plan with its owner, from an item of the table or of its stream. */
export const toOwnedPlan = (item: Item): { userId: string; plan: Plan } => ({
  userId: item.pk.slice(userKeys.partition('').length),
  plan: { ...freePlan, ...(item.plan as Partial<Plan>) },
});

export async function isEventApplied(eventId: string): Promise<boolean> {
  return (await getItem(stripeEventKey(eventId))) !== null;
}

const samePlan = (a: Plan, b: Plan) =>
  JSON.stringify({ ...freePlan, ...a }) === JSON.stringify({ ...freePlan, ...b });

type PlanWrite = {
  userId: string;
  /** The plan as it was read before Stripe was asked. */
  before: PlanRecord;
  plan: Plan;
  /** The event that is thereby applied; null when no event led here. */
  eventId: string | null;
  now: Date;
};
type Step = [name: 'event' | 'plan' | 'erased', item: TransactItem];

function unchangedSince({ version }: PlanRecord): [condition: string, values?: Record<string, unknown>] {
  return version === 0 ? ['attribute_not_exists(version)'] : ['version = :version', { ':version': version }];
}

function stepsOf({ userId, before, plan, eventId, now }: PlanWrite): Step[] {
  const key = userKeys.plan(userId);
  const isSame = samePlan(before.plan, plan);
  const item = { ...key, kind: 'PLAN', plan, version: before.version + 1, updatedAt: now.toISOString() };
  const steps: Step[] = [
    ['erased', unlessErased(userId)],
    ['plan', isSame ? check(key, ...unchangedSince(before)) : put(item, ...unchangedSince(before))],
  ];
  if (eventId !== null) {
    const ttl = Math.floor(now.getTime() / 1000) + eventSeconds;
    const event = { ...stripeEventKey(eventId), kind: 'STRIPE', ttl };
    steps.push(['event', put(event, 'attribute_not_exists(pk)')]);
  }
  return steps;
}

/**
 * Writes a plan that was computed from what Stripe held after `before` was read, together with the mark of its event.
 * `outdated`: somebody wrote in between, and what they saw may be newer: read, ask and compute again.
 */
export async function writePlan(
  write: PlanWrite,
): Promise<'changed' | 'same' | 'outdated' | 'applied before' | 'erased'> {
  const steps = stepsOf(write);
  try {
    await transact(steps.map(([, item]) => item));
    return samePlan(write.before.plan, write.plan) ? 'same' : 'changed';
  } catch (error) {
    const failed = failedCondition(error);
    if (failed === null) throw error;
    return ({ erased: 'erased', plan: 'outdated', event: 'applied before' } as const)[steps[failed]![0]];
  }
}
