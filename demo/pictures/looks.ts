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
export type Look = { name: LookName; era: Era; grille: Grille };

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
