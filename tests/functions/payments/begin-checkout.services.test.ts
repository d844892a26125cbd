import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PaymentConflict } from '#core/payments/provider.ts';
import { beginCheckout, redeemCodeFor } from '#functions/payments/checkout.ts';
import { openTill } from './till.ts';

const till = openTill();
let customerId: string;
/** How long it waited, in milliseconds; no test does. */
let waited: number[];

beforeEach(async () => {
  customerId = await till.customer('anna');
  waited = [];
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((then: () => void, ms: number) => {
    waited.push(ms);
    queueMicrotask(then);
  }) as never);
});

/** The shop with some calls of its provider changed. */
function changed(calls: object): void {
  Object.assign(till.shop.provider, calls);
}

describe('beginning a checkout', () => {
  it('reuses a buyer’s open checkout for the same product and language', async () => {
    const { url } = await beginCheckout('anna', 'lifetime');
    expect(await beginCheckout('anna', 'lifetime')).toEqual({ url });
    expect([...till.shop.checkouts.values()]).toMatchObject([
      { language: 'en', product: 'lifetime', status: 'open' },
    ]);
  });

  it.each([
    ['for another product', 'deal_finder_boost', 'en'],
    ['in another language', 'lifetime', 'da'],
  ] as const)('closes the open checkout when one %s is begun', async (_, product, language) => {
    const first = await beginCheckout('anna', 'lifetime', 'en');
    const second = await beginCheckout('anna', product, language);
    expect(second.url).not.toBe(first.url);
    expect([...till.shop.checkouts.values()].map(({ status }) => status)).toEqual(['expired', 'open']);
  });

  it('creates another checkout when the open one has no page any more', async () => {
    const { url } = await beginCheckout('anna', 'lifetime');
    const { readCheckouts } = till.shop.provider;
    changed({
      async readCheckouts(id: string) {
        const { open, newestId } = await readCheckouts(id);
        return { open: open.map((one) => ({ ...one, url: null })), newestId };
      },
    });
    expect((await beginCheckout('anna', 'lifetime')).url).not.toBe(url);
  });

  it('derives the idempotency key of a checkout from the newest checkout, whatever its state', async () => {
    const asked: string[] = [];
    const { createCheckout } = till.shop.provider;
    changed({
      createCheckout(wish: { idempotencyKey: string; origin: string }) {
        asked.push(`${wish.idempotencyKey} ${wish.origin}`);
        return createCheckout(wish as never);
      },
    });
    await beginCheckout('anna', 'lifetime');
    const [first] = till.shop.checkouts.keys();
    await beginCheckout('anna', 'deal_finder_boost');
    expect(asked).toEqual(
      ['first', first].map((newest) => `checkout-${customerId}-${newest} https://bilfund.example`),
    );
  });

  it('refuses a product that the buyer owns, and updates their plan', async () => {
    await till.buys(customerId, 'lifetime');
    await expect(beginCheckout('anna', 'lifetime')).rejects.toMatchObject({
      status: 409,
      code: 'already_owned',
    });
    expect(await till.planOf('anna')).toMatchObject({ type: 'lifetime' });
  });

  it('sends a buyer who changes plans to Stripe’s confirmation page', async () => {
    await till.buys(customerId, 'premium_monthly');
    const [one] = till.shop.factsOf(customerId).subscriptions;
    const { url } = await beginCheckout('anna', 'premium_quarterly');
    expect(url).toBe(`https://pay.example/switch/${one!.id}/premium_quarterly`);
    // Nothing is refused, so nothing is told.
    expect(await till.planOf('anna')).toMatchObject({ type: 'free' });
  });

  it('sends a buyer with an unpaid renewal to Stripe’s portal first', async () => {
    await till.buys(customerId, 'premium_monthly');
    const [one] = till.shop.factsOf(customerId).subscriptions;
    till.shop.changeSubscription(one!.id, { status: 'past_due' });
    expect(await beginCheckout('anna', 'premium_quarterly')).toEqual({
      url: `https://pay.example/portal/${customerId}`,
    });
  });

  it('refuses a checkout while purchases are switched off', async () => {
    vi.stubEnv('PAYMENTS_ENABLED', 'false');
    await expect(beginCheckout('anna', 'lifetime')).rejects.toMatchObject({ status: 503 });
    expect(till.shop.checkouts.size).toBe(0);
  });

  it('limits how often a buyer may begin a checkout', async () => {
    const tries = Array.from({ length: 100 }, () => beginCheckout('anna', 'lifetime'));
    const refused = (await Promise.allSettled(tries)).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({ status: 429 });
  });
});

describe('conflicts while creating a checkout', () => {
  function conflicts(times: number, error: Error = new PaymentConflict('faster')): void {
    const { createCheckout } = till.shop.provider;
    let asked = 0;
    changed({
      createCheckout: (wish: never) => (++asked <= times ? Promise.reject(error) : createCheckout(wish)),
    });
  }

  it('tries again after a conflict, with a little more delay each time', async () => {
    conflicts(5);
    expect((await beginCheckout('anna', 'lifetime')).url).toContain('https://pay.example/');
    expect(waited).toEqual([100, 200, 300, 400, 500]);
  });

  it('gives up a checkout after six conflicts', async () => {
    conflicts(6);
    await expect(beginCheckout('anna', 'lifetime')).rejects.toMatchObject({ status: 409, code: 'conflict' });
  });

  it('tries again when the created checkout is already over', async () => {
    const { createCheckout } = till.shop.provider;
    let asked = 0;
    changed({
      createCheckout: async (wish: never) => ({
        ...(await createCheckout(wish)),
        ...(++asked === 1 && { url: null }),
      }),
    });
    expect((await beginCheckout('anna', 'lifetime')).url).toContain('https://pay.example/');
    expect(waited).toEqual([100]);
  });

  it('does not try again after any other failure', async () => {
    conflicts(1, new TypeError('ours'));
    await expect(beginCheckout('anna', 'lifetime')).rejects.toThrow('ours');
    expect(waited).toEqual([]);
  });
});

describe('promotion codes at checkout', () => {
  it('refuses a code that does not cover the price', async () => {
    till.shop.codes.set('HALF', { percentOff: 50 });
    const redeeming = redeemCodeFor('unlock_price', 'anna', 'HALF');
    await expect(redeeming).rejects.toMatchObject({ status: 400, code: 'promotion_code_invalid' });
    expect((await till.planOf('anna')).priceUnlock).toBeNull();
  });

  it('refuses a code for a product that the buyer owns, and updates their plan', async () => {
    await till.buys(customerId, 'unlock_price');
    const redeeming = redeemCodeFor('unlock_price', 'anna', 'GIFT');
    await expect(redeeming).rejects.toMatchObject({ status: 409, code: 'already_owned' });
    expect((await till.planOf('anna')).priceUnlock).not.toBeNull();
  });
});
