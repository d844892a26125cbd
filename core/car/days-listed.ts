const dayMs = 86_400_000;

export type Listed = { listedAt: string | null; firstSeenAt: string; goneAt: string | null };

/** Since when a car is offered: marketplaces renew the date of an ad, so the first sight of it may be the older one. */
export const listedSince = ({ listedAt, firstSeenAt }: Pick<Listed, 'listedAt' | 'firstSeenAt'>): string =>
  listedAt !== null && Date.parse(listedAt) < Date.parse(firstSeenAt) ? listedAt : firstSeenAt;

/** Whole days that a car has been offered, or was until it was gone. */
export function daysListed(car: Listed, now: string): number {
  const days = (Date.parse(car.goneAt ?? now) - Date.parse(listedSince(car))) / dayMs;
  return Number.isFinite(days) ? Math.max(0, Math.floor(days)) : 0;
}
