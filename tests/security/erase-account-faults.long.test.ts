import { afterAll, describe, expect, it } from 'vitest';
import type { FaultPlan } from '#tests/support/call-faults.ts';
import { faultPlans, manyCasesMs } from '#tests/support/extent.ts';
import { startErasureWorld } from './erasure-world.ts';

// A table of its own: every try looks through all of it.
const world = await startErasureWorld();
const { getItem } = await import('#functions/platform/table.ts');
const { erasedKey } = await import('#functions/platform/keys.ts');
afterAll(() => world.close());

async function eraseOnce(plan?: FaultPlan): Promise<{ calls: string[]; left: unknown[] }> {
  const others = world.storedPhotos();
  const person = world.newPerson();
  await world.pay((await person.subscribe('premium_monthly')).body.url);
  const customerId = (await world.customerId(person.id))!;
  await world.startImport(person);
  await world.storePhotos(2, person.id);
  world.faults.begin(plan);
  const { status } = await person.erase();
  const calls = world.faults.end();
  world.faults.revive();
  // Refused before anything was erased: the person sees an error and tries again.
  if (status !== 200 && (await getItem(erasedKey(person.id))) === null)
    expect((await person.erase()).status).toBe(200);
  await world.finishErasures();
  const left: unknown[] = await world.namingBesidesMark(person.id, customerId);
  if (world.users.find(person.id)) left.push('the user');
  left.push(...world.storedPhotos().filter((key) => !others.includes(key)));
  const { data } = await world.client.subscriptions.list({ customer: customerId, status: 'all' });
  if (data.some((one) => one.status !== 'canceled')) left.push('the subscription');
  return { calls, left };
}

describe('erasing an account', () => {
  it(
    'an erasure is complete in the end, whichever of its calls fails',
    async () => {
      await world.setLosing(true);
      const whole = await eraseOnce();
      expect(whole.left).toEqual([]);
      expect(whole.calls.length).toBeGreaterThan(8);
      const plans = faultPlans(whole.calls.length);
      const wrong: Record<string, unknown[]> = {};
      for (const plan of plans) {
        const { left, calls } = await eraseOnce(plan);
        if (left.length > 0) wrong[`${plan.when} ${plan.nth} ${calls[plan.nth - 1]}`] = left;
      }
      await world.setLosing(false);
      expect(wrong).toEqual({});
    },
    manyCasesMs,
  );
});
