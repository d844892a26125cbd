import { findTown } from '#core/places/places.ts';
import type { Town } from '#core/places/towns.ts';

/** A Danish town with the address word the marketplace uses for it. */
export type Place = Town & {
  slug: string;
  /** How many of the cars are for sale there. */
  weight: number;
};

function place(slug: string, name: string, weight: number): Place {
  const town = findTown(name);
  if (!town) throw new Error(`${name} is no town we know`);
  return { ...town, slug, weight };
}

export const places: readonly Place[] = [
  place('copenhagen', 'København', 13),
  place('aarhus', 'Aarhus', 11),
  place('odense', 'Odense', 11),
  place('aalborg', 'Aalborg', 8),
  place('esbjerg', 'Esbjerg', 5),
  place('randers', 'Randers', 4),
  place('kolding', 'Kolding', 4),
  place('horsens', 'Horsens', 4),
  place('vejle', 'Vejle', 4),
  place('roskilde', 'Roskilde', 4),
  place('herning', 'Herning', 4),
  place('silkeborg', 'Silkeborg', 4),
  place('naestved', 'Næstved', 3),
  place('viborg', 'Viborg', 3),
  place('fredericia', 'Fredericia', 3),
  place('koge', 'Køge', 3),
  place('holstebro', 'Holstebro', 2),
  place('taastrup', 'Taastrup', 2),
  place('slagelse', 'Slagelse', 3),
  place('hillerod', 'Hillerød', 3),
  place('sonderborg', 'Sønderborg', 2),
  place('svendborg', 'Svendborg', 3),
  place('hjorring', 'Hjørring', 2),
  place('holbaek', 'Holbæk', 2),
  place('frederikshavn', 'Frederikshavn', 1),
  place('helsingor', 'Helsingør', 2),
  place('haderslev', 'Haderslev', 2),
  place('skive', 'Skive', 1),
  place('ringsted', 'Ringsted', 2),
  place('nykobing-falster', 'Nykøbing Falster', 1),
  place('middelfart', 'Middelfart', 2),
  place('nyborg', 'Nyborg', 1),
  place('thisted', 'Thisted', 1),
  place('ronne', 'Rønne', 1),
];

const bySlug = new Map(
  places.flatMap((town) => [[town.slug, town] as const, [String(town.postalCode), town] as const]),
);

export function findPlace(slug: string): Place | null {
  return bySlug.get(slug.toLowerCase()) ?? null;
}
