import type { Fuel } from '#core/marketplace/ad/listing.ts';
import type { Language } from '../language.ts';

/** The Danish ones are the register's, as the field `drivkraft_type_navn` of docs/spec.md carries them. */
export const fuelNames: Readonly<Record<Language, Readonly<Record<Fuel, string>>>> = {
  en: {
    petrol: 'Petrol',
    diesel: 'Diesel',
    electric: 'Electric',
    plugin_hybrid: 'Plug-in hybrid',
    hybrid: 'Hybrid',
    gas: 'Gas',
    hydrogen: 'Hydrogen',
  },
  da: {
    petrol: 'Benzin',
    diesel: 'Diesel',
    electric: 'El',
    plugin_hybrid: 'Plug-in hybrid',
    hybrid: 'Hybrid',
    gas: 'Gas',
    hydrogen: 'Brint',
  },
};
