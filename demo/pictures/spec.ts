import type { DemoCar } from '#demo/cars/car.ts';
import { createRandom, hashKeys, type Random } from '#demo/cars/random.ts';
import {
  type Era,
  type Grille,
  type LayeredView,
  type LookName,
  layeredViews,
  looksOf,
  type SceneName,
  type ShapeName,
} from './layers.ts';
import { bannerCount } from './snapshot.ts';

/** Of the models that the demo calls SUVs and coupés, those that are drawn smaller or higher. */
const smallSuvs =
  'Puma|2008|Captur|Mokka|Juke|CX-3|Vitara|SX4 S-Cross|Kona|Niro|T-Roc|T-Cross|Kamiq|Q2|Arona|ZS EV|C-HR|Countryman|EQA|C40|Formentor'.split(
    '|',
  );
const pickups = ['Ranger'];
const panelVans = ['Transit Custom', 'Trafic', 'Vivaro', 'Vito', 'Caddy'];
/** What a maker's face is like, in a word: bars for all others. */
const faces: Partial<Record<Grille, readonly string[]>> = {
  slats: [
    'Audi',
    'BMW',
    'Mercedes-Benz',
    'Volvo',
    'Jaguar',
    'Porsche',
    'Saab',
    'Alfa Romeo',
    'DS',
    'Hyundai',
  ],
  mouth: ['Ford', 'Peugeot', 'Citroën', 'Renault', 'Toyota', 'Mazda', 'Kia', 'Nissan', 'Mini', 'Honda'],
};

function eraOf({ fuel, year }: DemoCar): Era {
  if (fuel === 'electric') return 'electric';
  if (year < 2010) return 'early';
  return year < 2018 ? 'middle' : 'late';
}

function shapeOf({ body, model, year }: DemoCar): ShapeName {
  if (pickups.includes(model)) return 'pickup';
  if (smallSuvs.includes(model)) return 'smallSuv';
  if (body === 'van') return panelVans.includes(model) ? 'van' : 'mpv';
  if (body === 'estate') return year < 2010 ? 'oldEstate' : 'estate';
  if (body === 'motorcycle') throw new Error('Motorcycles have no rendered body');
  return body;
}

/** Where a shape is not rendered in a car's years, the nearest years that are. */
const nearest: Record<Era, readonly Era[]> = {
  early: ['early', 'middle', 'late'],
  middle: ['middle', 'early', 'late'],
  late: ['late', 'middle', 'early'],
  electric: ['electric', 'late', 'middle', 'early'],
};

/** The rendered body that a car is shown with: by its kind, its years and its maker. */
export function bodyOfCar(car: DemoCar): { shape: ShapeName; look: LookName } {
  const shape = shapeOf(car);
  const all = looksOf(shape);
  const era = nearest[eraOf(car)].find((one) => all.some((look) => look.era === one))!;
  const fitting = all.filter((look) => look.era === era);
  const face = Object.entries(faces).find(([, makes]) => makes.includes(car.make))?.[0] ?? 'bars';
  const look = fitting.find(({ grille }) => grille === face) ?? fitting[0]!;
  return { shape, look: look.name };
}

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
