import { createHmac } from 'node:crypto';

/**
 * The `Stripe-Signature` header: the moment and an HMAC of moment and body. Always the machine's clock: moving domain
 * time must not make signatures old.
 */
export function signPayload(payload: string, secret: string, at: Date = new Date()): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}
