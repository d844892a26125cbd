import { noUpperPriceDkk } from './price-scale.ts';

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
