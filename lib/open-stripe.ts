import Stripe from 'stripe';

/** Stripe's client for a key; `address` is another server that speaks the protocol, empty or undefined for Stripe itself. */
export function openStripe(key: string, address: string | undefined): Stripe {
  if (!address) return new Stripe(key);
  const { hostname, port, protocol } = new URL(address);
  return new Stripe(key, { host: hostname, port, protocol: protocol === 'https:' ? 'https' : 'http' });
}
