import type { Object3D } from 'three';
import type { SceneName } from '../pictures/layers.ts';
import { cellar, showroom } from './halls.ts';
import type { PanoramaBrush } from './panorama-brush.ts';
import { townHouses, villas, waterfront } from './panorama-buildings.ts';
import { hedges, trees, water, winterTrees, woodland } from './panorama-nature.ts';
import { blocks, boats, parkedCars, showrooms } from './panorama-yards.ts';
import { boardFence, garageFront, hedge, placed } from './place-props.ts';

export type GroundKind = 'asphalt' | 'slabs' | 'concrete' | 'setts' | 'gravel' | 'snow' | 'wet' | 'tiles';

export type SceneLook = {
  sky: { high: string; low: string };
  sunStrength: number;
  skyStrength: number;
  ground: GroundKind;
  /** The strip beyond the kerb; null: there is no kerb. */
  verge: string | null;
  /** How strongly the ground mirrors what stands round it. */
  wetness: number;
  /** Degrees by which the panorama is turned; its seam stays behind all cameras. */
  turn: number;
  drawBackdrop(brush: PanoramaBrush): void;
  /** What stands near the car, whose nose is towards +x. */
  props(): Object3D[];
};

const sunny = { sunStrength: 2.9, skyStrength: 1.7, wetness: 0, props: (): Object3D[] => [] };
const overcast = { ...sunny, sunStrength: 0.5, skyStrength: 2.7 };
const indoors = { ...overcast, sunStrength: 0, skyStrength: 3.2, verge: null, turn: 0, drawBackdrop() {} };

export const sceneLooks: Record<SceneName, SceneLook> = {
  street: {
    ...sunny,
    sky: { high: '#6f9fd0', low: '#dfeaf2' },
    ground: 'asphalt',
    verge: '#8f8f8c',
    turn: -60,
    drawBackdrop(brush) {
      woodland(brush, 9.5);
      townHouses(brush);
      hedges(brush, 0.6, [0.7, 1.2]);
      trees(brush, [11, 20], [4, 6.5]);
    },
  },
  villa: {
    ...sunny,
    sky: { high: '#8fb4da', low: '#eef3f5' },
    ground: 'slabs',
    verge: '#6f8a4a',
    turn: -36,
    drawBackdrop(brush) {
      woodland(brush, 9);
      villas(brush);
      hedges(brush, 0.75, [0.8, 1.5]);
      trees(brush, [10, 18], [3.5, 6]);
    },
  },
  gravel: {
    ...sunny,
    sky: { high: '#8aa9c6', low: '#eef2f3' },
    ground: 'gravel',
    verge: '#62793f',
    turn: 10,
    drawBackdrop(brush) {
      woodland(brush, 10);
      trees(brush, [6, 12], [4, 8]);
    },
    props: () => [
      placed(hedge('gravel side', 36, 1.5), -1, -4.4, 0),
      placed(hedge('gravel rear', 12, 1.5), -8.5, 0, 90),
    ],
  },
  garage: {
    ...sunny,
    skyStrength: 2.1,
    sky: { high: '#9fbbd3', low: '#f0f3f4' },
    ground: 'slabs',
    verge: '#6f8a4a',
    turn: 30,
    drawBackdrop(brush) {
      woodland(brush, 8);
      villas(brush);
      hedges(brush, 0.9, [1, 1.6]);
    },
    props: () => [
      placed(garageFront('#c08a72', '#f1efe9'), -4, 0, 90),
      placed(boardFence('garage side', 24, '#a79682'), 8, -4, 0),
    ],
  },
  yard: {
    ...sunny,
    sky: { high: '#9fbbd3', low: '#f2f4f4' },
    ground: 'concrete',
    verge: '#77797a',
    turn: -12,
    drawBackdrop(brush) {
      woodland(brush, 10);
      showrooms(brush);
      hedges(brush, 0.2, [0.5, 0.7]);
      parkedCars(brush);
    },
  },
  showroom: { ...indoors, sky: { high: '#dfe2e3', low: '#dfe2e3' }, ground: 'tiles', props: showroom },
  harbour: {
    ...sunny,
    sky: { high: '#7fb0dc', low: '#e9f0f4' },
    ground: 'setts',
    verge: '#8a8681',
    turn: 12,
    drawBackdrop(brush) {
      woodland(brush, 8.5);
      water(brush, 1.2);
      waterfront(brush);
      boats(brush);
    },
  },
  blocks: {
    ...overcast,
    sky: { high: '#b3bfc8', low: '#e3e7e9' },
    ground: 'asphalt',
    verge: '#73824f',
    turn: 48,
    drawBackdrop(brush) {
      woodland(brush, 7);
      blocks(brush);
      trees(brush, [9, 16], [4, 7]);
      parkedCars(brush);
    },
  },
  snow: {
    ...overcast,
    sky: { high: '#c3ced6', low: '#e9edf0' },
    ground: 'snow',
    verge: '#eef1f3',
    turn: -24,
    drawBackdrop(brush) {
      winterTrees(brush);
      villas(brush, '#e9edf0');
      winterTrees(brush, 9);
    },
    props: () => [placed(hedge('snow side', 20, 1.2, true), -2, -5.2, 0)],
  },
  rain: {
    ...overcast,
    skyStrength: 2.1,
    sky: { high: '#8f9aa3', low: '#c3cacf' },
    ground: 'wet',
    verge: '#5d6a48',
    wetness: 0.3,
    turn: -48,
    drawBackdrop(brush) {
      woodland(brush, 9.5);
      townHouses(brush);
      hedges(brush, 0.5, [0.7, 1.2]);
      brush.veil('rgba(150,160,168,0.38)');
    },
  },
  cellar: {
    ...indoors,
    skyStrength: 1.9,
    sky: { high: '#8f8f89', low: '#8f8f89' },
    ground: 'concrete',
    props: cellar,
  },
};
