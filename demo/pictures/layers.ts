import type { Era, LookName, ShapeName } from './looks.ts';

/**
 * The rendered pictures that are committed in `layers/`, as WebP files of several frames. For every shape × look × view,
 * before nothing: the car in black paint, what white paint adds to it (grey), and how much of what is behind it is seen,
 * which is nothing where the car stands and less where its shadow falls (grey); the corners of its plate are in
 * `plates.json`. For every scene the place without a car, one frame per view. `motorcycle.webp` is the one vehicle that is not
 * painted.
 */
export const sceneNames = [
  'street',
  'villa',
  'gravel',
  'garage',
  'yard',
  'showroom',
  'harbour',
  'blocks',
  'snow',
  'rain',
  'cellar',
] as const;
export type SceneName = (typeof sceneNames)[number];
export const layeredViews = ['front34', 'side', 'rear34', 'front'] as const;
export type LayeredView = (typeof layeredViews)[number];

/** Every picture is this large, px. */
export const pictureWidth = 1200;
export const pictureHeight = 900;

/** px from the picture's upper left: the plate's upper left, upper right, lower right and lower left corner. */
export type Corner = readonly [x: number, y: number];
export type PlateCorners = readonly [Corner, Corner, Corner, Corner];
/** By `carName`; null where the camera sees no plate. */
export type PlateIndex = Readonly<Record<string, PlateCorners | null>>;

/** The frames of a car's file, in their order. */
export const carLayers = ['black', 'added', 'through'] as const;

export function carName(shape: ShapeName, look: LookName, view: LayeredView): string {
  return `${shape}-${look}-${view}`;
}

/** The inside of a car of these years; its "plate" is where the mileage is written. */
export function cabinName(era: Era): string {
  return `cabin-${era}`;
}

export function sceneFile(scene: SceneName): string {
  return `scene-${scene}.webp`;
}

/** Which frame of a scene's file shows it from this side. */
export const scenePage = (view: LayeredView): number => layeredViews.indexOf(view);
