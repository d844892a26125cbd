import type { BodyType } from '#demo/cars/model.ts';

/** A car seen from the front or the rear, millimetres; widths are half widths from the middle. */
export type EndProfile = {
  half: number;
  roofHalf: number;
  height: number;
  /** Lower edge of the windscreen, and of the rear window. */
  cowl: number;
  rearBelt: number;
  /** Front edge of the bonnet. */
  nose: number;
  sill: number;
  wheelRadius: number;
  plateY: { front: number; rear: number };
  hasRails: boolean;
  isClad: boolean;
};

const hatch: EndProfile = {
  half: 895,
  roofHalf: 560,
  height: 1470,
  cowl: 985,
  rearBelt: 1020,
  nose: 745,
  sill: 150,
  wheelRadius: 322,
  plateY: { front: 430, rear: 700 },
  hasRails: false,
  isClad: false,
};

export const endProfiles: Record<BodyType, EndProfile> = {
  hatch,
  small: {
    ...hatch,
    half: 820,
    roofHalf: 540,
    height: 1484,
    cowl: 1030,
    rearBelt: 1060,
    nose: 790,
    wheelRadius: 296,
    plateY: { front: 450, rear: 690 },
  },
  estate: { ...hatch, height: 1476, hasRails: true, half: 905 },
  sedan: {
    ...hatch,
    half: 912,
    roofHalf: 545,
    height: 1436,
    cowl: 970,
    rearBelt: 1065,
    nose: 716,
    sill: 140,
    plateY: { front: 400, rear: 745 },
  },
  suv: {
    ...hatch,
    half: 922,
    roofHalf: 600,
    height: 1648,
    cowl: 1135,
    rearBelt: 1190,
    nose: 905,
    sill: 225,
    wheelRadius: 362,
    plateY: { front: 530, rear: 830 },
    hasRails: true,
    isClad: true,
  },
  van: {
    ...hatch,
    half: 940,
    roofHalf: 720,
    height: 1846,
    cowl: 1180,
    rearBelt: 1240,
    nose: 880,
    sill: 165,
    wheelRadius: 332,
    plateY: { front: 470, rear: 800 },
  },
  coupe: {
    ...hatch,
    half: 920,
    roofHalf: 520,
    height: 1376,
    cowl: 940,
    rearBelt: 1030,
    nose: 680,
    sill: 125,
    wheelRadius: 335,
    plateY: { front: 380, rear: 700 },
  },
};
