import { sweepImports } from '#functions/use-cases/imports/sweep-imports.ts';

/** Runs every minute. */
export const handler = (): Promise<void> => sweepImports();
