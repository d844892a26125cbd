import type { Fuel } from '#core/marketplace/ad/listing.ts';

/** The register's, as the field `drivkraft_type_navn` of docs/spec.md carries them. */
export const danishFuels: Readonly<Record<Fuel, string>> = {
  petrol: 'Benzin',
  diesel: 'Diesel',
  electric: 'El',
  plugin_hybrid: 'Plug-in hybrid',
  hybrid: 'Hybrid',
  gas: 'Gas',
  hydrogen: 'Brint',
};
