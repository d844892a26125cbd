import { describe, expect, it, vi } from 'vitest';
import { PaymentConflict } from '#core/payments/provider.ts';
import { syncPlan } from '#functions/payments/plan.ts';
import { userKeys } from '#functions/platform/keys.ts';
import { counted, keepLog } from '#tests/support/kept-log.ts';
import { openTill } from './till.ts';

const till = openTill();
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
