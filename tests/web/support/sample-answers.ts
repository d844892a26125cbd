import type { CarListWire } from '#core/contract/routes/cars.ts';
import type { ScrapeStatusWire } from '#core/contract/routes/imports.ts';

/** What a list without cars counts. */
export const noFacets: Omit<CarListWire, 'cars' | 'page' | 'totalCount' | 'totalPages' | 'catalogVersion'> = {
  brands: [],
  deals: null,
  fuels: [],
  gearboxes: [],
  sellers: [],
  models: [],
  sources: [],
  bodies: [],
  colors: [],
  features: [],
  priceHistogram: [],
};

/** A list without cars. */
export const noCars: CarListWire = {
  ...{ cars: [], page: 1, totalCount: 0, totalPages: 1, catalogVersion: '1' },
  ...noFacets,
};

/** What is told of an import that runs. */
export const importStatus = (change: Partial<ScrapeStatusWire>): ScrapeStatusWire => ({
  jobId: 'j1',
  source: 'facebook',
  status: 'ocr',
  percent: 50,
  carsFound: 41,
  carsDone: 23,
  carsFailed: 0,
  failure: null,
  startedAt: '2026-11-21T10:00:00Z',
  updatedAt: '2026-11-21T10:00:05Z',
  ...change,
});
