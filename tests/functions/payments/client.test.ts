import { afterEach, describe, expect, it, vi } from 'vitest';
import { PaymentUnavailable } from '#core/payments/provider.ts';
import {
  asking,
  createClient,
  isKeyTaken,
  isMissing,
  isRefused,
  keyFor,
} from '#functions/payments/stripe-client.ts';

const fault = (type: string, code?: string) => Object.assign(new Error('in Stripe’s words'), { type, code });

describe('idempotency keys', () => {
  afterEach(() => vi.useRealTimers());

  it('creates the same idempotency key for the same intent, and another one in the next hour', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T10:05:00Z') });
    const first = keyFor('customer-anna');
    vi.setSystemTime(new Date('2026-11-21T10:59:59Z'));
    expect(keyFor('customer-anna')).toEqual(first);
    expect(keyFor('customer-bent')).not.toEqual(first);
    vi.setSystemTime(new Date('2026-11-21T11:00:00Z'));
    expect(keyFor('customer-anna')).not.toEqual(first);
  });
});

describe('Stripe’s errors', () => {
  it.each([
    'StripeConnectionError',
    'StripeAPIError',
    'StripeRateLimitError',
    'StripeAuthenticationError',
    'StripePermissionError',
  ])('takes %s to mean that Stripe is unavailable', async (type) => {
    const failing = asking(() => Promise.reject(fault(type)));
    await expect(failing).rejects.toThrow(new PaymentUnavailable(`${type}: in Stripe’s words`));
    await expect(failing).rejects.toBeInstanceOf(PaymentUnavailable);
  });

  it('passes on an error about the request itself', async () => {
    const error = fault('StripeInvalidRequestError', 'resource_missing');
    await expect(asking(() => Promise.reject(error))).rejects.toBe(error);
    expect([isRefused(error), isMissing(error), isKeyTaken(error)]).toEqual([true, true, false]);
  });

  it('recognises an idempotency key that is in use or was used with other parameters', () => {
    expect(isKeyTaken(fault('StripeIdempotencyError'))).toBe(true);
    expect(isKeyTaken(fault('StripeInvalidRequestError', 'idempotency_key_in_use'))).toBe(true);
  });

  it('does not take our own errors for Stripe’s', async () => {
    const own = Object.assign(new TypeError('ours'), { code: 'resource_missing' });
    await expect(asking(() => Promise.reject(own))).rejects.toBe(own);
    expect([isRefused(own), isMissing(own), isKeyTaken(own)]).toEqual([false, false, false]);
  });
});

describe('Stripe’s client', () => {
  it.each([
    [null, 'api.stripe.com', '443', 'https'],
    ['https://stripe.example', 'stripe.example', 443, 'https'],
    ['http://stripe.example', 'stripe.example', 80, 'http'],
    ['http://127.0.0.1:4242', '127.0.0.1', '4242', 'http'],
  ])('creates a client for %s that calls %s, port %s by %s', async (address, host, port, protocol) => {
    const client = await createClient('sk_test', address);
    const asked = (['host', 'port', 'protocol', 'timeout'] as const).map((name) => client.getApiField(name));
    expect(asked).toEqual([host, port, protocol, 10_000]);
    // A second try still fits into a request, and what we do is told to nobody.
    expect([client.getMaxNetworkRetries(), client.getTelemetryEnabled()]).toEqual([1, false]);
  });
});
