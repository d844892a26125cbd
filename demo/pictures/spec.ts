import type { DemoCar } from '#demo/cars/car.ts';
import { createRandom, hashKeys, type Random } from '#demo/cars/random.ts';
import { bannerCount } from './banner.ts';
import { bodyOfCar, eraOf } from './compose-picture.ts';
import { type LayeredView, layeredViews, type SceneName } from './layers.ts';
import type { Era, LookName, ShapeName } from './looks.ts';

export type Hand = 'steady' | 'crooked' | 'dark' | 'thumb';

type Shared = {
  /** "#rrggbb". */
  paint: string;
  /** One per car. */
  scene: SceneName;
  /** Varies the light, the grain and the inside; one seed per car, so that its views belong together. */
  seed: number;
  isMirrored: boolean;
  /** "AB12345", or null where no plate is to be seen. */
  plate: string | null;
};

/** A picture put together from rendered layers. */
export type LayeredSpec = Shared & {
  view: LayeredView;
  shape: ShapeName;
  look: LookName;
  /** From 0 (washed) to 1; from 0 (sound) to 1. */
  dirt: number;
  rust: number;
  /** How many are on the side that the photo shows. */
  dents: number;
  hand: Hand;
  tiltDegrees: number;
  /** The dealer's strip below, if there is one. */
  banner: number | null;
};

/** The inside of a car; `cloth` is the colour of what one sits on. */
export type CabinSpec = Omit<Shared, 'paint' | 'isMirrored'> & {
  view: 'interior';
  era: Era;
  cloth: string;
  hand: Hand;
  tiltDegrees: number;
  banner: number | null;
  odometerKm: number | null;
};

/** What has no rendered body is drawn. */
export type DrawnSpec = Shared & { view: 'motorcycle' };

/** Everything that decides a picture; equal specs give equal bytes. Sizes are always 1200 × 900. */
export type PictureSpec = LayeredSpec | CabinSpec | DrawnSpec;

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

/** Where dealers and others show their cars. */
const places: Record<DemoCar['sellerType'], readonly { scene: SceneName; weight: number }[]> = {
  dealer: [
    { scene: 'yard', weight: 44 },
    { scene: 'showroom', weight: 26 },
    { scene: 'blocks', weight: 10 },
    { scene: 'harbour', weight: 10 },
    { scene: 'rain', weight: 6 },
    { scene: 'snow', weight: 4 },
  ],
  private: [
    { scene: 'villa', weight: 20 },
    { scene: 'street', weight: 17 },
    { scene: 'garage', weight: 17 },
    { scene: 'gravel', weight: 15 },
    { scene: 'blocks', weight: 12 },
    { scene: 'rain', weight: 7 },
    { scene: 'snow', weight: 5 },
    { scene: 'cellar', weight: 4 },
    { scene: 'harbour', weight: 3 },
  ],
};

const cloths = ['#2b2e31', '#3b3d3f', '#1d1f21', '#8b7b66', '#5c5148', '#6d7276', '#3a4250'];

type Wear = Pick<LayeredSpec, 'dirt' | 'rust' | 'dents'>;

function wearOf({ sellerType, year, mileageKm }: DemoCar, random: Random): Wear {
  const washed = sellerType === 'dealer' ? 0.85 : 0.45;
  const dirt = random.chance(washed) ? 0 : random.between(0.25, 0.8);
  const isOld =
    sellerType === 'private' && (year < 2010 ? random.chance(0.5) : year < 2013 && mileageKm > 200_000);
  const isDented = sellerType === 'private' && random.chance(year < 2012 ? 0.35 : 0.12);
  return { dirt, rust: isOld ? random.between(0.3, 1) : 0, dents: isDented ? random.whole(1, 2) : 0 };
}

function handOf({ sellerType }: DemoCar, random: Random): Hand {
  if (sellerType === 'dealer') return 'steady';
  return random.pickWeighted(
    [
      { hand: 'steady', weight: 66 },
      { hand: 'crooked', weight: 20 },
      { hand: 'dark', weight: 9 },
      { hand: 'thumb', weight: 5 },
    ] as const,
    ({ weight }) => weight,
  ).hand;
}

/** The photos of a car in the seller's order. */
export function pictureSpecsOf(car: DemoCar): PictureSpec[] {
  const random = createRandom('pictures', car.plate);
  const { scene } = random.pickWeighted(places[car.sellerType], ({ weight }) => weight);
  const base = {
    paint: car.paint.hex,
    scene,
    seed: hashKeys('look', car.make, car.model, car.plate) % 100_000,
    isMirrored: random.chance(0.5),
    plate: null,
  };
  if (car.body === 'motorcycle') return [{ ...base, view: 'motorcycle' }];
  const look = createRandom('wear', car.plate);
  const body = { ...bodyOfCar(car), ...wearOf(car, look) };
  const banner = car.sellerType === 'dealer' && look.chance(0.4) ? look.whole(0, bannerCount - 1) : null;
  const cloth = look.pick(cloths);
  return viewsOf(random).map((view): PictureSpec => {
    const camera = createRandom('hand', car.plate, view);
    const taken = {
      hand: handOf(car, camera),
      tiltDegrees: camera.between(1.6, 4.2) * (camera.chance(0.5) ? 1 : -1),
    };
    if (view !== 'interior')
      return { ...base, ...body, ...taken, view, banner, plate: view === 'side' ? null : car.plate };
    const { scene: seen, seed } = base;
    return {
      ...taken,
      scene: seen,
      seed,
      banner,
      view,
      era: eraOf(car),
      cloth,
      plate: null,
      odometerKm: car.mileageKm,
    };
  });
}
