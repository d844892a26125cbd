/** Sections of the site that are searches. Those in the visitor's language are the English one by another name. */
const sections: Readonly<Record<string, string>> = {
  search: 'search',
  vehicles: 'vehicles',
  cars: 'cars',
  biler: 'vehicles',
  koeretoejer: 'vehicles',
  kjoretoy: 'vehicles',
  bilar: 'vehicles',
  fordon: 'vehicles',
  fahrzeuge: 'vehicles',
  autos: 'vehicles',
  carros: 'vehicles',
  coches: 'vehicles',
  vehiculos: 'vehicles',
  veiculos: 'vehicles',
  voitures: 'vehicles',
  vehicules: 'vehicles',
  veicoli: 'vehicles',
  auto: 'vehicles',
  samochody: 'vehicles',
  pojazdy: 'vehicles',
};

/** The site's own name of a section, "vehicles" for "biler"; null for what is no search. */
export const sectionOf = (name: string | undefined): string | null =>
  name !== undefined && Object.hasOwn(sections, name) ? sections[name]! : null;
