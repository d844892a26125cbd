import type { DemoCar } from '#demo/cars/car.ts';
import { createRandom, hashKeys } from '#demo/cars/random.ts';

export type PictureView = 'side' | 'front' | 'rear' | 'interior' | 'motorcycle';
export const sceneNames = ['sea', 'brick', 'harbour', 'forest', 'field', 'yard'] as const;
export type SceneName = (typeof sceneNames)[number];

/** Everything that decides a picture; equal specs give equal bytes. Sizes are always 1200 × 900. */
export type PictureSpec = {
  view: PictureView;
  body: DemoCar['body'];
  /** "#rrggbb". */
  paint: string;
  scene: SceneName;
  /** Varies the scene, the wheels and the lamps; one seed per car, so that its views belong together. */
  seed: number;
  isMirrored: boolean;
  /** "AB12345", or null where no plate is to be seen. */
  plate: string | null;
  /** Electric cars have no grille and no exhaust. */
  isElectric: boolean;
  /** Degrees by which the camera was held askew. */
  tiltDegrees: number;
  /** Shown by the instruments of an interior. */
  odometerKm: number | null;
};

/** The photos of a car in the seller's order: mostly the side first, the plate on one or two of the next. */
export function pictureSpecsOf(car: DemoCar): PictureSpec[] {
  const random = createRandom('pictures', car.plate);
  const scene = random.pick(sceneNames);
  const base = {
    body: car.body,
    paint: car.paint.hex,
    scene,
    seed: hashKeys('look', car.make, car.model, car.plate) % 100_000,
    isElectric: car.fuel === 'electric',
    odometerKm: null,
  };
  const isMirrored = random.chance(0.5);
  if (car.body === 'motorcycle')
    return [{ ...base, view: 'motorcycle', isMirrored, plate: null, tiltDegrees: 0 }];
  const tilt = () => Math.round(random.normal() * 5) / 10;
  const side: PictureSpec = { ...base, view: 'side', isMirrored, plate: null, tiltDegrees: 0 };
  const front: PictureSpec = {
    ...base,
    view: 'front',
    isMirrored: false,
    plate: car.plate,
    tiltDegrees: tilt(),
  };
  const rear: PictureSpec = {
    ...base,
    view: 'rear',
    isMirrored: false,
    plate: car.plate,
    tiltDegrees: tilt(),
  };
  const interior: PictureSpec = {
    ...base,
    view: 'interior',
    isMirrored: false,
    plate: null,
    tiltDegrees: 0,
    odometerKm: car.mileageKm,
  };
  const outside = random.chance(0.85) ? [side, front] : [front, side];
  const rest = [...(random.chance(0.7) ? [rear] : []), ...(random.chance(0.75) ? [interior] : [])];
  return [...outside, ...rest];
}
