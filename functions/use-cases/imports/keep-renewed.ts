import { log } from '#functions/_runtime/log.ts';

/** How long a lease holds whose holder says nothing more. */
export const leaseMs = 10_000;
const renewMs = 3_000;

/** Keeps a lease while the worker lives. It runs on the machine's clock: domain time may jump. */
export function keepRenewed(renew: () => Promise<unknown>): NodeJS.Timeout {
  return setInterval(() => {
    renew().catch((error) => log.failure('the lease was not renewed', error));
  }, renewMs);
}
