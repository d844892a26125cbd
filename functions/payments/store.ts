import { isDeepStrictEqual } from 'node:util';
import { type Plan, storedPlan } from '#core/payments/plan.ts';
import {
  openIndex,
  payersPartition,
  payersSortKey,
  stripeCustomerKey,
  stripeEventKey,
  userIdOf,
  userKeys,
} from '#functions/platform/keys.ts';
import {
  changeExisting,
  check,
  failedStep,
  getItem,
  type Item,
  put,
  readIndex,
  type TransactItem,
  transactIf,
} from '#functions/platform/table.ts';
import { unlessErased } from '#functions/platform/table-conditions.ts';

/** A stored plan; `version` counts its writes, 0 when none is stored. */
export type PlanRecord = { plan: Plan; version: number };

/** How long an applied event is remembered; Stripe does not resend older ones. */
const eventSeconds = 30 * 24 * 3600;

export async function readPlanRecord(userId: string): Promise<PlanRecord> {
  const item = await getItem(userKeys.plan(userId));
  return {
    plan: storedPlan(item?.plan as Partial<Plan> | undefined),
    version: Number(item?.version ?? 0),
  };
}

export type OwnedPlan = PlanRecord & { userId: string };

/** Reads an item of the table or of its stream. */
export const toOwnedPlan = (item: Item): OwnedPlan => ({
  userId: item.pk.slice(userKeys.partition('').length),
  plan: storedPlan(item.plan as Partial<Plan>),
  version: Number(item.version ?? 0),
});

export async function isEventApplied(eventId: string): Promise<boolean> {
  return (await getItem(stripeEventKey(eventId))) !== null;
}

type PlanWrite = {
  userId: string;
  /** The plan as read before Stripe was asked. */
  before: PlanRecord;
  plan: Plan;
  /** The event that this write applies; null when there is none. */
  eventId: string | null;
  now: Date;
};
type Step = [name: 'event' | 'plan' | 'erased', item: TransactItem];

function unchangedSince({ version }: PlanRecord): [condition: string, values?: Record<string, unknown>] {
  return version === 0 ? ['attribute_not_exists(version)'] : ['version = :version', { ':version': version }];
}

function stepsOf({ userId, before, plan, eventId, now }: PlanWrite): Step[] {
  const key = userKeys.plan(userId);
  const isSame = isDeepStrictEqual(before.plan, plan);
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
 * Writes a plan computed from what Stripe held after `before` was read, with its event's mark in the same transaction.
 * `outdated`: a concurrent write may have seen newer data; the caller must read, ask and compute again.
 */
export async function writePlan(
  write: PlanWrite,
): Promise<'changed' | 'same' | 'outdated' | 'applied before' | 'erased'> {
  const steps = stepsOf(write);
  const failed = await failedStep(steps.map(([, item]) => item));
  if (failed !== null)
    return ({ erased: 'erased', plan: 'outdated', event: 'applied before' } as const)[steps[failed]![0]];
  const { before, plan } = write;
  // A plan stored before purchases were kept is not a changed plan.
  const completed = { ...before.plan, purchases: before.plan.purchases ?? plan.purchases };
  return isDeepStrictEqual(completed, plan) ? 'same' : 'changed';
}

export async function getCustomerId(userId: string): Promise<string | null> {
  const item = await getItem(userKeys.customer(userId));
  return item ? String(item.customerId) : null;
}

/** The person of a customer; null for customers that are not ours or of an erased account. */
export async function getPayer(customerId: string): Promise<string | null> {
  const item = await getItem(stripeCustomerKey(customerId));
  return item ? String(item.userId) : null;
}

/** Stores a person's customer id; false when they already have one or are erased. */
export async function addCustomer(userId: string, customerId: string, now: string): Promise<boolean> {
  const index = { gsi2pk: payersPartition, gsi2sk: payersSortKey(now, userId) };
  return transactIf([
    put({ ...userKeys.customer(userId), kind: 'CUSTOMER', customerId, ...index }, 'attribute_not_exists(pk)'),
    put({ ...stripeCustomerKey(customerId), kind: 'STRIPECUS', userId }),
    unlessErased(userId),
  ]);
}

/** Everybody with a Stripe customer, longest unchecked first. */
export async function listPayers(): Promise<string[]> {
  return (await readIndex(openIndex, payersPartition)).map(userIdOf);
}

/** Moves a person to the end of the order. Writes nothing for an erased account. */
export async function markChecked(userId: string, now: string): Promise<void> {
  await changeExisting(userKeys.customer(userId), {
    set: { gsi2sk: payersSortKey(now, userId) },
  });
}
