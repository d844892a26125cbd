import {
  BoxGeometry,
  CylinderGeometry,
  DoubleSide,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  SphereGeometry,
  TorusGeometry,
  Vector3,
} from 'three';
import type { Era } from '../pictures/looks.ts';
import { beam, block, dark, darker, drawnOut, matt, metal, part } from './cabin-blocks.ts';
import { instruments, middleScreen } from './cabin-screens.ts';
import { paintMaterial } from './paint-material.ts';

const wheelX = -0.38;

/** Towards the driver is +z here; x runs to the right, y up from the floor. */
function dashboard(soft: Material): Mesh[] {
  const upper = drawnOut(
    [
      [-1.25, 0.86],
      [-1.05, 0.915],
      [-0.84, 0.925],
      [-0.74, 0.9],
      [-0.7, 0.83],
      [-0.72, 0.77],
      [-1.25, 0.74],
    ],
    1.62,
    dark,
  );
  const lower = drawnOut(
    [
      [-1.25, 0.78],
      [-0.8, 0.79],
      [-0.71, 0.76],
      [-0.68, 0.66],
      [-0.73, 0.5],
      [-0.86, 0.38],
      [-1.25, 0.3],
    ],
    1.62,
    soft,
  );
  return [upper, lower];
}

function vent(x: number, y: number): Mesh[] {
  const slats = [-0.022, 0, 0.022].map((up) => block([0.12, 0.008, 0.02], 0.003, metal, [x, y + up, -0.688]));
  return [block([0.15, 0.085, 0.05], 0.02, darker, [x, y, -0.712]), ...slats];
}

function steeringWheel(soft: Material): Group {
  const group = new Group();
  const rim = new Mesh(new TorusGeometry(0.183, 0.0165, 20, 72), dark);
  const hub = block([0.15, 0.11, 0.05], 0.024, dark, [0, -0.005, 0.01]);
  const spokes = [
    block([0.16, 0.035, 0.022], 0.01, dark, [-0.1, 0, 0]),
    block([0.16, 0.035, 0.022], 0.01, dark, [0.1, 0, 0]),
    block([0.04, 0.16, 0.022], 0.01, dark, [0, -0.1, 0]),
    block([0.05, 0.026, 0.026], 0.008, metal, [-0.115, 0, 0.004]),
    block([0.05, 0.026, 0.026], 0.008, metal, [0.115, 0, 0.004]),
  ];
  const badge = part(new TorusGeometry(0.02, 0.004, 12, 40), metal, [0, 0, 0.037]);
  const stitching = part(new TorusGeometry(0.183, 0.0171, 12, 24, 0.5), soft, [0, 0, 0], [0, 0, 2.9]);
  group.add(rim, hub, ...spokes, badge, stitching);
  group.position.set(wheelX, 0.765, -0.42);
  group.rotation.x = -0.38;
  return group;
}

/** Where the mileage is written, as the driver sees it: upper left first, clockwise, in the instruments' own frame. */
const mileageWidth = 0.078;
const mileageHeight = 0.0195;
export const mileageCorners = (
  [
    [-1, 1],
    [1, 1],
    [1, -1],
    [-1, -1],
  ] as const
).map(([x, y]) => new Vector3((x * mileageWidth * 1.05) / 2, -0.028 + (y * mileageHeight * 1.12) / 2, 0.002));

function cluster(era: Era): { group: Group; face: Mesh } {
  const face = new Mesh(
    new PlaneGeometry(0.31, 0.124),
    new MeshBasicMaterial({ map: instruments(era), toneMapped: false }),
  );
  const mileage = part(
    new PlaneGeometry(mileageWidth, mileageHeight),
    new MeshBasicMaterial({ color: '#f4f5f2', toneMapped: false }),
    [0, -0.028, 0.002],
  );
  face.add(mileage);
  face.position.set(wheelX, 0.925, -0.7);
  face.rotation.x = -0.3;
  const group = new Group();
  const hood = block([0.37, 0.022, 0.13], 0.01, dark, [wheelX, 0.992, -0.75], [-0.12, 0, 0]);
  group.add(face, hood, block([0.36, 0.16, 0.06], 0.02, darker, [wheelX, 0.905, -0.75], [-0.3, 0, 0]));
  return { group, face };
}

function console(era: Era, soft: Material): Mesh[] {
  const size: readonly [number, number] = {
    early: [0.23, 0.144],
    middle: [0.21, 0.131],
    late: [0.27, 0.16],
    electric: [0.36, 0.215],
  }[era] as [number, number];
  const y = { early: 0.7, middle: 0.695, late: 0.9, electric: 0.9 }[era];
  const z = { early: -0.672, middle: -0.672, late: -0.68, electric: -0.66 }[era];
  const glass = part(
    new PlaneGeometry(...size),
    new MeshBasicMaterial({ map: middleScreen(era), toneMapped: false }),
    [0.02, y, z],
    [-0.14, 0, 0],
  );
  const frame = block(
    [size[0] + 0.02, size[1] + 0.02, 0.02],
    0.008,
    darker,
    [0.02, y, z - 0.012],
    [-0.14, 0, 0],
  );
  const knobs =
    era === 'electric'
      ? []
      : [-0.07, 0.02, 0.11].flatMap((x) => [
          part(
            new CylinderGeometry(0.026, 0.029, 0.03, 32),
            darker,
            [x, 0.575, -0.675],
            [Math.PI / 2 - 0.3, 0, 0],
          ),
          part(
            new CylinderGeometry(0.0275, 0.0275, 0.006, 32),
            metal,
            [x, 0.573, -0.688],
            [Math.PI / 2 - 0.3, 0, 0],
          ),
        ]);
  const tunnel = block([0.24, 0.32, 0.9], 0.04, dark, [0.02, 0.26, -0.28]);
  const stack = block([0.3, 0.5, 0.14], 0.03, dark, [0.02, 0.56, -0.755], [-0.14, 0, 0]);
  const lever =
    era === 'electric'
      ? []
      : [
          part(new CylinderGeometry(0.02, 0.055, 0.09, 24), soft, [0.02, 0.45, -0.42]),
          part(new CylinderGeometry(0.009, 0.009, 0.12, 16), metal, [0.02, 0.53, -0.42], [0.1, 0, 0]),
          part(new SphereGeometry(0.03, 24, 18), darker, [0.02, 0.595, -0.415]),
        ];
  return [glass, frame, stack, ...knobs, tunnel, ...lever];
}

function frameRound(soft: Material): Mesh[] {
  const lining = matt('#8f8c86', 0.95);
  const carpet = matt('#0b0b0c', 1);
  const pillars = [-1, 1].map((side) =>
    beam([side * 0.8, 0.84, -1.12], [side * 0.63, 1.52, -0.42], 0.062, lining),
  );
  const doors = [-1, 1].flatMap((side) => [
    block([0.12, 0.62, 1.5], 0.05, soft, [side * 0.84, 0.6, -0.1]),
    block([0.09, 0.05, 1.4], 0.02, dark, [side * 0.81, 0.93, -0.05]),
    block([0.1, 0.05, 0.4], 0.02, dark, [side * 0.76, 0.68, -0.3]),
  ]);
  const roof = block([1.5, 0.06, 1.2], 0.03, lining, [0, 1.53, 0.04]);
  const visors = [-0.38, 0.38].map((x) =>
    block([0.36, 0.02, 0.16], 0.01, lining, [x, 1.478, -0.5], [0.25, 0, 0]),
  );
  const mirror = [
    block([0.2, 0.062, 0.03], 0.024, darker, [0.02, 1.29, -0.62]),
    part(
      new PlaneGeometry(0.18, 0.046),
      new MeshStandardMaterial({ color: '#7f8a90', metalness: 0.9, roughness: 0.08 }),
      [0.02, 1.29, -0.603],
    ),
    part(new CylinderGeometry(0.008, 0.008, 0.1, 12), darker, [0.02, 1.36, -0.64]),
  ];
  const seats = [-1, 1].flatMap((side) => [
    block([0.5, 0.16, 0.5], 0.07, soft, [side * 0.4, 0.36, -0.16]),
    block([0.09, 0.2, 0.5], 0.04, soft, [side * 0.17, 0.4, -0.14]),
  ]);
  const strip = block([1.5, 0.022, 0.02], 0.008, metal, [0, 0.752, -0.7]);
  return [
    ...pillars,
    ...doors,
    roof,
    ...visors,
    ...mirror,
    ...seats,
    strip,
    part(new BoxGeometry(2.4, 0.02, 2.4), carpet, [0, 0.12, -0.3]),
    part(new BoxGeometry(2.4, 0.8, 0.02), carpet, [0, 0.44, -1.1]),
  ];
}

export type CabinModel = { group: Group; face: Mesh; setPaint(color: '#000000' | '#ffffff'): void };

/** What one sees from between the front seats; the windows are open to the place. Its cloth is "painted" car by car. */
export function buildCabin(era: Era): CabinModel {
  const soft = paintMaterial();
  Object.assign(soft, { metalness: 0, roughness: 0.85, clearcoat: 0, side: DoubleSide });
  const { group: clocks, face } = cluster(era);
  const group = new Group();
  group.add(
    ...dashboard(soft),
    ...[-0.66, 0.7].flatMap((x) => vent(x, 0.835)),
    ...(era === 'late' || era === 'electric' ? [] : [-0.07, 0.11].flatMap((x) => vent(x, 0.885))),
    clocks,
    steeringWheel(soft),
    ...console(era, soft),
    ...frameRound(soft),
  );
  group.traverse((object) => {
    object.castShadow = true;
    object.receiveShadow = true;
  });
  return { group, face, setPaint: (color) => soft.color.set(color) };
}
