import type Stripe from 'stripe';

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

export type FailureDetails = {
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
};

/** A refusal as Stripe words it: the HTTP status and what the body's `error` holds. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly type: ErrorType;
  readonly details: FailureDetails;
  /** Whether what was done before stays: a declined charge is on the books, a wrong parameter never happened. */
  keepsWork = false;

  constructor(status: number, type: ErrorType, message: string, details: FailureDetails = {}) {
    super(message);
    this.name = 'StripeFailure';
    this.status = status;
    this.type = type;
    this.details = details;
  }

  keepingWork(): this {
    this.keepsWork = true;
    return this;
  }
}

/** A 400 about the request; `param` is the parameter's name as it was sent, "items[0][price]". */
export function badRequest(message: string, param?: string, code?: string): StripeFailure {
  return new StripeFailure(400, 'invalid_request_error', message, {
    ...(code && { code }),
    ...(param && { param }),
  });
}

/** "No such price: 'price_1'". Stripe answers 404 for an id in the path and 400 for one in a parameter. */
export function noSuch(kind: string, id: string, param = 'id'): StripeFailure {
  const words = kind.split('.').at(-1)?.replaceAll('_', ' ') ?? kind;
  return new StripeFailure(param === 'id' ? 404 : 400, 'invalid_request_error', `No such ${words}: '${id}'`, {
    code: 'resource_missing',
    param,
  });
}

/** What real Stripe can do and this server cannot: said instead of pretended. */
export function notModelled(what: string, param?: string): StripeFailure {
  return badRequest(`This embedded server does not model ${what}.`, param);
}
