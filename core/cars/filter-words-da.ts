import type { deals as englishDeals, FilterWords } from './filter-words-en.ts';

export const deals: typeof englishDeals = {
  amazing: 'Kup',
  fair: 'Fair pris',
  poor: 'Dyr',
  no_estimate: 'Ikke vurderet',
};

export const filterWords: FilterWords = {
  from: (price: string) => `fra ${price}`,
  upTo: (price: string) => `op til ${price}`,
  near: (town: string, km: string) => `højst ${km} km fra ${town}`,
  /** The register's words for fuels, as the field `drivkraft_type_navn` of docs/spec.md has them. */
  fuels: {
    petrol: 'Benzin',
    diesel: 'Diesel',
    electric: 'El',
    plugin_hybrid: 'Plug-in hybrid',
    hybrid: 'Hybrid',
    gas: 'Gas',
    hydrogen: 'Brint',
  },
  gearboxes: { automatic: 'Automatgear', manual: 'Manuelt gear' },
  sellers: { private: 'Privat', dealer: 'Forhandler' },
  inspectionValid: 'Gyldigt syn',
  search: (text: string) => `”${text}”`,
};
