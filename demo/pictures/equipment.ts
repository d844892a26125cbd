import type { BodyType } from '#demo/cars/model.ts';
import { type SceneName, sceneNames } from './layers.ts';

export const grilles = ['bars', 'slats', 'mouth', 'closed'] as const;
export type Grille = (typeof grilles)[number];

/** What the cars of one body are fitted with. It goes with the scene, so that all views of a car agree. */
export type Equipment = {
  grille: Grille;
  spokes: number;
  isTwinSpoke: boolean;
  rim: 'silver' | 'dark';
  hasChrome: boolean;
  hasBlackRoof: boolean;
};

type Row = readonly [
  Grille,
  spokes: number,
  wheel: 'single' | 'twin',
  Equipment['rim'],
  trim: 'chrome' | 'dark',
];

/** One row per scene, in their order. Every body has one closed front, which electric cars are given. */
const rows: Record<BodyType, readonly Row[]> = {
  small: [
    ['bars', 8, 'single', 'silver', 'dark'],
    ['closed', 5, 'single', 'silver', 'dark'],
    ['mouth', 6, 'single', 'dark', 'dark'],
    ['slats', 5, 'twin', 'silver', 'chrome'],
  ],
  hatch: [
    ['slats', 5, 'twin', 'silver', 'dark'],
    ['mouth', 7, 'single', 'silver', 'chrome'],
    ['closed', 5, 'single', 'dark', 'dark'],
    ['bars', 10, 'single', 'silver', 'dark'],
  ],
  estate: [
    ['mouth', 6, 'single', 'silver', 'chrome'],
    ['bars', 5, 'twin', 'silver', 'chrome'],
    ['slats', 5, 'single', 'silver', 'dark'],
    ['closed', 7, 'single', 'dark', 'dark'],
  ],
  sedan: [
    ['closed', 5, 'single', 'dark', 'dark'],
    ['slats', 10, 'single', 'silver', 'chrome'],
    ['bars', 5, 'twin', 'silver', 'chrome'],
    ['mouth', 7, 'single', 'silver', 'dark'],
  ],
  suv: [
    ['slats', 5, 'single', 'silver', 'chrome'],
    ['mouth', 5, 'twin', 'silver', 'dark'],
    ['closed', 6, 'single', 'dark', 'dark'],
    ['bars', 7, 'single', 'silver', 'chrome'],
  ],
  van: [
    ['bars', 7, 'single', 'silver', 'dark'],
    ['slats', 5, 'single', 'silver', 'chrome'],
    ['mouth', 5, 'twin', 'silver', 'dark'],
    ['closed', 6, 'single', 'silver', 'dark'],
  ],
  coupe: [
    ['mouth', 5, 'twin', 'dark', 'dark'],
    ['slats', 10, 'single', 'silver', 'chrome'],
    ['bars', 5, 'single', 'silver', 'dark'],
    ['closed', 5, 'twin', 'dark', 'dark'],
  ],
};

/** Small cars and SUVs are sold with a roof in black now and then. */
const blackRoofs: Partial<Record<BodyType, SceneName>> = { small: 'yard', suv: 'driveway' };

export function equipmentOf(body: BodyType, scene: SceneName): Equipment {
  const [grille, spokes, wheel, rim, trim] = rows[body][sceneNames.indexOf(scene)]!;
  return {
    grille,
    spokes,
    isTwinSpoke: wheel === 'twin',
    rim,
    hasChrome: trim === 'chrome',
    hasBlackRoof: blackRoofs[body] === scene,
  };
}

/** The scenes that a car may stand in: a closed front belongs to an electric car, bars pass for either. */
export function scenesFor(body: BodyType, isElectric: boolean): SceneName[] {
  const fits = (grille: Grille) =>
    isElectric ? grille === 'closed' || grille === 'bars' : grille !== 'closed';
  return sceneNames.filter((scene) => fits(equipmentOf(body, scene).grille));
}
