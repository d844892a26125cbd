import type { Quad } from './rotated-box.ts';

/** How good a plate read in a photo is: what the acceptance rule needs of a reading. */
export type PlateCandidate = {
  /** Normalised ("AB12345"). */
  plate: string;
  /** ≤ 0: logarithm of how much less likely the plate is than the likeliest text without a grammar. */
  score: number;
  /** Width of the plate in the picture that was read, pixels. */
  widthPx: number;
};

/** A plate read in one photo. `box` lies in the pixels of the photo turned upright by its EXIF orientation. */
export type PlateReading = PlateCandidate & { box: Quad };

/** The bytes are no picture the product can read: broken, no image at all, or larger than any camera's. */
export class UnreadablePhoto extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`Unreadable photo: ${reason}`, options);
    this.name = 'UnreadablePhoto';
  }
}
