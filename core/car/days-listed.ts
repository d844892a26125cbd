const dayMs = 86_400_000;

export type Listed = { listedAt: string | null; firstSeenAt: string };

/** Since when a car is offered: marketplaces renew the date of an ad, so the first sight of it may be the older one. */
export const listedSince = ({ listedAt, firstSeenAt }: Listed): string =>
  listedAt !== null && Date.parse(listedAt) < Date.parse(firstSeenAt) ? listedAt : firstSeenAt;

/** Whether an ad tells since when the car is offered. If none does, or its day was renewed, it is since the first sight at least. */
export const isAgeKnown = (car: Listed): boolean => listedSince(car) !== car.firstSeenAt;

/** Whole days between two instants, none when they lie the other way round or one cannot be read. */
export function wholeDays(from: string, to: string): number {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  return Number.isFinite(days) ? Math.max(0, Math.floor(days)) : 0;
}

/** Whole days that a car was offered until then: for how long it was nobody knows after the last sight of it. */
export const daysListed = (car: Listed, until: string): number => wholeDays(listedSince(car), until);
