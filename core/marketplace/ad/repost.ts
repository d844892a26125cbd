/** What tells one car from another across ads. Unknown facts are null; hashes are compared as they are. */
export type CarTraits = {
  plate: string | null;
  photoHashes: readonly string[];
  make: string | null;
  model: string | null;
  year: number | null;
  mileageKm: number | null;
  city: string | null;
};

/**
 * Whether two ads sell the same car, so that the second is a repost and no new alert: the same plate; or the
 * same photo; or the same model, year, mileage and place. Two known plates that differ settle it, and so
 * does a photo's match against another model or year (dealers reuse a picture of their house).
 */
export function isSameCar(a: CarTraits, b: CarTraits): boolean {
  if (a.plate !== null && b.plate !== null) return a.plate === b.plate;
  if (contradicts(a.make, b.make) || contradicts(a.model, b.model) || contradicts(a.year, b.year))
    return false;
  if (a.photoHashes.some((hash) => b.photoHashes.includes(hash))) return true;
  return (
    a.model !== null &&
    a.year !== null &&
    a.mileageKm !== null &&
    a.city !== null &&
    b.model !== null &&
    b.year !== null &&
    a.mileageKm === b.mileageKm &&
    a.city.toLowerCase() === b.city?.toLowerCase()
  );
}

function contradicts(a: string | number | null, b: string | number | null): boolean {
  return a !== null && b !== null && a !== b;
}
