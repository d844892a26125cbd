import type { Fuel } from '#core/marketplace/ad/listing.ts';

export const englishFuels: Readonly<Record<Fuel, string>> = {
  petrol: 'Petrol',
  diesel: 'Diesel',
  electric: 'Electric',
  plugin_hybrid: 'Plug-in hybrid',
  hybrid: 'Hybrid',
  gas: 'Gas',
  hydrogen: 'Hydrogen',
};
