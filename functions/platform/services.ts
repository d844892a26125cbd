import type { PageSource } from '#core/marketplaces/marketplace.ts';
import type { PaymentProvider } from '#core/payments/provider.ts';
import type { VehicleRegister } from '#core/register/vehicle.ts';

/**
 * Implementations that replace the product's own behind a port of `core`: a test or simulation brings its own outside
 * world. Each port is implemented in a module of its own, so that a function bundles only what it uses.
 */
type Services = {
  openPageSource: () => Promise<PageSource>;
  register: () => Promise<VehicleRegister>;
  payments: () => Promise<PaymentProvider>;
  /** Posts to an address given by a person; returns the status. */
  postOutside: (
    address: string,
    post: { headers: Record<string, string>; body: Uint8Array },
  ) => Promise<number>;
};

export const replaced: Partial<Services> = {};

/** @internal For tests, which bring their own marketplace, register, shop and outside world. */
export function replaceServices(own: Partial<Services>): void {
  Object.assign(replaced, own);
}
