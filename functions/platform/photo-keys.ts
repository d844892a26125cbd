import { createHash } from 'node:crypto';
import { carKeyPrefix, ownKeyPrefix } from '#core/cars/photos.ts';

const nameOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 32);

/** The prefix of a person's own photos; it does not reveal whose they are. */
export const ownFolder = (ownerId: string): string => `${ownKeyPrefix}${nameOf(ownerId)}/`;

export const carFolder = (carId: string): string => `${carKeyPrefix}${nameOf(carId)}/`;

/** The part of a photo's key that depends on its content alone, the same in every folder. */
export const contentOfPhoto = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

/**
 * The key of a photo: a hash of its bytes, so it cannot be guessed and storing it twice changes nothing. Each car and each owner has
 * a folder, even if the marketplace shows the same picture: who goes takes theirs along.
 */
export const photoKey = (bytes: Uint8Array, folder: string): string => `${folder}${nameOf(bytes)}.webp`;
