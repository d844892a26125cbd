import type { Fuel } from '#core/marketplaces/ad/listing.ts';

export const deals = {
  amazing: 'Amazing',
  fair: 'Fair',
  poor: 'Poor',
  no_estimate: 'No estimate',
};

/** Labels of the filters, used in the app and in names of searches. */
export const filterWords = {
  from: (price: string) => `from ${price}`,
  upTo: (price: string) => `up to ${price}`,
  near: (town: string, km: string) => `within ${km} km of ${town}`,
  fuels: {
    petrol: 'Petrol',
    diesel: 'Diesel',
    electric: 'Electric',
    plugin_hybrid: 'Plug-in hybrid',
    hybrid: 'Hybrid',
    gas: 'Gas',
    hydrogen: 'Hydrogen',
  } satisfies Record<Fuel, string>,
  gearboxes: { automatic: 'Automatic', manual: 'Manual' },
  sellers: { private: 'Private', dealer: 'Dealer' },
  inspectionValid: 'Valid inspection',
  search: (text: string) => `“${text}”`,
};
export type FilterWords = typeof filterWords;
