import { keepCarIndex } from '#functions/use-cases/cars/keep-car-index.ts';

/** Runs four times an hour where the stage has OpenSearch. */
export const handler = (): Promise<void> => keepCarIndex();
