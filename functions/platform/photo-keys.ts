import { createHash } from 'node:crypto';
import { ownKeyPrefix } from '#core/cars/photos.ts';

const nameOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 32);

/** How the keys of a person's own photos begin. It does not tell whose they are. */
export const ownFolder = (ownerId: string): string => `${ownKeyPrefix}${nameOf(ownerId)}/`;

/** What a photo's key says of its content: alike for one picture, whoever it belongs to. */
export const contentOfPhoto = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

/**
 * The key that a car holds of a photo: the hash of its bytes, so that nobody can guess it and storing it twice changes
 * nothing. What is seen by its owner alone is kept apart, even where the marketplace shows the same picture.
 */
export const photoKey = (bytes: Uint8Array, ownerId: string | null): string =>
  `${ownerId === null ? '' : ownFolder(ownerId)}${nameOf(bytes)}.webp`;
