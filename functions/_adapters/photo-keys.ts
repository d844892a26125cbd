import { createHash } from 'node:crypto';
import { ownPhotoPrefix, photoPrefix } from '#core/car/photo-paths.ts';

const nameOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 32);

/** Where the photos of a person's own cars lie in the bucket. Its name does not tell whose they are. */
export const ownPhotoFolder = (ownerId: string): string => `${ownPhotoPrefix}${nameOf(ownerId)}/`;

/**
 * The key that a car holds of a photo, below `photoPrefix`: the hash of its bytes, so that nobody can guess it and storing it
 * twice changes nothing. What is seen by its owner alone is kept apart, even where the marketplace shows the same picture.
 */
export function photoKey(bytes: Uint8Array, ownerId: string | null): string {
  const folder = ownerId === null ? photoPrefix : ownPhotoFolder(ownerId);
  return `${folder}${nameOf(bytes)}.webp`.slice(photoPrefix.length);
}
