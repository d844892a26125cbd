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

/** The rendered bodies. `mpv` has windows all round, `van` is a panel van. */
export const shapeNames = [
  'small',
  'hatch',
  'estate',
  'oldEstate',
  'sedan',
  'coupe',
  'smallSuv',
  'suv',
  'mpv',
  'van',
  'pickup',
] as const;
export type ShapeName = (typeof shapeNames)[number];

/** Cars until 2009, until 2017 and since, and those that are driven by electricity. */
export const eras = ['early', 'middle', 'late', 'electric'] as const;
export type Era = (typeof eras)[number];
export type Grille = 'bars' | 'slats' | 'mouth' | 'closed';
export type LookName = `${Era}${'' | '-bars' | '-slats' | '-mouth'}`;

/** What the cars of one shape are fitted with: what goes with their years, and an invented face, near no real maker's. */
type Look = { name: LookName; era: Era; grille: Grille };

const looks: Record<ShapeName, readonly LookName[]> = {
  small: ['early-bars', 'middle-bars', 'middle-mouth', 'late-bars', 'late-mouth', 'electric'],
  hatch: ['early-bars', 'middle-bars', 'middle-slats', 'late-bars', 'late-slats', 'electric'],
  estate: ['middle-bars', 'middle-slats', 'late-bars', 'late-slats', 'late-mouth'],
  oldEstate: ['early-bars', 'early-slats'],
  sedan: ['early-slats', 'middle-slats', 'late-mouth', 'electric'],
  coupe: ['early-mouth', 'middle-slats', 'late-slats'],
  smallSuv: ['middle-mouth', 'late-bars', 'late-mouth', 'electric'],
  suv: ['early-bars', 'middle-bars', 'middle-slats', 'late-slats', 'late-mouth', 'electric'],
  mpv: ['early-bars', 'middle-bars', 'late-mouth'],
  van: ['early-bars', 'middle-mouth', 'late-bars'],
  pickup: ['middle-mouth', 'late-slats'],
};

export const looksOf = (shape: ShapeName): Look[] =>
  looks[shape].map((name) => {
    const [era, grille = 'closed'] = name.split('-') as [Era, Grille?];
    return { name, era, grille };
  });
