import type { Listing } from '../marketplace/ad/listing.ts';

/**
 * Whether a car is rated before its photos are copied: its ad states the plate, so that nothing of the rating hangs on them, and
 * one answer may bring so many cars that whoever asked would wait for pictures alone.
 */
export const canPhotosWait = ({ plate, photoUrls }: Pick<Listing, 'plate' | 'photoUrls'>): boolean =>
  plate !== null && photoUrls.length > 0;
