import { revalueCatalog } from '#functions/use-cases/cars/revalue-catalog.ts';

/** Runs every hour. */
export const handler = (): Promise<void> => revalueCatalog();
