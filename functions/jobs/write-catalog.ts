import { writeCatalog } from '#functions/use-cases/cars/write-catalog.ts';

/** Runs four times an hour. */
export const handler = (): Promise<void> => writeCatalog();
