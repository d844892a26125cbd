import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SubscriptionWire } from '#core/contract/routes/payments.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import { freeWire, planAnswers } from '#tests/web/support/sample-plan.ts';
import { useAccess, usePlanExpiry } from '../../../web/src/payments/use-plan.ts';

function Watcher() {
  usePlanExpiry();
  return <p>{useAccess().hasPremium ? 'premium' : 'free'}</p>;
}

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

describe('a boost that runs out while the page is open', () => {
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
