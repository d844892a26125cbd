import type { CarListWire } from '#core/contract/routes/cars.ts';

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
