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

/** What the cars of one shape are fitted with: an invented face, near no real maker's, and what goes with its years. */
export type Look = {
  name: LookName;
  era: Era;
  grille: Grille;
  /** Steel under a cover, cast spokes, spokes in pairs, or a nearly closed disc. */
  wheel: 'cover' | 'spokes' | 'twins' | 'disc';
  spokes: number;
  rim: 'silver' | 'dark';
  hasChrome: boolean;
  hasBlackRoof: boolean;
};

type Row = readonly [
  Era,
  Grille,
  Look['wheel'],
  spokes: number,
  Look['rim'],
  trim: 'chrome' | 'plain' | 'black roof',
];

const rows: Record<ShapeName, readonly Row[]> = {
  small: [
    ['early', 'bars', 'cover', 7, 'silver', 'plain'],
    ['middle', 'bars', 'spokes', 8, 'silver', 'plain'],
    ['middle', 'mouth', 'twins', 5, 'silver', 'plain'],
    ['late', 'bars', 'spokes', 5, 'silver', 'plain'],
    ['late', 'mouth', 'twins', 5, 'dark', 'black roof'],
    ['electric', 'closed', 'disc', 5, 'dark', 'plain'],
  ],
  hatch: [
    ['early', 'bars', 'cover', 9, 'silver', 'plain'],
    ['middle', 'bars', 'twins', 5, 'silver', 'plain'],
    ['middle', 'slats', 'spokes', 7, 'silver', 'chrome'],
    ['late', 'bars', 'spokes', 5, 'silver', 'plain'],
    ['late', 'slats', 'twins', 5, 'dark', 'plain'],
    ['electric', 'closed', 'disc', 6, 'silver', 'plain'],
  ],
  estate: [
    ['middle', 'bars', 'spokes', 6, 'silver', 'chrome'],
    ['middle', 'slats', 'twins', 5, 'silver', 'chrome'],
    ['late', 'bars', 'twins', 5, 'silver', 'plain'],
    ['late', 'slats', 'spokes', 5, 'dark', 'chrome'],
    ['late', 'mouth', 'spokes', 10, 'silver', 'plain'],
  ],
  oldEstate: [
    ['early', 'bars', 'cover', 8, 'silver', 'plain'],
    ['early', 'slats', 'spokes', 6, 'silver', 'chrome'],
  ],
  sedan: [
    ['early', 'slats', 'spokes', 7, 'silver', 'chrome'],
    ['middle', 'slats', 'spokes', 10, 'silver', 'chrome'],
    ['late', 'mouth', 'twins', 5, 'silver', 'plain'],
    ['electric', 'closed', 'disc', 7, 'dark', 'plain'],
  ],
  coupe: [
    ['early', 'mouth', 'spokes', 5, 'silver', 'plain'],
    ['middle', 'slats', 'spokes', 10, 'silver', 'plain'],
    ['late', 'slats', 'twins', 5, 'dark', 'plain'],
  ],
  smallSuv: [
    ['middle', 'mouth', 'spokes', 5, 'silver', 'plain'],
    ['late', 'bars', 'twins', 5, 'silver', 'plain'],
    ['late', 'mouth', 'spokes', 6, 'dark', 'black roof'],
    ['electric', 'closed', 'disc', 5, 'dark', 'plain'],
  ],
  suv: [
    ['early', 'bars', 'spokes', 5, 'silver', 'plain'],
    ['middle', 'bars', 'twins', 5, 'silver', 'plain'],
    ['middle', 'slats', 'spokes', 7, 'silver', 'chrome'],
    ['late', 'slats', 'spokes', 5, 'silver', 'chrome'],
    ['late', 'mouth', 'twins', 5, 'dark', 'plain'],
    ['electric', 'closed', 'disc', 6, 'dark', 'plain'],
  ],
  mpv: [
    ['early', 'bars', 'cover', 7, 'silver', 'plain'],
    ['middle', 'bars', 'spokes', 7, 'silver', 'plain'],
    ['late', 'mouth', 'twins', 5, 'silver', 'chrome'],
  ],
  van: [
    ['early', 'bars', 'cover', 6, 'silver', 'plain'],
    ['middle', 'mouth', 'cover', 8, 'silver', 'plain'],
    ['late', 'bars', 'cover', 5, 'silver', 'plain'],
  ],
  pickup: [
    ['middle', 'mouth', 'spokes', 6, 'silver', 'plain'],
    ['late', 'slats', 'spokes', 6, 'dark', 'plain'],
  ],
};

function lookOf([era, grille, wheel, spokes, rim, trim]: Row): Look {
  const name: LookName = grille === 'closed' ? era : `${era}-${grille}`;
  return {
    ...{ name, era, grille, wheel, spokes, rim },
    hasChrome: trim === 'chrome',
    hasBlackRoof: trim === 'black roof',
  };
}

/** The looks in which a shape is rendered. */
export function looksOf(shape: ShapeName): Look[] {
  return rows[shape].map(lookOf);
}
