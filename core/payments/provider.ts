import type { PaymentWire } from '#core/contract/routes/payments.ts';
import type { Language } from '#core/shared.ts';
import type { ProductKey } from './plan.ts';
import type { StripeFacts } from './stripe.ts';

export type Checkout = {
  id: string;
  product: ProductKey | null;
  status: 'open' | 'complete' | 'expired';
  language: string | null;
  /** Address of the checkout page; null once it has ended. */
  url: string | null;
};

export type NewCheckout = {
  customerId: string;
  userId: string;
  product: ProductKey;
  language: Language;
  /** "https://…": the origin of the pages to return to. */
  origin: string;
  /** Equal keys give the same checkout; an equal key with other content throws `PaymentConflict`. */
  idempotencyKey: string;
};

/**
 * The payment service (Stripe), as functions use it. Calls throw `PaymentUnavailable` if it cannot be reached or refuses
 * temporarily, and other errors for faults on our side.
 */
export type PaymentProvider = {
  /** Creates a customer; the same person always gets the same one. */
  createCustomer(person: { userId: string; email: string }): Promise<string>;
  /** Ends the customer's subscriptions and deletes the customer. No error if it no longer exists. */
  deleteCustomer(customerId: string): Promise<void>;
  readFacts(customerId: string): Promise<StripeFacts>;
  /** Payments, newest first. */
  readHistory(customerId: string, limit: number): Promise<PaymentWire[]>;
  /** The open checkouts, and the id of the newest one in any state. */
  readCheckouts(customerId: string): Promise<{ open: Checkout[]; newestId: string | null }>;
  /** Whose checkout it is and whether it has been paid; null if there is none with this id. */
  readCheckout(
    checkoutId: string,
  ): Promise<(Pick<Checkout, 'product'> & { customerId: string | null; isPaid: boolean }) | null>;
  /** @throws PaymentConflict */
  createCheckout(checkout: NewCheckout): Promise<Checkout>;
  /** @throws PaymentConflict if it has been paid in the meantime */
  expireCheckout(checkoutId: string): Promise<void>;
  /** Address of Stripe's page on which the person confirms the change and sees its cost. */
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
  /** Ends it immediately. No error if it has already ended. */
  endSubscription(subscriptionId: string): Promise<void>;
  /** Refunds the whole payment; repeated calls refund once. */
  refund(paymentId: string): Promise<void>;
  /** Gives a product for free by a promotion code; false if the code is unknown or does not cover the price. */
  redeem(redemption: { customerId: string; code: string; product: ProductKey }): Promise<boolean>;
  customerOfPayment(paymentId: string): Promise<string | null>;
};

/** Another request was faster; read the state again. */
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
