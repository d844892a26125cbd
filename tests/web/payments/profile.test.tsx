import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mostTokens } from '#core/accounts/access-token.ts';
import type { SubscriptionWire } from '#core/contract/routes/payments.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import {
  freeUsage,
  freeWire,
  monthlyWire,
  planAnswers,
  samplePayment,
} from '#tests/web/support/sample-plan.ts';
import Profile from '../../../web/src/accounts/profile-screen.tsx';

const account = {
  body: { email: 'mette@example.dk', language: 'en', member_since: '2026-03-02T10:00:00.000Z' },
};
const others = {
  'GET /api/account': account,
  'GET /api/payments/usage': { body: freeUsage },
  'GET /api/payments/history': { body: [samplePayment] },
  'GET /api/tokens': { body: { tokens: [], limit: mostTokens } },
};
const section = (title: string) => screen.getByRole('heading', { name: title }).closest('section')!;
/** Not before it can be pressed: while one call is under way the others wait. */
const press = async (name: string) => {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
};
const english = (instant: string) =>
  new Date(instant).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'Europe/Copenhagen' });

function show(
  plan: SubscriptionWire,
  answers: Parameters<typeof stubService>[0] = {},
  language: 'en' | 'da' = 'en',
) {
  const requests = stubService({ ...others, ...planAnswers(plan), ...answers });
  renderApp(<Profile />, { language });
  return requests;
}

beforeEach(signIn);

describe('the profile', () => {
  // docs/spec.md, section 2.
  it('the profile shows free readers their plan and the upgrade, and nothing to cancel', async () => {
    show(freeWire);
    expect(await within(section('Plan')).findByText('Free')).toBeTruthy();
    expect(within(section('Plan')).getByText('Active')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Upgrade to Premium' })).toBeTruthy();
    for (const name of ['Cancel subscription', 'Reactivate subscription', 'Manage'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  // docs/spec.md, section 2.
  it('the profile shows subscribers the badge, the end of the period and the next billing date', async () => {
    show(monthlyWire);
    const plan = within(section('Plan'));
    expect(await plan.findByText('Premium Monthly')).toBeTruthy();
    expect(await plan.findByText('Premium')).toBeTruthy();
    expect(plan.getAllByText(english(monthlyWire.current_period_end!))).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Upgrade to Premium' })).toBeNull();
  });

  // docs/spec.md, section 2.
  it('the profile shows lifetime with its own badge, without a period and nothing to cancel or renew', async () => {
    show({ ...freeWire, plan_type: 'lifetime' });
    expect(await within(section('Plan')).findByText('Lifetime')).toBeTruthy();
    for (const name of ['Cancel subscription', 'Reactivate subscription', 'Manage', 'Change plan'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByText('Current period ends')).toBeNull();
    expect(within(section('Account information')).getByText('N/A')).toBeTruthy();
  });

  it('the profile warns of an overdue payment, hides the billing date and links to the payment', async () => {
    show({ ...monthlyWire, status: 'past_due' });
    const plan = within(section('Plan'));
    expect(await plan.findByText('Payment overdue')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('could not be paid');
    expect(plan.queryByText('Next billing date')).toBeNull();
    expect(screen.getByRole('button', { name: 'Manage' })).toBeTruthy();
  });

  // docs/spec.md, section 2.
  it('the profile shows the member’s start date, plan and usage', async () => {
    show(freeWire);
    const about = within(section('Account information'));
    expect(await about.findByText('March 2, 2026')).toBeTruthy();
    expect(await about.findByText('5')).toBeTruthy();
  });
});

describe('cancelling', () => {
  const cancel = 'POST /api/payments/cancel-subscription';
  const cancelled = { ...monthlyWire, cancel_at_period_end: true };
  const confirmText =
    'Are you sure you want to cancel your subscription? It will remain active until the end of the current billing period.';

  // docs/spec.md, section 5.
  it('cancelling asks first in the words of the specification, and keeping the plan sends nothing', async () => {
    const requests = show(monthlyWire);
    await press('Cancel subscription');
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(confirmText)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Keep subscription' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requests.some(({ key }) => key === cancel)).toBe(false);
  });

  // docs/spec.md, section 2.
  it('a cancelled plan shows its end in a dismissible banner and offers to reactivate', async () => {
    let plan: SubscriptionWire = monthlyWire;
    show(monthlyWire, {
      'GET /api/payments/subscription': () => ({ body: plan }),
      [cancel]: () => {
        plan = cancelled;
        return { body: { success: true, subscription: cancelled } };
      },
      'POST /api/payments/reactivate-subscription': () => {
        plan = monthlyWire;
        return { body: { success: true, subscription: monthlyWire } };
      },
    });
    await press('Cancel subscription');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel subscription' }));
    const end = english(monthlyWire.current_period_end!);
    expect(
      await screen.findByText(`Your subscription is cancelled. It stays active until ${end}.`),
    ).toBeTruthy();
    expect(screen.getByText(/is not renewed/)).toBeTruthy();
    expect(within(section('Plan')).queryByText('Next billing date')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(/Your subscription is cancelled/)).toBeNull();
    await press('Reactivate subscription');
    expect(await screen.findByText(`Your subscription is active again and renews on ${end}.`)).toBeTruthy();
    expect(screen.queryByText(/is not renewed/)).toBeNull();
  });

  it('a subscription that was ended at Stripe shows its end and does not offer to reactivate', async () => {
    show({ ...cancelled, status: 'canceled' });
    await screen.findByText('Ends with the period');
    await screen.findByRole('button', { name: 'Change plan' });
    expect(screen.queryByRole('button', { name: 'Reactivate subscription' })).toBeNull();
  });

  // docs/spec.md, section 8.
  it('a failed cancellation shows the server’s error, or the sentence of the specification, in a red banner', async () => {
    const answers = [
      { status: 409, body: { error: 'No subscription here.', code: 'no_subscription' } },
      { status: 502, body: 'Bad Gateway' },
    ];
    show(monthlyWire, { [cancel]: () => answers.shift()! });
    for (const sentence of ['No subscription here.', 'Failed to cancel subscription']) {
      await press('Cancel subscription');
      fireEvent.click(
        within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel subscription' }),
      );
      await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentence));
    }
  });

  // docs/spec.md, section 8.
  it('a failed reactivation shows the server’s error, or the sentence of the specification', async () => {
    const answers = [
      { status: 409, body: { error: 'There is nothing to reactivate.', code: 'no_subscription' } },
      { status: 502, body: 'Bad Gateway' },
    ];
    show(cancelled, { 'POST /api/payments/reactivate-subscription': () => answers.shift()! });
    for (const sentence of ['There is nothing to reactivate.', 'Failed to reactivate subscription']) {
      await press('Reactivate subscription');
      await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentence));
    }
  });

  it('a failed reactivation is reported in Danish', async () => {
    show(cancelled, { 'POST /api/payments/reactivate-subscription': { status: 500, body: null } }, 'da');
    await press('Genoptag abonnement');
    expect((await screen.findByRole('alert')).textContent).toBe('Abonnementet kunne ikke genoptages');
  });
});

describe('managing the subscription', () => {
  it('the manage button opens the customer portal', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
    const requests = show(monthlyWire, {
      'POST /api/payments/portal': { body: { url: 'https://billing.example/p' } },
    });
    await press('Manage');
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://billing.example/p'));
    expect(requests.find(({ key }) => key.endsWith('/portal'))?.body).toEqual({ language: 'en' });
  });
});

describe('what could not be loaded', () => {
  const broken = { status: 400, body: { error: 'x', code: 'invalid_input' } };

  // docs/spec.md, sections 4, 8 and 9.
  it('a profile that could not be loaded shows the free plan, default usage and the errors', async () => {
    show(freeWire, { 'GET /api/payments/subscription': broken, 'GET /api/payments/usage': broken });
    const plan = within(section('Plan'));
    expect(await plan.findByText('Failed to get your plan')).toBeTruthy();
    expect(plan.getByText('Free')).toBeTruthy();
    expect(plan.getByText('Active')).toBeTruthy();
    const usage = within(section('Usage this month'));
    expect(await usage.findByText('Failed to get usage')).toBeTruthy();
    expect(usage.getByText('0 of 20')).toBeTruthy();
    expect(usage.getByText('0 of 0')).toBeTruthy();
  });

  // docs/spec.md, section 8.
  it('payments that could not be loaded are logged and not shown as an error', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    show(freeWire, { 'GET /api/payments/history': broken });
    expect(await screen.findByText('Your payments cannot be shown right now.')).toBeTruthy();
    expect(warn).toHaveBeenCalledWith('Failed to get payment history', expect.anything());
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('usage this month', () => {
  // docs/spec.md, sections 2 and 9.
  it('a usage bar never exceeds 100 percent', async () => {
    show(freeWire, {
      'GET /api/payments/usage': { body: { ...freeUsage, scrapes_used: 26, subscriptions_used: 0 } },
    });
    const bar = (label: string) => screen.findByRole('progressbar', { name: label });
    expect((await bar('Imports')).getAttribute('aria-valuenow')).toBe('100');
    expect((await bar('Automated searches')).getAttribute('aria-valuenow')).toBe('0');
    expect(screen.getByText('26 of 20')).toBeTruthy();
  });

  // docs/spec.md, section 2.
  it('the profile shows the usage of both limits and when it resets', async () => {
    show(freeWire);
    const usage = within(section('Usage this month'));
    expect(await usage.findByText('5 of 20')).toBeTruthy();
    expect(usage.getByText('1 of 1')).toBeTruthy();
    expect(usage.getByText(`Resets on ${english(freeUsage.period_end)}`)).toBeTruthy();
  });

  it('unlimited usage has no bar', async () => {
    show(monthlyWire, { 'GET /api/payments/usage': { body: { ...freeUsage, scrapes_limit: null } } });
    expect(await screen.findByText('5, no limit')).toBeTruthy();
    expect(screen.getAllByRole('progressbar')).toHaveLength(1);
  });
});

describe('the payment history', () => {
  // docs/spec.md, section 2.
  it('the payment history shows product, date, amount with two decimals, status and receipt', async () => {
    show(monthlyWire);
    const list = within(section('Payment history'));
    expect(await list.findByText('€19.00')).toBeTruthy();
    expect(list.getByText('Premium (3 Months)')).toBeTruthy();
    expect(list.getByText('Paid')).toBeTruthy();
    const receipt = list.getByRole('link', { name: /^Receipt/ });
    expect(receipt.getAttribute('href')).toBe(samplePayment.receipt_url);
    expect(receipt.getAttribute('rel')).toContain('noopener');
  });

  it('the payment history uses the reader’s language and keeps unknown names from the receipt', async () => {
    const unknown = { ...samplePayment, id: 'ch_2', product: null, description: 'Proration', amount: 4.5 };
    show(monthlyWire, { 'GET /api/payments/history': { body: [samplePayment, unknown] } }, 'da');
    const list = within(section('Betalinger'));
    expect(await list.findByText('Premium (3 måneder)')).toBeTruthy();
    expect(list.getByText('Proration')).toBeTruthy();
    expect(list.getByText(/^4,50/)).toBeTruthy();
  });

  it('the payment history says when there are no payments', async () => {
    show(freeWire, { 'GET /api/payments/history': { body: [] } });
    expect(await screen.findByText(/No payments yet/)).toBeTruthy();
  });
});
