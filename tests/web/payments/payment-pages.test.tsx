import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SubscriptionWire } from '#core/contract/routes/payments.ts';
import { planNames, planTypes } from '#core/payments/plan.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { freeWire, monthlyWire, planAnswers } from '#tests/web/support/sample-plan.ts';
import type { ApiError } from '../../../web/src/api/api-error.ts';
import { createQueryClient, queryKeys } from '../../../web/src/api/queries.ts';
import { PaymentCancelled, PaymentSuccess } from '../../../web/src/payments/payment-result.tsx';
import { planOffers, standingOf } from '../../../web/src/payments/plan-offers.tsx';
import { useAccess, usePlanExpiry } from '../../../web/src/payments/use-plan.ts';

const confirm = 'POST /api/payments/confirm-checkout';
const thanks = 'Thank you for upgrading to Premium. Your subscription is now active.';
const path = '/payment/success?session_id=cs_test_42';
const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('the page after a payment', () => {
  // docs/spec.md, section 2.
  it('the success page shows the words of the specification and links to cars and profile, even without a checkout id', () => {
    stubService({});
    renderApp(<PaymentSuccess />, { path: '/subscription/success' });
    expect(screen.getByRole('heading', { name: 'Payment Successful!' })).toBeTruthy();
    expect(screen.getByText(thanks)).toBeTruthy();
    expect(document.title).toBe('Payment Successful! | Bilfund');
    expect(linkTo('Start Finding Deals')).toBe('/');
    expect(linkTo('View Profile')).toBe('/profile');
    expect(screen.queryByText(/Reference for support/)).toBeNull();
  });

  // docs/spec.md, section 2.
  it('the success page shows the session id and refreshes everything that depends on the plan', async () => {
    signIn();
    const requests = stubService({
      ...planAnswers(monthlyWire),
      [confirm]: { body: { isPaid: true, product: 'premium_monthly', subscription: monthlyWire } },
    });
    const { client } = renderApp(<PaymentSuccess />, { path });
    const invalidate = vi.spyOn(client, 'invalidateQueries');
    expect(await screen.findByRole('heading', { name: 'Payment Successful!' })).toBeTruthy();
    expect(screen.getByText('Reference for support: cs_test_42')).toBeTruthy();
    expect(screen.getByText(thanks)).toBeTruthy();
    expect(requests.find(({ key }) => key === confirm)?.body).toEqual({ sessionId: 'cs_test_42' });
    await waitFor(() => {
      const asked = invalidate.mock.calls.map(([filter]) => String(filter?.queryKey?.[0]));
      expect(asked).toEqual(expect.arrayContaining(['access', 'subscription', 'usage', 'payments', 'cars']));
    });
  });

  it('the success page waits for the confirmation, says when it takes long, and then succeeds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    signIn();
    let isPaid = false;
    stubService({
      ...planAnswers(freeWire),
      [confirm]: () => ({
        body: { isPaid, product: 'premium_monthly', subscription: isPaid ? monthlyWire : freeWire },
      }),
    });
    renderApp(<PaymentSuccess />, { path });
    expect(await screen.findByRole('heading', { name: 'Confirming your payment' })).toBeTruthy();
    expect(screen.getByText(/this takes a few seconds/)).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(await screen.findByText(/You need not pay again/)).toBeTruthy();
    isPaid = true;
    await act(() => vi.advanceTimersByTimeAsync(2_500));
    expect(await screen.findByRole('heading', { name: 'Payment Successful!' })).toBeTruthy();
    expect(screen.getByText(thanks)).toBeTruthy();
  });

  it('the success page waits for a plan change as it does for a payment', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    signIn();
    const quarterly = { ...monthlyWire, plan_type: 'premium_quarterly' as const };
    const answers = [monthlyWire, quarterly].map((subscription) => ({
      body: { isPaid: subscription === quarterly, product: 'premium_quarterly', subscription },
    }));
    const requests = stubService({ ...planAnswers(monthlyWire), [confirm]: () => answers.shift()! });
    renderApp(<PaymentSuccess />, { path: '/subscription/success?plan=premium_quarterly' });
    expect(await screen.findByRole('heading', { name: 'Confirming your payment' })).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(2_500));
    expect(await screen.findByText(thanks)).toBeTruthy();
    expect(requests.find(({ key }) => key === confirm)?.body).toEqual({ planType: 'premium_quarterly' });
  });

  it('the success page keeps waiting while the service cannot be reached', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    signIn();
    const answers = [
      { status: 503, body: { error: 'busy', code: 'unavailable' } },
      { body: { isPaid: true, product: 'premium_monthly', subscription: monthlyWire } },
    ];
    stubService({ ...planAnswers(freeWire), [confirm]: () => answers.shift()! });
    renderApp(<PaymentSuccess />, { path });
    expect(await screen.findByRole('heading', { name: 'Confirming your payment' })).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(2_500));
    expect(await screen.findByText(thanks)).toBeTruthy();
  });

  const until = '2026-12-10T23:30:00.000Z';
  it.each([
    ['unlock_price', 'en', { price_unlocked: true }, 'market value of every car'],
    ['unlock_price', 'da', { price_unlocked: true }, 'markedsværdien på alle biler'],
    ['lifetime', 'en', { plan_type: 'lifetime' }, planNames.en.lifetime],
    ['lifetime', 'da', { plan_type: 'lifetime' }, planNames.da.lifetime],
    ['deal_finder_boost', 'en', { boost_until: until }, 'until December 11, 2026'],
    ['deal_finder_boost', 'da', { boost_until: until }, planNames.da.deal_finder_boost],
  ] as const)(
    'the success page does not call a %s (%s) a subscription',
    async (product, language, plan, said) => {
      signIn();
      const subscription = { ...freeWire, ...plan };
      stubService({
        ...planAnswers(subscription),
        [confirm]: { body: { isPaid: true, product, subscription } },
      });
      const { container } = renderApp(<PaymentSuccess />, { path, language });
      expect(await screen.findByText(new RegExp(said.replace(/[()]/g, '\\$&')))).toBeTruthy();
      expect(container.textContent).not.toMatch(/subscription|abonnement/i);
    },
  );

  it('the success page names no purchase while nobody is signed in', () => {
    stubService({});
    const { container } = renderApp(<PaymentSuccess />, { path });
    expect(screen.getByText(/Your profile shows what you bought/)).toBeTruthy();
    expect(container.textContent).not.toMatch(/subscription/i);
  });

  it('the success page stops asking about another person’s checkout and does not thank', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    signIn();
    const requests = stubService({
      ...planAnswers(freeWire),
      [confirm]: { status: 404, body: { error: 'Not found', code: 'not_found' } },
    });
    renderApp(<PaymentSuccess />, { path });
    expect(await screen.findByText(/could not find this payment/)).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Payment not found' })).toBeTruthy();
    expect(screen.queryByText('Payment Successful!')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(requests.filter(({ key }) => key === confirm)).toHaveLength(1);
    expect(screen.queryByText(thanks)).toBeNull();
  });
});

describe('the page after turning back', () => {
  // docs/spec.md, section 2.
  it('the cancelled page says in both languages that nothing was charged', () => {
    stubService({});
    renderApp(<PaymentCancelled />);
    expect(screen.getByRole('heading', { name: 'Payment Cancelled' })).toBeTruthy();
    expect(
      screen.getByText('Your payment was cancelled. No charges were made to your account.'),
    ).toBeTruthy();
    expect(linkTo('Back to Home')).toBe('/');
    expect(linkTo('Try Again')).toBe('/profile');
    renderApp(<PaymentCancelled />, { language: 'da' });
    expect(screen.getByRole('heading', { name: 'Betalingen blev afbrudt' })).toBeTruthy();
  });
});

describe('what a plan is to a reader', () => {
  it('a plan is the reader’s own only if they have bought it', () => {
    for (const current of planTypes)
      for (const offer of planOffers)
        expect(standingOf(offer, current) === 'current', `${offer} on ${current}`).toBe(offer === current);
  });

  it('every plan is open to readers without a plan, also during a boost', () => {
    for (const offer of planOffers) {
      expect(standingOf(offer, 'free')).toBe('choose');
      expect(standingOf(offer, 'deal_finder_boost')).toBe('choose');
    }
  });

  it('upgrades go from monthly to three months to lifetime, never down', () => {
    expect(standingOf('premium_quarterly', 'premium_monthly')).toBe('switch');
    expect(standingOf('lifetime', 'premium_quarterly')).toBe('switch');
    expect(standingOf('premium_monthly', 'premium_quarterly')).toBe('below');
    expect(standingOf('premium_quarterly', 'lifetime')).toBe('below');
  });

  it('the legacy plan can be upgraded but not exchanged for an equal one', () => {
    expect(planOffers.map((offer) => standingOf(offer, 'premium'))).toEqual(['below', 'switch', 'switch']);
  });
});

function Shown() {
  const { hasPremium, seesEstimates, isKnown } = useAccess();
  return <p>{isKnown ? `premium ${hasPremium}, estimates ${seesEstimates}` : 'not known'}</p>;
}

describe('whether a person has premium', () => {
  beforeEach(signIn);

  it('useAccess returns what the premium check says', async () => {
    stubService({
      'GET /api/payments/check-premium': { body: { hasPremium: true, seesEstimates: true, reason: null } },
    });
    renderApp(<Shown />);
    expect(await screen.findByText('premium true, estimates true')).toBeTruthy();
  });

  // docs/spec.md, section 8.
  it('useAccess denies premium while the service is unavailable, and retries', async () => {
    const none = { hasPremium: false, seesEstimates: false };
    const body = { ...none, reason: 'database_error', estimatesReason: 'database_error' };
    stubService({ 'GET /api/payments/check-premium': { body } });
    const { client } = renderApp(<Shown />);
    expect(await screen.findByText('premium false, estimates false')).toBeTruthy();
    const { error } = client.getQueryState<unknown, ApiError>(queryKeys.access)!;
    expect(error?.code).toBe('unavailable');
    const retry = createQueryClient().getDefaultOptions().queries?.retry as (n: number, e: Error) => boolean;
    expect(retry(0, error!)).toBe(true);
  });

  it.each([
    ['that cannot be answered', { status: 400, body: { error: 'Failed', code: 'invalid_input' } }],
    ['whose answer is no answer of ours', { status: 403, body: '<html>' }],
  ])('useAccess denies premium after a check %s without showing an error', async (_, answer) => {
    const requests = stubService({ 'GET /api/payments/check-premium': answer });
    renderApp(<Shown />);
    expect(screen.getByText('not known')).toBeTruthy();
    await waitFor(() => expect(screen.getByText('premium false, estimates false')).toBeTruthy());
    expect(requests.length).toBeGreaterThan(0);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

function Watcher() {
  usePlanExpiry();
  return <p>{useAccess().hasPremium ? 'premium' : 'free'}</p>;
}

describe('a boost that runs out while the page is open', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    signIn();
  });

  function watch(leftMs: number) {
    const boost: SubscriptionWire = {
      ...freeWire,
      plan_type: 'deal_finder_boost',
      current_period_end: new Date(Date.now() + leftMs).toISOString(),
    };
    let plan = boost;
    const now = () => planAnswers(plan);
    const requests = stubService({
      'GET /api/payments/subscription': () => now()['GET /api/payments/subscription'],
      'GET /api/payments/check-premium': () => now()['GET /api/payments/check-premium'],
    });
    renderApp(<Watcher />);
    return {
      requests,
      end: () => {
        plan = freeWire;
      },
    };
  }

  it('a boost that ends while the page is open locks the cars again', async () => {
    const { end } = watch(60_000);
    expect(await screen.findByText('premium')).toBeTruthy();
    end();
    await act(() => vi.advanceTimersByTimeAsync(55_000));
    expect(screen.getByText('premium')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(await screen.findByText('free')).toBeTruthy();
  });

  it('a boost that ends in weeks causes no requests in between', async () => {
    const days = 24 * 60 * 60_000;
    const { requests, end } = watch(40 * days);
    expect(await screen.findByText('premium')).toBeTruthy();
    const before = requests.length;
    await act(() => vi.advanceTimersByTimeAsync(39 * days));
    expect(requests.length).toBe(before);
    end();
    await act(() => vi.advanceTimersByTimeAsync(1.1 * days));
    expect(await screen.findByText('free')).toBeTruthy();
  });
});
