import type { PaymentWire } from '#core/contract/routes/payments.ts';
import type { Language } from '#core/shared.ts';
import type { ProductKey } from './plan.ts';
import type { StripeFacts } from './stripe.ts';

/** A checkout that was begun. */
export type Checkout = {
  id: string;
  product: ProductKey | null;
  status: 'open' | 'complete' | 'expired';
  language: string | null;
  /** Where it is paid; null when it is over. */
  url: string | null;
};

export type NewCheckout = {
  customerId: string;
  userId: string;
  product: ProductKey;
  language: Language;
  /** "https://…": where the payment pages are. */
  origin: string;
  /** The same key is the same checkout; the same key with another content is a `PaymentConflict`. */
  idempotencyKey: string;
};

/**
 * The payment service as the functions need it: Stripe. Calls throw `PaymentUnavailable` when it cannot be reached or
 * refuses for a while, and any other error for what is ours to mend.
 */
export type PaymentProvider = {
  /** The same person gets the same customer, however often it is asked for. */
  createCustomer(person: { userId: string; email: string }): Promise<string>;
  /** Ends what the customer pays for, and the customer. No error when it is gone. */
  deleteCustomer(customerId: string): Promise<void>;
  readFacts(customerId: string): Promise<StripeFacts>;
  /** What was paid, newest first. */
  readHistory(customerId: string, limit: number): Promise<PaymentWire[]>;
  /** The open checkouts, and the id of the newest one whatever became of it. */
  readCheckouts(customerId: string): Promise<{ open: Checkout[]; newestId: string | null }>;
  /** Whose checkout it is and whether it has been paid; null when there is none of this id. */
  readCheckout(
    checkoutId: string,
  ): Promise<(Pick<Checkout, 'product'> & { customerId: string | null; isPaid: boolean }) | null>;
  /** @throws PaymentConflict */
  createCheckout(checkout: NewCheckout): Promise<Checkout>;
  /** @throws PaymentConflict when it has been paid meanwhile */
  expireCheckout(checkoutId: string): Promise<void>;
  /** Stripe's page on which the person confirms the change and sees what it costs. */
  switchUrl(change: {
    customerId: string;
    subscriptionId: string;
    itemId: string;
    product: ProductKey;
    language: Language;
    origin: string;
  }): Promise<string>;
  portalUrl(visit: { customerId: string; language: Language; origin: string }): Promise<string>;
  setEndsWithPeriod(subscriptionId: string, endsWithPeriod: boolean): Promise<void>;
  /** Ends it now. No error when it has ended. */
  endSubscription(subscriptionId: string): Promise<void>;
  /** Gives the whole payment back, once. */
  refund(paymentId: string): Promise<void>;
  /** Books a product at no charge by a promotion code; false when the code is unknown or does not cover the price. */
  redeem(redemption: { customerId: string; code: string; product: ProductKey }): Promise<boolean>;
  /** The customer behind a payment, for events that name the payment only. */
  customerOfPayment(paymentId: string): Promise<string | null>;
};

/** Somebody else was faster: look again. */
export class PaymentConflict extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PaymentConflict';
  }
}

export class PaymentUnavailable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PaymentUnavailable';
  }
}
