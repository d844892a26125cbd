import type { Car } from '../car/car.ts';
import { mailPictureUrl } from '../car/photo-paths.ts';
import { isLocked, type Viewer } from '../car/viewer.ts';
import { kroner } from '../kroner.ts';
import type { Language } from '../language.ts';

/** What a mail shows of a car beside its words: its first picture, without a plate, and how it stands to the market. */
export type AlertFace = { photo: string | null; gapDkk: number | null };

/** Null for a car that this reader may not see. The gap is to whole hundreds, as the list shows it. */
export function faceOf(car: Car, viewer: Viewer): AlertFace | null {
  const { deal, avgDkk } = car.rating;
  if (isLocked(viewer, { deal })) return null;
  const [first] = car.photos;
  const isValued = viewer.seesEstimates && deal !== 'no_estimate' && avgDkk !== null && car.priceDkk > 0;
  return {
    photo: first ? mailPictureUrl(first.blurredLarge ?? first.large) : null,
    gapDkk: isValued ? Math.round((car.priceDkk - avgDkk) / 100) * 100 : null,
  };
}

const texts = {
  en: {
    below: (amount: string) => `${amount} below the market`,
    above: (amount: string) => `${amount} above the market`,
    at: 'At market value',
  },
  da: {
    below: (amount: string) => `${amount} under markedet`,
    above: (amount: string) => `${amount} over markedet`,
    at: 'På markedets niveau',
  },
} as const;

/** "12.300 kr. below the market"; null where the gap is not known. */
export function gapSentence(gapDkk: number | null | undefined, language: Language): string | null {
  if (gapDkk === null || gapDkk === undefined) return null;
  const words = texts[language];
  if (gapDkk === 0) return words.at;
  return gapDkk < 0 ? words.below(kroner(-gapDkk)) : words.above(kroner(gapDkk));
}
