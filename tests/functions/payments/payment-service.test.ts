import { afterAll, beforeAll, expect, it } from 'vitest';
import { PaymentUnavailable } from '#core/payments/provider.ts';
import { withPayments } from '#functions/payments/stripe.ts';
import { replaced } from '#functions/platform/services.ts';
import { counted, keepLog } from '#tests/support/kept-log.ts';

const former = replaced.payments;
beforeAll(() => {
  replaced.payments = async () => ({}) as never;
});
afterAll(() => {
  if (former) replaced.payments = former;
  else delete replaced.payments;
});

async function ask(failing: Error): Promise<{ error: unknown; lines: string[] }> {
  const log = keepLog();
  const error: unknown = await withPayments(() => Promise.reject(failing)).catch((reason: unknown) => reason);
  log.restore();
  return { error, lines: log.lines };
}

it('tells the person that Stripe does not answer, and counts it for the alarm payments-unavailable', async () => {
  const { error, lines } = await ask(new PaymentUnavailable('connect ECONNREFUSED'));
  expect(error).toMatchObject({ status: 503, code: 'unavailable' });
  expect(counted(lines, 'PaymentsUnavailable')).toBe(1);
  expect(lines.some((line) => line.includes('the payment service did not answer'))).toBe(true);
});

it('does not count our own faults as Stripe being unavailable', async () => {
  const { error, lines } = await ask(new TypeError('no such field'));
  expect(error).toBeInstanceOf(TypeError);
  expect(counted(lines, 'PaymentsUnavailable')).toBe(0);
});
