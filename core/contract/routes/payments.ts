import * as z from 'zod/mini';
import { planTypes } from '../../plan/plans.ts';
import { rows } from '../route.ts';

export const subscription = z.object({
  plan_type: z.enum(planTypes),
  status: z.string(),
  current_period_end: z.nullable(z.string()),
  cancel_at_period_end: z.boolean(),
});

export const usage = z.object({
  scrapes_used: z.number(),
  /** Null: unlimited. */
  scrapes_limit: z.nullable(z.number()),
  subscriptions_used: z.number(),
  subscriptions_limit: z.number(),
  /** ISO instant at which the count starts again. */
  period_end: z.string(),
});
export type UsageWire = z.infer<typeof usage>;

const capability = 'payments';
const needs = ['table:read'] as const;

export const paymentRoutes = rows({
  'GET /api/payments/subscription': {
    name: 'get-subscription',
    capability,
    auth: 'user',
    needs,
    summary: 'The caller’s plan.',
    response: subscription,
  },
  'GET /api/payments/usage': {
    name: 'get-usage',
    capability,
    auth: 'user',
    needs,
    summary: 'What the caller has used this month and may use.',
    response: usage,
  },
  'GET /api/payments/check-premium': {
    name: 'check-premium',
    capability,
    auth: 'user',
    needs,
    summary: 'Whether the caller has premium access and sees estimates.',
    response: z.object({ hasPremium: z.boolean(), seesEstimates: z.boolean() }),
  },
});
