import { PaymentConflict } from '#core/payment/provider.ts';
import { isMissing, isRefused } from './client.ts';

const isOver = (error: unknown) => isMissing(error) || isRefused(error);

/** Errors that mean "somebody else was faster" become a `PaymentConflict`. */
export async function orConflict<T>(
  isConflict: (error: unknown) => boolean,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isConflict(error)) throw new PaymentConflict(error instanceof Error ? error.message : '');
    throw error;
  }
}

/** What it names is gone or over already: that is what was wanted. */
export async function unlessOver(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!isOver(error)) throw error;
  }
}
