import type { WireResponse } from '../../wire/service.ts';
import type { WebhookFaults } from './webhooks/webhook-sender.ts';

/** What may go wrong with a call on request. `lost`: the work is done, its answer never arrives. */
export type CallFault = 'throttle' | 'error' | 'lost';
export type StripeFaults = WebhookFaults & {
  /** Asked once per call of the API, which is named as in "POST /v1/customers/{id}". */
  callFault(operation: string): CallFault | undefined;
  countCall(operation: string, when: 'before' | 'after'): void;
};

export const faithful: StripeFaults = {
  duplicates: () => false,
  reorders: () => false,
  delayMs: () => 0,
  callFault: () => undefined,
  countCall: () => {},
};

export const errorAnswer = (status: number, type: string, message: string, code?: string): WireResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: { ...(code && { code }), message, type } }),
});

export const throttled = errorAnswer(
  429,
  'invalid_request_error',
  'Too many requests hit the API too quickly. We recommend an exponential backoff of your requests.',
  'rate_limit',
);
export const broken = errorAnswer(500, 'api_error', 'An unknown error occurred.');
