import Stripe from 'stripe';

/** Stripe's client for a key; `address` names another server that speaks the protocol, empty or undefined Stripe itself. */
export function openStripe(key: string, address: string | undefined): Stripe {
  if (!address) return new Stripe(key);
  const { hostname, port, protocol } = new URL(address);
  return new Stripe(key, { host: hostname, port, protocol: protocol === 'https:' ? 'https' : 'http' });
}
