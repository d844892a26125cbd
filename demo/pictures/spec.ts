import type { DemoCar } from '#demo/cars/car.ts';
import { createRandom, hashKeys, type Random } from '#demo/cars/random.ts';
import { scenesFor } from './equipment.ts';
import { type LayeredView, layeredViews, type SceneName, sceneNames } from './layers.ts';

export type PictureView = LayeredView | 'interior' | 'motorcycle';

/** Everything that decides a picture; equal specs give equal bytes. Sizes are always 1200 × 900. */
export type PictureSpec = {
  view: PictureView;
  body: DemoCar['body'];
  /** "#rrggbb". */
  paint: string;
  /** One per car; what the car is fitted with goes with it. */
  scene: SceneName;
  /** Varies the light, the grain and the inside; one seed per car, so that its views belong together. */
  seed: number;
  isMirrored: boolean;
  /** "AB12345", or null where no plate is to be seen. */
  plate: string | null;
  /** Shown by the instruments of an interior. */
  odometerKm: number | null;
};

/** A picture put together from rendered layers. */
export type LayeredSpec = PictureSpec & { view: LayeredView };

export function isLayered(spec: PictureSpec): spec is LayeredSpec {
  return (layeredViews as readonly string[]).includes(spec.view);
}

/** The first two photos of an ad. Sellers like the three-quarter view; a plate is always on one of the two. */
const beginnings: readonly { views: readonly LayeredView[]; weight: number }[] = [
  { views: ['front34', 'side'], weight: 40 },
  { views: ['front34', 'front'], weight: 30 },
  { views: ['side', 'front34'], weight: 12 },
  { views: ['front', 'front34'], weight: 18 },
];

function viewsOf(random: Random): (LayeredView | 'interior')[] {
  const { views } = random.pickWeighted(beginnings, ({ weight }) => weight);
  return [
    ...views,
    ...(random.chance(0.7) ? (['rear34'] as const) : []),
    ...(random.chance(0.75) ? (['interior'] as const) : []),
  ];
}

/** The photos of a car in the seller's order. */
export function pictureSpecsOf(car: DemoCar): PictureSpec[] {
  const random = createRandom('pictures', car.plate);
  const scenes = car.body === 'motorcycle' ? sceneNames : scenesFor(car.body, car.fuel === 'electric');
  const base = {
    body: car.body,
    paint: car.paint.hex,
    scene: random.pick(scenes),
    seed: hashKeys('look', car.make, car.model, car.plate) % 100_000,
    isMirrored: random.chance(0.5),
    plate: null,
    odometerKm: null,
  };
  if (car.body === 'motorcycle') return [{ ...base, view: 'motorcycle' }];
  return viewsOf(random).map((view): PictureSpec => {
    if (view === 'interior') return { ...base, view, isMirrored: false, odometerKm: car.mileageKm };
    return { ...base, view, plate: view === 'side' ? null : car.plate };
  });
}
