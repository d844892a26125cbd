import type { SceneName } from '../pictures/layers.ts';
import type { PanoramaBrush } from './panorama-brush.ts';
import { boats, parkedCars, showrooms, townHouses, villas, waterfront } from './panorama-buildings.ts';
import { hedges, trees, water, woodland } from './panorama-nature.ts';

export type GroundKind = 'asphalt' | 'slabs' | 'concrete' | 'setts';

export type SceneLook = {
  sky: { high: string; low: string };
  sun: { direction: readonly [number, number, number]; strength: number; color: string };
  environmentStrength: number;
  ground: GroundKind;
  /** The strip beyond the kerb. */
  verge: string;
  drawBackdrop(brush: PanoramaBrush): void;
};

export const sceneLooks: Record<SceneName, SceneLook> = {
  street: {
    sky: { high: '#6f9fd0', low: '#dfeaf2' },
    sun: { direction: [0.55, 0.75, 0.5], strength: 3.5, color: '#fff1dd' },
    environmentStrength: 1,
    ground: 'asphalt',
    verge: '#8f8f8c',
    drawBackdrop(brush) {
      woodland(brush, 9.5);
      townHouses(brush);
      hedges(brush, 0.6, [0.7, 1.2]);
      trees(brush, [11, 20], [4, 6.5]);
    },
  },
  driveway: {
    sky: { high: '#8fb4da', low: '#eef3f5' },
    sun: { direction: [-0.3, 0.8, 0.7], strength: 3.2, color: '#fff4e4' },
    environmentStrength: 1.05,
    ground: 'slabs',
    verge: '#6f8a4a',
    drawBackdrop(brush) {
      woodland(brush, 9);
      villas(brush);
      hedges(brush, 0.75, [0.8, 1.5]);
      trees(brush, [10, 18], [3.5, 6]);
    },
  },
  yard: {
    sky: { high: '#9fbbd3', low: '#f2f4f4' },
    sun: { direction: [0.2, 0.9, 0.6], strength: 3, color: '#fff6ea' },
    environmentStrength: 1.05,
    ground: 'concrete',
    verge: '#77797a',
    drawBackdrop(brush) {
      woodland(brush, 10);
      showrooms(brush);
      hedges(brush, 0.2, [0.5, 0.7]);
      parkedCars(brush);
    },
  },
  harbour: {
    sky: { high: '#7fb0dc', low: '#e9f0f4' },
    sun: { direction: [0.6, 0.6, 0.6], strength: 3.4, color: '#fff0da' },
    environmentStrength: 1.05,
    ground: 'setts',
    verge: '#8a8681',
    drawBackdrop(brush) {
      woodland(brush, 8.5);
      water(brush, 1.2);
      waterfront(brush);
      boats(brush);
    },
  },
};
