import type { Identification } from './build-car.ts';

/** What people typed gives way to what the product confirmed itself. */
const certaintyOf = ({ registerState, isTyped }: Identification): number =>
  registerState !== 'found' ? 0 : isTyped ? 1 : 2;

/**
 * What is known of one car that was looked at twice: a plate that the register confirmed stays over a look that found none;
 * of two that are as certain the first. Always with the more photos.
 */
export function betterIdentified(one: Identification, other: Identification): Identification {
  const better = certaintyOf(one) >= certaintyOf(other) ? one : other;
  const photos = one.photos.length >= other.photos.length ? one.photos : other.photos;
  return { ...better, photos };
}

/**
 * What is known of a car after another look at one of its ads. The ad may show no plate, or have come while the register was
 * silent: that takes nothing back. A register that knows the plate no more does; what people typed stays by a rule of its own.
 */
export function identifiedAgain(known: Identification, seen: Identification): Identification {
  const isWithdrawn = seen.registerState === 'absent' && seen.plate === known.plate;
  if (!isWithdrawn && !known.isTyped) return betterIdentified(seen, known);
  return { ...seen, photos: betterIdentified(seen, known).photos };
}
