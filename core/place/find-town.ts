import { foldText } from '../search/fold-text.ts';
import { type Town, towns } from './towns.ts';

/** Other names of towns, as the marketplace's English pages and people write them. */
const otherNames: Record<string, string> = {
  copenhagen: 'København',
  elsinore: 'Helsingør',
  lyngby: 'Kongens Lyngby',
  solroed: 'Solrød Strand',
  'nykoebing f': 'Nykøbing Falster',
  'nykoebing m': 'Nykøbing Mors',
  'nykoebing sj': 'Nykøbing Sjælland',
  'viby j': 'Viby Jylland',
  'viby sj': 'Viby Sjælland',
  samsoe: 'Tranebjerg',
  bornholm: 'Rønne',
};

const byName = new Map<string, Town>();
for (const town of towns) {
  // "Hillerod" as well as "Hilleroed": keyboards without ø leave the stroke away.
  for (const name of [town.name, town.name.replace(/ø/gi, 'o')]) byName.set(foldText(name), town);
  byName.set(String(town.postalCode), byName.get(String(town.postalCode)) ?? town);
}
for (const [name, town] of Object.entries(otherNames)) byName.set(name, byName.get(foldText(town))!);

/**
 * The Danish town of a name as people and ads write it ("Århus", "8000 Aarhus C", "København S", "Copenhagen"), or of a
 * postal code; null when it is none we know.
 */
export function findTown(text: string): Town | null {
  const folded = foldText(text);
  const bare = folded.replace(/^\d{4} /, '').replace(/ (kommune|municipality)$/, '');
  const withoutDistrict = bare.replace(/ [a-z]{1,2}$/, '');
  return byName.get(folded) ?? byName.get(bare) ?? byName.get(withoutDistrict) ?? null;
}

/** Great-circle distance in km between two points in degrees. */
export function distanceKm(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const radians = Math.PI / 180;
  const deltaLatitude = (b.latitude - a.latitude) * radians;
  const deltaLongitude = (b.longitude - a.longitude) * radians;
  const chord =
    Math.sin(deltaLatitude / 2) ** 2 +
    Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * Math.sin(deltaLongitude / 2) ** 2;
  return 12_742 * Math.asin(Math.sqrt(chord));
}
