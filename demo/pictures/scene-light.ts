import type { SceneName } from './layers.ts';

/**
 * How a car that was shot in mild sun is put into a place: how bright it and the place are, which tint the light has, and
 * how dark its shadow is there (1 as shot, 0 none).
 */
export type SceneLight = {
  car: number;
  place: number;
  tint: readonly [number, number, number];
  shadow: number;
};

const sunny: SceneLight = { car: 1, place: 1, tint: [1, 1, 1], shadow: 1 };

export const sceneLights: Record<SceneName, SceneLight> = {
  street: sunny,
  villa: sunny,
  gravel: sunny,
  garage: { ...sunny, shadow: 0.8 },
  yard: sunny,
  harbour: sunny,
  showroom: { car: 0.98, place: 1, tint: [1.01, 1, 0.98], shadow: 0.5 },
  blocks: { car: 0.84, place: 1, tint: [0.97, 1, 1.03], shadow: 0.42 },
  snow: { car: 0.86, place: 1, tint: [0.96, 1, 1.05], shadow: 0.36 },
  rain: { car: 0.68, place: 1, tint: [0.95, 1, 1.05], shadow: 0.5 },
  cellar: { car: 0.56, place: 1, tint: [1.04, 1, 0.92], shadow: 0.5 },
};
