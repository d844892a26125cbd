/** What Stripe is to tell the webhook, as its dashboard names events; `*` stands for every event below. */
export const webhookEvents = [
  'checkout.session.*',
  'customer.deleted',
  'customer.subscription.*',
  'invoice.*',
  'charge.*',
  'refund.*',
  'payment_intent.succeeded',
] as const;

export function isWebhookEvent(type: string): boolean {
  return webhookEvents.some((pattern) =>
    pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
  );
}
