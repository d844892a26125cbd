import { afterAll, describe, expect, it, vi } from 'vitest';
import { PaymentConflict } from '#core/payments/provider.ts';
import { confirmPurchase } from '#functions/payments/checkout.ts';
import {
  applyStripeEvent,
  changeSubscription,
  reconcilePayments,
  syncPlan,
} from '#functions/payments/plan.ts';
import { addCustomer, getCustomerId, listPayers } from '#functions/payments/store.ts';
import { reconcilePaymentsWorker } from '#functions/payments/workers.ts';
import { userKeys } from '#functions/platform/keys.ts';
import { replaced } from '#functions/platform/services.ts';
import { counted, keepLog } from '#tests/support/kept-log.ts';
import { now, openTill } from './till.ts';

/** Who deleted their account at the user pool. */
const deleted = new Set<string>();
vi.mock('#functions/accounts/pool.ts', async (load) => ({
  ...(await load<object>()),
  readAccount: async (id: string) => (deleted.has(id) ? null : { id }),
}));
// What was loaded with the stand-in must not serve the next file.
afterAll(() => {
  vi.doUnmock('#functions/accounts/pool.ts');
  vi.resetModules();
});

const till = openTill();
const event = { id: 'evt_1', type: 'any', customerId: null, paymentId: null };

describe('Stripe events', () => {
  it('changes the customer’s plan once by an event', async () => {
    const customerId = await till.customer('anna');
    await till.buys(customerId, 'lifetime');
    const readFacts = vi.spyOn(till.shop.provider, 'readFacts');
    expect(await applyStripeEvent({ ...event, customerId })).toBe('changed');
    readFacts.mockClear();
    expect(await applyStripeEvent({ ...event, customerId })).toBe('applied before');
    expect(readFacts).not.toHaveBeenCalled();
  });

  it('assigns the event of a payment to the payment’s customer', async () => {
    const customerId = await till.customer('anna');
    await till.buys(customerId, 'lifetime');
    const [{ paymentId }] = till.shop.factsOf(customerId).purchases as unknown as [{ paymentId: string }];
    expect(await applyStripeEvent({ ...event, paymentId })).toBe('changed');
  });

  it.each([{}, { customerId: 'cus_theirs' }, { paymentId: 'pi_theirs' }])(
    'changes nothing on an event of an unknown customer (%j)',
    async (of) => {
      expect(await applyStripeEvent({ ...event, ...of })).toBe('of nobody');
    },
  );
});

describe('changing a subscription', () => {
  it('ends a subscription with its period, also when asked twice', async () => {
    const customerId = await till.customer('anna');
    await till.buys(customerId, 'premium_monthly');
    const setEndsWithPeriod = vi.spyOn(till.shop.provider, 'setEndsWithPeriod');
    const ended = await changeSubscription('anna', true);
    expect(ended).toMatchObject({ success: true, subscription: { plan_type: 'premium_monthly' } });
    expect(await till.planOf('anna')).toMatchObject({ cancelAtPeriodEnd: true });
    expect(await changeSubscription('anna', true)).toEqual(ended);
    await changeSubscription('anna', false);
    expect(await till.planOf('anna')).toMatchObject({ cancelAtPeriodEnd: false });
    expect(setEndsWithPeriod.mock.calls.map(([, endsWithPeriod]) => endsWithPeriod)).toEqual([true, false]);
  });

  it('refuses to change a subscription that does not exist', async () => {
    await expect(changeSubscription('bent', true)).rejects.toMatchObject({
      status: 409,
      code: 'no_subscription',
    });
    await till.customer('bent');
    await expect(changeSubscription('bent', true)).rejects.toMatchObject({
      status: 409,
      code: 'no_subscription',
    });
  });

  it('limits how often a subscription may be changed', async () => {
    await till.buys(await till.customer('anna'), 'premium_monthly');
    const tries = Array.from({ length: 100 }, (_, i) => changeSubscription('anna', i % 2 === 0));
    const refused = (await Promise.allSettled(tries)).filter(({ status }) => status === 'rejected');
    expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({ status: 429 });
  });
});

describe('returning from a payment', () => {
  it('confirms a paid purchase and updates the plan', async () => {
    const sessionId = await till.buys(await till.customer('anna'), 'lifetime');
    expect(await confirmPurchase('anna', { sessionId })).toEqual({ isPaid: true, product: 'lifetime' });
    expect(await till.planOf('anna')).toMatchObject({ type: 'lifetime' });
  });

  it('confirms no purchase while it is unpaid', async () => {
    const customerId = await till.customer('anna');
    await till.buys(customerId, 'lifetime');
    const readCheckout = async () => ({ customerId, isPaid: false, product: null });
    replaced.payments = async () => ({ ...till.shop.provider, readCheckout });
    expect(await confirmPurchase('anna', { sessionId: 'cs_1' })).toMatchObject({ isPaid: false });
    expect(await till.planOf('anna')).toMatchObject({ type: 'free' });
  });

  it.each(['cs_nobodys', 'theirs'])('answers not found for the checkout %s', async (which) => {
    await till.customer('anna');
    const theirs = await till.buys(await till.customer('bent'), 'lifetime');
    const sessionId = which === 'theirs' ? theirs : which;
    await expect(confirmPurchase('anna', { sessionId })).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });
    await expect(confirmPurchase('nobody', { sessionId })).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });

  it('confirms a plan change only when Stripe reports the new plan', async () => {
    const customerId = await till.customer('anna');
    await till.buys(customerId, 'premium_monthly');
    expect(await confirmPurchase('anna', { planType: 'premium_quarterly' })).toMatchObject({ isPaid: false });
    const [one] = till.shop.factsOf(customerId).subscriptions;
    till.shop.confirmSwitch(one!.id, 'premium_quarterly');
    expect(await confirmPurchase('anna', { planType: 'premium_quarterly' })).toMatchObject({ isPaid: true });
  });
});

describe('the nightly comparison with Stripe', () => {
  it('repairs plans that differ from Stripe, continues after a failure, and checks the longest unchecked first', async () => {
    const annas = await till.customer('anna');
    await addCustomer('gone', 'cus_unknown', '2026-11-20T00:00:00.000Z');
    await till.customer('bent');
    await till.buys(annas, 'lifetime');
    const log = keepLog();
    expect(await reconcilePaymentsWorker()).toEqual({ checked: 2, repaired: 1, failed: 1, left: 0 });
    log.restore();
    expect(['Checked', 'Repaired', 'Unchecked'].map((name) => counted(log.lines, `Plans${name}`))).toEqual([
      2, 1, 1,
    ]);
    expect(log.lines.map((line) => JSON.parse(line).message)).toEqual(
      expect.arrayContaining([
        'a plan could not be compared with Stripe',
        'a plan differed from what Stripe holds and was repaired',
      ]),
    );
    expect(await till.planOf('anna')).toMatchObject({ type: 'lifetime' });
    // What failed is first in line again.
    vi.setSystemTime(now.getTime() + 1000);
    expect((await listPayers())[0]).toBe('gone');
    expect(await reconcilePayments()).toEqual({ checked: 2, repaired: 0, failed: 1, left: 0 });
  });

  it('marks people who deleted their account in the user pool as erased, unless the pool is missing many of them', async () => {
    const { listErasures } = await import('#functions/accounts/store.ts');
    const people = ['anna', 'bent', 'carl', 'dora', 'emil'];
    for (const who of people) await till.customer(who);
    for (const who of people) deleted.add(who);
    const log = keepLog();
    await reconcilePayments();
    log.restore();
    expect(await listErasures()).toEqual([]);
    expect(log.lines.map((line) => JSON.parse(line).message)).toContain(
      'the user pool knows many payers no more',
    );
    deleted.clear();
    deleted.add('carl');
    await reconcilePayments();
    const customerId = await getCustomerId('carl');
    expect(await listErasures()).toMatchObject([{ userId: 'carl', customerId }]);
    deleted.clear();
  });

  it('leaves the rest for the next run when its time is up, and asks Stripe for at most four people at once', async () => {
    const people = ['anna', 'bent', 'carl', 'dora', 'emil', 'frida', 'gerd', 'hans', 'inge', 'jens', 'kaja'];
    for (const [n, who] of people.entries()) {
      vi.setSystemTime(now.getTime() + n);
      await till.customer(who);
    }
    const { readFacts } = till.shop.provider;
    const log = keepLog();
    const startMs = Date.now();
    let [asked, asking, most] = [0, 0, 0];
    const slow = async (id: string) => {
      most = Math.max(most, ++asking);
      await new Promise((resolve) => setImmediate(resolve));
      asking--;
      asked++;
      // The first five look within four minutes, whose lanes go on; then the time is up.
      vi.setSystemTime(startMs + (asked <= 5 ? 240_000 : 240_001));
      if (asked === 3) throw new Error('staged');
      return readFacts(id);
    };
    replaced.payments = async () => ({ ...till.shop.provider, readFacts: slow });
    const report = await reconcilePayments();
    log.restore();
    expect(most).toBe(4);
    expect(report.failed).toBe(1);
    expect(report.checked + report.failed + report.left).toBe(11);
    expect([1, 2, 3]).toContain(report.left);
    // Whose turn did not come, and whose look failed, are first in line.
    const first = (await listPayers()).slice(0, report.left + 1);
    expect(first).toEqual(['carl', ...people.slice(11 - report.left)]);
    const told = log.lines.map((line) => JSON.parse(line)).find(({ reason }) => reason === 'staged');
    expect(told.userId).toBe('carl');
  });
});

const openCheckout = (
  customerId: string,
  product: 'lifetime' | 'deal_finder_boost',
  idempotencyKey: string,
) =>
  till.shop.provider.createCheckout({
    ...{ customerId, userId: 'anna', product, language: 'en' as const },
    ...{ origin: 'https://bilfund.example', idempotencyKey },
  });

describe('syncing the plan with Stripe’s objects', () => {
  it('changes the plan the first time, and finds it the same the second time', async () => {
    const customerId = await till.customer('anna');
    await till.buys(customerId, 'lifetime');
    const payer = { userId: 'anna', customerId };
    expect(await syncPlan(till.shop.provider, payer)).toBe('changed');
    expect(await till.planOf('anna')).toMatchObject({ type: 'lifetime' });
    expect(await syncPlan(till.shop.provider, payer)).toBe('same');
  });

  it('adds the purchases to a plan that was stored without them, and reports the plan as the same', async () => {
    const customerId = await till.customer('anna');
    await till.buys(customerId, 'lifetime');
    const payer = { userId: 'anna', customerId };
    await syncPlan(till.shop.provider, payer);
    const { purchases, ...before } = await till.planOf('anna');
    const ofPlan = (item: { kind?: unknown }) => item.kind === 'PLAN';
    till.table.restore(till.table.all().map((item) => (ofPlan(item) ? { ...item, plan: before } : item)));
    expect((await till.planOf('anna')).purchases).toBeNull();
    expect(await syncPlan(till.shop.provider, payer)).toBe('same');
    expect((await till.planOf('anna')).purchases).toEqual(purchases);
  });

  it('does not compute the plan again for an event that was applied', async () => {
    const customerId = await till.customer('anna');
    const payer = { userId: 'anna', customerId };
    expect(await syncPlan(till.shop.provider, payer, 'evt_1')).toBe('same');
    await till.buys(customerId, 'lifetime');
    expect(await syncPlan(till.shop.provider, payer, 'evt_1')).toBe('applied before');
    expect(await till.planOf('anna')).toMatchObject({ type: 'free' });
    expect(await syncPlan(till.shop.provider, payer, 'evt_2')).toBe('changed');
  });

  it('logs a changed plan', async () => {
    const customerId = await till.customer('anna');
    await till.buys(customerId, 'lifetime');
    vi.stubEnv('LOG_LEVEL', 'info');
    const log = keepLog();
    await syncPlan(till.shop.provider, { userId: 'anna', customerId });
    await syncPlan(till.shop.provider, { userId: 'anna', customerId });
    log.restore();
    expect(log.lines.filter((line) => line.includes('a plan changed'))).toHaveLength(1);
  });

  /** Syncs while another writer changes the stored plan during the first `times` reads from Stripe. */
  async function raced(times: number) {
    const customerId = await till.customer('anna');
    await till.buys(customerId, 'lifetime');
    const { readFacts } = till.shop.provider;
    let asked = 0;
    const provider = {
      ...till.shop.provider,
      async readFacts(id: string) {
        const facts = await readFacts(id);
        if (++asked <= times) {
          const item = { ...userKeys.plan('anna'), kind: 'PLAN', plan: {}, version: asked };
          till.table.restore([...till.table.all().filter(({ sk }) => sk !== item.sk), item]);
        }
        return facts;
      },
    };
    return syncPlan(provider, { userId: 'anna', customerId });
  }

  it('computes the plan again, up to eight times, when another writer changed it meanwhile', async () => {
    expect(await raced(7)).toBe('changed');
    expect(await till.planOf('anna')).toMatchObject({ type: 'lifetime' });
  });

  it('throws when another writer changes the plan during all eight tries', async () => {
    await expect(raced(8)).rejects.toThrow('the plan was changed too often to store it');
  });
});

describe('corrections at Stripe', () => {
  it('ends and counts a second subscription, and bases the plan on the other', async () => {
    const customerId = await till.customer('anna');
    await till.buys(customerId, 'premium_monthly');
    await till.buys(customerId, 'premium_quarterly');
    const log = keepLog();
    await syncPlan(till.shop.provider, { userId: 'anna', customerId });
    log.restore();
    const { subscriptions } = till.shop.factsOf(customerId);
    expect(subscriptions.map(({ status }) => status)).toEqual(['active', 'canceled']);
    expect(counted(log.lines, 'PaymentChores')).toBeGreaterThan(0);
    expect(log.lines.some((line) => line.includes('something is put right at Stripe'))).toBe(true);
    expect(await till.planOf('anna')).toMatchObject({ type: 'premium_monthly' });
  });

  it('closes an open checkout for a product that the person owns by now, and no other one', async () => {
    const customerId = await till.customer('anna');
    const stale = await openCheckout(customerId, 'lifetime', 'a');
    await till.buys(customerId, 'lifetime');
    await syncPlan(till.shop.provider, { userId: 'anna', customerId });
    expect(till.shop.checkouts.get(stale.id)?.status).toBe('expired');
    const other = await till.customer('bent');
    const wanted = await openCheckout(other, 'deal_finder_boost', 'b');
    await syncPlan(till.shop.provider, { userId: 'bent', customerId: other });
    expect(till.shop.checkouts.get(wanted.id)?.status).toBe('open');
  });

  it.each([
    ['leaves an open checkout that was just paid to its own event', new PaymentConflict('paid'), 'changed'],
    ['throws when an open checkout cannot be closed', new TypeError('ours'), 'ours'],
  ])('%s', async (_, error, outcome) => {
    const customerId = await till.customer('anna');
    await openCheckout(customerId, 'lifetime', 'a');
    await till.buys(customerId, 'lifetime');
    const provider = { ...till.shop.provider, expireCheckout: () => Promise.reject(error) };
    const said = await syncPlan(provider, { userId: 'anna', customerId }).catch(
      (reason: Error) => reason.message,
    );
    expect(said).toBe(outcome);
  });

  it('does not close an open checkout of an unknown product', async () => {
    const customerId = await till.customer('anna');
    await till.buys(customerId, 'lifetime');
    const expireCheckout = vi.fn();
    const open = [{ id: 'cs_other', product: null, status: 'open' as const, language: 'en', url: null }];
    const readCheckouts = async () => ({ open, newestId: 'cs_other' });
    await syncPlan({ ...till.shop.provider, readCheckouts, expireCheckout }, { userId: 'anna', customerId });
    expect(expireCheckout).not.toHaveBeenCalled();
  });
});
