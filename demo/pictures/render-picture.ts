import { composeCabin, composePicture } from './compose-picture.ts';
import { drawMotorcyclePicture } from './motorcycle.ts';
import { isLayered, type PictureSpec } from './spec.ts';

/** Part of every cache key: raise it when a drawing or a layer changes. */
export const drawingVersion = 6;

/** Makes one photo as a 1200 × 900 JPEG. Equal specs give equal bytes on one machine. */
export async function renderPicture(spec: PictureSpec): Promise<Buffer> {
  if (isLayered(spec)) return composePicture(spec);
  return spec.view === 'interior' ? composeCabin(spec) : drawMotorcyclePicture(spec);
}
