import { applyCode, removeCode } from '../checkout/apply-code.ts';
import { type Completion, completeSession, leaveConfirmation } from '../checkout/complete-session.ts';
import { memoryOf } from '../checkout/session-memory.ts';
import { createCardMethod } from '../payments/payment-methods.ts';
import { cardByNumber, checkSecurityCode, readExpiry } from '../payments/test-cards.ts';
import { badRequest } from '../wire/stripe-failure.ts';
import type { World } from '../world.ts';

/** A card as it was typed; throws in Stripe's words when something about it is wrong. */
export function typedCard(world: World, form: URLSearchParams, email: string | null) {
  const card = cardByNumber(form.get('number') ?? '');
  const expiry = readExpiry(form.get('expiry') ?? '', world.now());
  checkSecurityCode(form.get('securityCode') ?? '');
  return createCardMethod(world, card, expiry, { email, name: form.get('name')?.trim() || null });
}

function pay(world: World, id: string, form: URLSearchParams): Completion {
  const email = form.get('email')?.trim() ?? '';
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw badRequest('email', 'email', 'email_missing');
  const session = world.store.get('checkout.session', id);
  const hasCard = form.has('number');
  const method = hasCard || session.amount_total !== 0 ? typedCard(world, form, email) : null;
  const owner = { email, name: form.get('name')?.trim() || null };
  return completeSession(world, id, { method, owner }, { onSession: true });
}

function confirm(world: World, id: string): Completion {
  const { waiting } = memoryOf(world, id);
  if (!waiting) throw badRequest('Nothing waits for a confirmation.');
  const method = world.store.get('payment_method', waiting.method);
  const owner = { email: waiting.email, name: method.billing_details.name };
  return completeSession(world, id, { method, owner }, { onSession: true, hasConfirmed: true });
}

/** What a click on the checkout page does. Gives where the session stands afterwards. */
export function runCheckoutAction(
  world: World,
  id: string,
  form: URLSearchParams,
): Completion['status'] | 'open' {
  const session = world.store.get('checkout.session', id);
  switch (form.get('action')) {
    case 'code':
      applyCode(world, session, form.get('code') ?? '');
      return 'open';
    case 'remove_code':
      removeCode(world, session);
      return 'open';
    case 'confirm':
      return confirm(world, id).status;
    case 'refuse':
      leaveConfirmation(world, id);
      return 'open';
    default:
      return pay(world, id, form).status;
  }
}
