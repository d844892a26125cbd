import { composePicture } from './compose-picture.ts';
import { drawPicture } from './draw-picture.ts';
import { isLayered, type PictureSpec } from './spec.ts';

/** Part of every cache key: raise it when a drawing or a layer changes. */
export const drawingVersion = 3;

/** Makes one photo as a 1200 × 900 JPEG. Equal specs give equal bytes on one machine. */
export async function renderPicture(spec: PictureSpec): Promise<Buffer> {
  return isLayered(spec) ? composePicture(spec) : drawPicture(spec);
}
