import type { Car } from './car.ts';
import { isOffered } from './for-sale.ts';

const dayMs = 86_400_000;

/** Whether a car is in the list that no visit has seen for so many days: its ad is gone, or nobody would know. */
export const isOutOfSight = (
  { availability, scrapedAt }: Pick<Car, 'availability' | 'scrapedAt'>,
  now: string,
  unseenDays: number,
): boolean => isOffered(availability) && Date.parse(now) - Date.parse(scrapedAt) > unseenDays * dayMs;

/** The car as it leaves the list: with its last price, unseen since it was seen last. It comes back with the next sight of it. */
export const retire = (car: Car): Car => ({ ...car, availability: 'unseen', goneAt: car.scrapedAt });
