import type { Language } from '../language.ts';
import type { Fuel } from '../marketplace/listing.ts';

/** The Danish ones are the register's, as the spec's field `drivkraft_type_navn` carries them. */
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
