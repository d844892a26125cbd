import type { PaymentProvider } from '#core/payments/provider.ts';
import type { PageSource, VehicleRegister } from '#core/ports.ts';

/**
 * What stands behind a port instead of the product's own choice (`open-page-source.ts`, `register.ts`): a test or a simulation
 * brings its own outside world. Each port lives in a module of its own, so that a function carries only what it touches.
 */
type Services = {
  openPageSource: () => Promise<PageSource>;
  register: () => Promise<VehicleRegister>;
  payments: () => Promise<PaymentProvider>;
  /** Takes what would be posted to an address that a person gave; answers the status. */
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
