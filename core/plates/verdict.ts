import { isSameMake } from '#core/register/vehicle.ts';
import { isOrdinaryPlate, type PlateCandidate } from './plate.ts';

/**
 * Measured on 98 foreign and 68 Danish photos: above −1 no foreign plate is accepted, above −2 six are; readings below −3
 * are noise.
 */
export const strictScore = -1;
const lowestScore = -3;
const leastWidthPx = 80;

/** Make and year of first registration, from the ad or the register; null if unknown. */
export type MakeAndYear = { make: string | null; year: number | null };

/** `ask_register`: accepted only if the register confirms it. */
export type PlateVerdict = 'accepted' | 'ask_register' | 'rejected';

/**
 * Whether a plate belongs to the ad's car. `register` is undefined if the register has not been asked or did not answer,
 * null if it does not know the plate. An ordinary plate with a score ≥ −1 and a width ≥ 80 px is accepted at once, unless
 * the register answers another make. Down to −3, a narrower plate or a personal plate is accepted only if the register
 * answers with the ad's make and year (± 1).
 */
export function plateVerdict(
  candidate: PlateCandidate,
  register: MakeAndYear | null | undefined,
  ad: MakeAndYear,
): PlateVerdict {
  if (candidate.score < lowestScore) return 'rejected';
  if (register?.make && ad.make && !isSameMake(register.make, ad.make)) return 'rejected';
  if (isAcceptedAtOnce(candidate)) return 'accepted';
  if (register === undefined) return 'ask_register';
  return register && fitsAd(register, ad) ? 'accepted' : 'rejected';
}

/** Whether a plate is accepted without the register: an ordinary plate, read well and wide enough. */
export function isAcceptedAtOnce(candidate: PlateCandidate): boolean {
  return (
    isOrdinaryPlate(candidate.plate) && candidate.score >= strictScore && candidate.widthPx >= leastWidthPx
  );
}

function fitsAd(register: MakeAndYear, ad: MakeAndYear): boolean {
  if (!register.make || !ad.make || register.year === null || ad.year === null) return false;
  return isSameMake(register.make, ad.make) && Math.abs(register.year - ad.year) <= 1;
}

/** How many photos of a car are searched for a plate; later photos show the boot and the seats. */
export const mostPhotosPerCar = 6;

/**
 * Chooses the plate from the best readings of a car's photos, in order: the first that is accepted at once, else the one
 * read in most photos (ties go to the better score), else null. Readings below −3 are ignored.
 */
export function choosePlate<C extends PlateCandidate>(bestPerPhoto: readonly C[]): C | null {
  const sure = bestPerPhoto.find(isAcceptedAtOnce);
  if (sure) return sure;
  const byPlate = new Map<string, { best: C; photos: number }>();
  for (const candidate of bestPerPhoto) {
    if (candidate.score < lowestScore) continue;
    const known = byPlate.get(candidate.plate);
    const best = known && known.best.score >= candidate.score ? known.best : candidate;
    byPlate.set(candidate.plate, { best, photos: (known?.photos ?? 0) + 1 });
  }
  const ranked = [...byPlate.values()].sort((a, b) => b.photos - a.photos || b.best.score - a.best.score);
  return ranked[0]?.best ?? null;
}
