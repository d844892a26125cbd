import { isSameMake } from '#core/register/vehicle.ts';
import { isOrdinaryPlate, type PlateCandidate } from './plate.ts';

/** Measured on 98 foreign and 68 Danish photos: at −1 no foreign plate passes, at −2 six do; below −3 readings are noise. */
export const strictScore = -1;
const lowestScore = -3;
const leastWidthPx = 80;

/** Make and year of first registration, from the ad or from the register; null where unknown. */
export type MakeAndYear = { make: string | null; year: number | null };

/** `ask_register`: good enough to keep only if the register confirms it. */
export type PlateVerdict = 'accepted' | 'ask_register' | 'rejected';

/**
 * Whether a plate belongs to the ad's car. `register` is undefined while the register has not been asked or did not answer,
 * null when it knows no such plate.
 * - Ordinary plate, score ≥ −1 and ≥ 80 px wide: accepted at once; a register answer of another make still drops it.
 * - Down to −3, narrower, or a personal plate: only if the register answers and make and year (± 1) fit the ad.
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

/** The rule that needs no register: an ordinary plate, well read and wide enough. */
export function isAcceptedAtOnce(candidate: PlateCandidate): boolean {
  return (
    isOrdinaryPlate(candidate.plate) && candidate.score >= strictScore && candidate.widthPx >= leastWidthPx
  );
}

function fitsAd(register: MakeAndYear, ad: MakeAndYear): boolean {
  if (!register.make || !ad.make || register.year === null || ad.year === null) return false;
  return isSameMake(register.make, ad.make) && Math.abs(register.year - ad.year) <= 1;
}

/** Photos of one car that are worth reading: later ones show the boot and the seats. */
export const mostPhotosPerCar = 6;

/**
 * The plate to go on with, from the best readings of a car's photos in their order: the first that is accepted at once, else the one
 * read in most photos (the better score decides a tie), else null. Readings below −3 do not count.
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
