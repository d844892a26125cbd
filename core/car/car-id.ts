import type { Rating } from '../valuation/valuation.ts';
import { isLocked, type Viewer } from './viewer.ts';

const privatePrefix = 'p-';
/** Read aloud and typed without doubt: no l, o, 0 or 1. Thirty-two of them, five bits each. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const idLength = 16;

/** Random bytes that an id is made of. */
export const carIdBytes = idLength;

/**
 * A car's id, given once when its ad is first met. It says nothing of the ad: who is given ids of cars that they may not
 * see could else open them on the marketplace. It begins with a letter, so that it is never taken for a listing id.
 * `isOwn`: for a car of one person's dropped pages.
 */
export function newCarId(random: Uint8Array, isOwn: boolean): string {
  const letters = [...random.subarray(0, idLength)].map((byte, place) =>
    // The first of the alphabet's letters are twenty-four.
    place === 0 ? alphabet[byte % 24]! : alphabet[byte % alphabet.length]!,
  );
  return `${isOwn ? privatePrefix : ''}${letters.join('')}`;
}

export const isPrivateCarId = (carId: string): boolean => carId.startsWith(privatePrefix);

/** The listing that an id names: cars that were stored before they had ids of their own are known by their ad's. */
export const listingIdIn = (carId: string): string | null => /^(?:p-)?(\d+)$/.exec(carId)?.[1] ?? null;

/** The id that a car had while ads' ids were the cars'. */
export const formerCarId = (listingId: string, isOwn: boolean): string =>
  `${isOwn ? privatePrefix : ''}${listingId}`;

/**
 * Whether a car may be reached by an id that somebody gave. By its ad's id a locked car is nowhere: anybody can take that
 * from the marketplace and ask which ads are amazing.
 */
export const isReachable = (
  givenId: string,
  car: { rating: Pick<Rating, 'deal'> },
  viewer: Viewer,
): boolean => listingIdIn(givenId) === null || !isLocked(viewer, car.rating);
