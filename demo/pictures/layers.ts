import type { BodyType } from '#demo/cars/model.ts';

/**
 * The rendered pictures that are committed in `layers/`: for every body × scene × view one picture of the car in black paint
 * (`.a.webp`), what white paint adds to it (`.m.webp`, grey), and the corners of the plate (`plates.json`).
 */
export const layeredBodies: readonly BodyType[] = [
  'small',
  'hatch',
  'estate',
  'sedan',
  'suv',
  'van',
  'coupe',
];
export const sceneNames = ['street', 'driveway', 'yard', 'harbour'] as const;
export type SceneName = (typeof sceneNames)[number];
export const layeredViews = ['front34', 'side', 'rear34', 'front'] as const;
export type LayeredView = (typeof layeredViews)[number];

/** Every picture is this large, px. */
export const pictureWidth = 1200;
export const pictureHeight = 900;

/** px from the picture's upper left: the plate's upper left, upper right, lower right and lower left corner. */
export type Corner = readonly [x: number, y: number];
export type PlateCorners = readonly [Corner, Corner, Corner, Corner];
/** By `assetName`; null where the camera sees no plate. */
export type PlateIndex = Readonly<Record<string, PlateCorners | null>>;

export function assetName(body: BodyType, scene: SceneName, view: LayeredView): string {
  return `${body}-${scene}-${view}`;
}
