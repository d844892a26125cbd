import { revalueCatalog } from './revalue.ts';

/** Runs every hour. */
export const revalueWorker = (): Promise<void> => revalueCatalog();
