import { finishErasures } from '#functions/use-cases/accounts/finish-erasures.ts';

/** Runs every hour. */
export const handler = (): Promise<void> => finishErasures();
