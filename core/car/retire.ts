import type { Car } from './car.ts';
import { isOffered } from './for-sale.ts';

const dayMs = 86_400_000;

/** Whether a car is in the list that no visit has seen for so many days: its ad is gone, or nobody would know. */
export const isOutOfSight = (
  { availability, scrapedAt }: Pick<Car, 'availability' | 'scrapedAt'>,
  now: string,
  unseenDays: number,
): boolean => isOffered(availability) && Date.parse(now) - Date.parse(scrapedAt) > unseenDays * dayMs;

/** The car as it leaves the list: with its last price, gone since it was seen last. It comes back with the next sight of it. */
export const retire = (car: Car): Car => ({ ...car, availability: 'gone', goneAt: car.scrapedAt });

/** Whether a car left the list because nobody saw it any more: when it was gone, or whether it is, nobody knows. */
export const wasLostFromSight = ({ availability, goneAt, scrapedAt }: Car): boolean =>
  availability === 'gone' && goneAt === scrapedAt;
