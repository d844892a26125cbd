import townNames from './town-names.json' with { type: 'json' };
import { townNameFinder } from './town-names.ts';
import { type Town, towns } from './towns.ts';

const findTownName = townNameFinder(townNames);

const byName = new Map(towns.map((town) => [town.name, town]));

/** The town behind a name or postal code as people write it (see `townNameFinder`), or null for none we know. */
export function findTown(text: string): Town | null {
  return byName.get(findTownName(text) ?? '') ?? null;
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
