import type { Listing } from '../marketplace/ad/listing.ts';
import type { Job } from './job.ts';

/**
 * Whether a car is rated before its photos are copied: its ad states the plate, so that nothing of the rating hangs on them, and
 * one answer may bring so many cars that whoever asked would wait for pictures alone.
 */
export const canPhotosWait = ({ plate, photoUrls }: Pick<Listing, 'plate' | 'photoUrls'>): boolean =>
  plate !== null && photoUrls.length > 0;

const secondsPerCar = 0.5;
/** While a search is being read its later pages are not counted yet. */
const moreToComeSeconds = 15;
const longestDelaySeconds = 120;

/** For how long: until the import's other cars, which wait in the same queue, are rated by and large. */
export function photosDelaySeconds({ found, done, failed }: Pick<Job, 'found' | 'done' | 'failed'>): number {
  const left = Math.max(0, found.size - done.size - failed.size);
  if (left === 0) return 0;
  return Math.min(longestDelaySeconds, moreToComeSeconds + Math.ceil(left * secondsPerCar));
}
