/** From this price on there is no upper limit (docs/spec.md 5 and 9). */
export const noUpperPriceDkk = 1_000_000;

/** The filters that the list's address and the catalog's query have in common, when none is set. */
export const noLimits = {
  minPriceDkk: 0,
  maxPriceDkk: noUpperPriceDkk,
  brands: [],
  deals: [],
  minYear: null,
  maxYear: null,
  maxMileageKm: null,
  fuels: [],
  gearbox: null,
  seller: null,
  models: [],
  sources: [],
  bodies: [],
  colors: [],
  features: [],
  minHorsepower: null,
};
