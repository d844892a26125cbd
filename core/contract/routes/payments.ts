import * as z from 'zod/mini';
import { accessReasons, planTypes, productKeys } from '#core/payments/plan.ts';
import { languages } from '#core/shared.ts';
import { documented, queryInteger, rows } from '../route.ts';

export const subscription = z.object({
  plan_type: z.enum(planTypes),
  /** `active`, or `past_due` while Stripe retries a failed renewal. */
  status: z.string(),
  current_period_end: z.nullable(z.string()),
  cancel_at_period_end: z.boolean(),
  /** The end of a boost's premium, after the subscription's if there is one; null without a boost. */
  boost_until: z.nullable(z.string()),
  /** The beta unlock of estimated prices. */
  price_unlocked: z.boolean(),
});
export type SubscriptionWire = z.infer<typeof subscription>;

export const usage = z.object({
  scrapes_used: z.number(),
  /** Null: unlimited. */
  scrapes_limit: z.nullable(z.number()),
  subscriptions_used: z.number(),
  subscriptions_limit: z.number(),
  /** ISO instant of the next reset. */
  period_end: z.string(),
});
export type UsageWire = z.infer<typeof usage>;

export const payment = z.object({
  id: z.string(),
  /** English, as on the receipt; `product` is translated by the app. */
  description: z.string(),
  product: z.nullable(z.enum(productKeys)),
  /** In whole currency units: 9 is nine euros. */
  amount: z.number(),
  currency: z.string(),
  status: z.enum(['paid', 'pending', 'open', 'failed', 'refunded', 'partially_refunded', 'disputed', 'void']),
  created_at: z.string(),
  /** Stripe's page with the receipt or invoice. */
  receipt_url: z.nullable(z.string()),
});
export type PaymentWire = z.infer<typeof payment>;

const userId = z.optional(z.string());
const language = z.optional(z.enum(languages));
const redirect = z.object({ url: z.string() });
const changed = z.object({ success: z.literal(true), subscription });

// Stripe answers within a second or two, and more slowly at busy times.
const timeoutSeconds = 25;
const buys = {
  auth: 'user',
  needs: ['table:write', 'stripe-secret:read', 'users:read'],
  timeoutSeconds,
} as const;
const changes = {
  auth: 'user',
  needs: ['table:write', 'stripe-secret:read'],
  timeoutSeconds,
} as const;

export const paymentRoutes = rows('payments', {
  'GET /api/payments/subscription': {
    name: 'get-subscription',
    auth: 'user',
    needs: ['table:read'],
    summary: 'The caller’s plan.',
    response: subscription,
  },
  'GET /api/payments/usage': {
    name: 'get-usage',
    auth: 'user',
    needs: ['table:read'],
    summary: 'What the caller has used this month and may use.',
    response: usage,
  },
  'GET /api/payments/check-premium': {
    name: 'check-premium',
    auth: 'user',
    needs: ['table:read'],
    summary: 'Whether the caller has premium access and sees estimates, and why not.',
    response: z.object({
      hasPremium: z.boolean(),
      seesEstimates: z.boolean(),
      /** Why there is no premium, and why there are no estimates; null if there are. */
      reason: z.nullable(z.enum(accessReasons)),
      estimatesReason: z.nullable(z.enum(accessReasons)),
    }),
  },
  'GET /api/payments/history': {
    name: 'list-payments',
    auth: 'user',
    needs: ['table:read', 'stripe-secret:read'],
    timeoutSeconds,
    summary: 'What the caller has paid, newest first.',
    query: z.object({
      limit: z._default(queryInteger(1, 100), 10),
      userId,
    }),
    response: z.array(payment),
  },
  'POST /api/payments/create-subscription-checkout': {
    ...buys,
    name: 'create-subscription-checkout',
    refuses: [409],
    summary: 'Where to pay for a plan, or to confirm the change of a running one.',
    body: z.object({
      planType: z.enum(['premium_monthly', 'premium_quarterly', 'lifetime']),
      language,
      userId,
    }),
    response: redirect,
  },
  'POST /api/payments/create-microtransaction-checkout': {
    ...buys,
    name: 'create-microtransaction-checkout',
    refuses: [409],
    summary: 'Where to pay for the price unlock or a boost; a promotion code can be entered there.',
    body: z.object({ transactionType: z.enum(['unlock_price', 'deal_finder_boost']), language, userId }),
    response: redirect,
  },
  'POST /api/payments/redeem-code': {
    ...buys,
    name: 'redeem-code',
    refuses: [404, 409],
    summary: 'Unlock estimated prices with a promotion code that covers the full price.',
    body: z.object({
      code: z.string().check(z.trim(), z.minLength(1), z.maxLength(64), z.regex(/^[\w-]+$/)),
      userId,
    }),
    response: changed,
  },
  'POST /api/payments/confirm-checkout': {
    ...changes,
    name: 'confirm-checkout',
    refuses: [404, 409],
    summary:
      'For the success page: reads the checkout, or the change to another plan, again and applies it, before Stripe’s event or after it.',
    body: documented(
      z
        .object({
          sessionId: z.optional(z.string().check(z.regex(/^cs_[\w-]{4,200}$/))),
          /** The new plan, if it was changed without a checkout. */
          planType: z.optional(z.enum(productKeys)),
          userId,
        })
        .check(z.refine((body) => Boolean(body.sessionId ?? body.planType), { path: ['sessionId'] })),
      { anyOf: [{ required: ['sessionId'] }, { required: ['planType'] }] },
    ),
    response: z.object({
      isPaid: z.boolean(),
      /** The product bought; null if the checkout names none of ours. */
      product: z.nullable(z.enum(productKeys)),
      subscription,
    }),
  },
  'POST /api/payments/cancel-subscription': {
    ...changes,
    name: 'cancel-plan',
    refuses: [409],
    summary: 'End the subscription with its current period.',
    response: changed,
  },
  'POST /api/payments/reactivate-subscription': {
    ...changes,
    name: 'reactivate-plan',
    refuses: [409],
    summary: 'Let a subscription that was to end renew again.',
    response: changed,
  },
  'POST /api/payments/portal': {
    name: 'open-portal',
    refuses: [404, 409],
    auth: 'user',
    needs: ['table:read', 'stripe-secret:read'],
    timeoutSeconds,
    summary: 'Stripe’s page where the caller manages cards, invoices and the subscription.',
    body: z.object({ language, userId }),
    response: redirect,
  },
  'POST /api/payments/webhook': {
    rate: 'own',
    name: 'receive-stripe-event',
    auth: 'stripe',
    needs: ['table:write', 'stripe-secret:read', 'stripe-webhook-secret:read'],
    timeoutSeconds,
    summary: 'Stripe tells what happened; the plan is computed anew from what it holds now.',
    body: 'raw',
    response: z.object({ received: z.literal(true) }),
  },
});
