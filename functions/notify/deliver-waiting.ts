import { deliverWaiting } from '#functions/use-cases/notifications/deliver-waiting.ts';

/** Runs every minute. */
export const handler = (): Promise<void> => deliverWaiting();
