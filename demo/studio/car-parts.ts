import {
  BoxGeometry,
  CapsuleGeometry,
  CatmullRomCurve3,
  CircleGeometry,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  Group,
  Mesh,
  type MeshPhysicalMaterial,
  MeshStandardMaterial,
  type Object3D,
  PlaneGeometry,
  SphereGeometry,
  TubeGeometry,
  Vector3,
} from 'three';
import type { Look } from '../pictures/looks.ts';
import { type BodyShape, roofAt } from './body-shapes.ts';
import { halfWidthOf } from './body-width.ts';
import { glassHalfWidthAtRoof } from './front-mask.ts';
import { archGap } from './paint-material.ts';
import { handleHeight, handlePositions } from './side-mask.ts';
import { wheelMesh } from './wheel-mesh.ts';

const sides = [1, -1] as const;

function matt(color: string, roughness: number): MeshStandardMaterial {
  return new MeshStandardMaterial({ color, roughness, side: DoubleSide });
}

/** The wells reach this far below the axles: past a wheel one must not look through the car. */
const belowAxle = 0.09 * Math.PI;

/** The dark floor and the wells behind the wheels. */
export function underbody(shape: BodyShape): Object3D[] {
  const dark = matt('#070808', 0.95);
  const floor = new Mesh(new BoxGeometry(shape.length - 0.7, 0.25, shape.halfWidth * 1.5), dark);
  floor.position.set(0, 0.3 + shape.lift, 0);
  const radius = shape.wheelRadius + archGap + 0.004;
  const halfWidth = halfWidthOf(shape);
  const inner = shape.halfWidth - 0.38;
  const wells = [shape.frontAxle, shape.rearAxle].flatMap((axle) =>
    sides.flatMap((side) => {
      // Out to the skin: through a gap between them one would see past the car.
      const outer =
        Math.min(...[-radius, radius].map((away) => halfWidth(axle + away, shape.wheelRadius))) - 0.004;
      const arch = new Mesh(
        new CylinderGeometry(
          ...([radius, radius, outer - inner, 48, 1, true] as const),
          -Math.PI / 2 - belowAxle,
          Math.PI + 2 * belowAxle,
        ),
        matt('#050606', 1),
      );
      arch.rotation.x = -Math.PI / 2;
      arch.position.set(axle, shape.wheelRadius, (side * (outer + inner)) / 2);
      const back = new Mesh(new CircleGeometry(radius + 0.01, 40, -belowAxle, Math.PI + 2 * belowAxle), dark);
      back.position.set(axle, shape.wheelRadius, side * (shape.halfWidth - 0.37));
      return [arch, back];
    }),
  );
  return [floor, ...wells];
}

export function wheels(shape: BodyShape, look: Look): Object3D[] {
  const halfWidth = halfWidthOf(shape);
  return [shape.frontAxle, shape.rearAxle].flatMap((axle) =>
    sides.map((side) => {
      const wheel = wheelMesh(shape.wheelRadius, look);
      wheel.position.set(axle, shape.wheelRadius, side * (halfWidth(axle, shape.wheelRadius) - 0.135));
      if (side < 0) wheel.rotation.y = Math.PI;
      return wheel;
    }),
  );
}

export function mirrors(shape: BodyShape, paint: MeshPhysicalMaterial): Object3D[] {
  const x = shape.cowl - 0.38;
  const y = shape.belt[0] + 0.085;
  const z = halfWidthOf(shape)(x, shape.belt[0]) - 0.02;
  const dark = matt('#0c0d0e', 0.4);
  return sides.flatMap((side) => {
    const shell = new Mesh(new SphereGeometry(1, 32, 20), paint);
    shell.scale.set(0.075, 0.066, 0.1);
    shell.position.set(x, y, side * (z + 0.13));
    const glass = new Mesh(new SphereGeometry(1, 24, 16), dark);
    glass.scale.set(0.045, 0.058, 0.09);
    glass.position.set(x - 0.045, y, side * (z + 0.13));
    const foot = new Mesh(new BoxGeometry(0.06, 0.03, 0.12), dark);
    foot.position.set(x, y - 0.055, side * (z + 0.03));
    return [shell, glass, foot];
  });
}

export function handles(shape: BodyShape, paint: MeshPhysicalMaterial): Object3D[] {
  const y = handleHeight(shape);
  const halfWidth = halfWidthOf(shape);
  return handlePositions(shape).flatMap((x) =>
    sides.map((side) => {
      const handle = new Mesh(new CapsuleGeometry(0.0135, 0.15, 6, 12), paint);
      handle.rotation.z = Math.PI / 2;
      handle.scale.z = 0.9;
      handle.position.set(x, y, side * (halfWidth(x, y) + 0.012));
      return handle;
    }),
  );
}

export function roofRails(shape: BodyShape, look: Look): Object3D[] {
  if (!shape.hasRails) return [];
  const metal = new MeshStandardMaterial({
    color: look.hasChrome ? '#c7cbce' : '#15171a',
    metalness: look.hasChrome ? 0.8 : 0.2,
    roughness: 0.3,
  });
  const [from, to, steps] = [shape.roofFront - 0.15, shape.rear + 0.55, 12];
  const across = glassHalfWidthAtRoof(shape) - 0.1;
  return sides.map((side) => {
    // The roof's edges lie five centimetres below its middle.
    const points = Array.from({ length: steps + 1 }, (_, step) => {
      const x = from + ((to - from) * step) / steps;
      const isEnd = step === 0 || step === steps;
      return new Vector3(x, roofAt(shape, x) + (isEnd ? -0.075 : -0.015), side * across);
    });
    return new Mesh(new TubeGeometry(new CatmullRomCurve3(points), 48, 0.013, 8), metal);
  });
}

export function aerial(shape: BodyShape, paint: MeshPhysicalMaterial): Object3D[] {
  const x = shape.sideGlassEnd > 0.6 ? -0.8 : shape.rear + 0.8;
  const fin = new Mesh(new ConeGeometry(0.06, 0.085, 16), paint);
  fin.scale.set(1.2, 1, 0.35);
  fin.position.set(x, roofAt(shape, x) + 0.015, 0);
  return [fin];
}

/** Millimetre work in metres: the face of a Danish plate, and how far it stands off its holder. */
const plateWidth = 0.504;
const plateHeight = 0.12;
const faceDepth = 0.0115;

/** The blank plate's corners in its own frame, as a reader sees them: upper left first, clockwise. */
export const plateFaceCorners = [
  new Vector3(-plateWidth / 2, plateHeight / 2, faceDepth),
  new Vector3(plateWidth / 2, plateHeight / 2, faceDepth),
  new Vector3(plateWidth / 2, -plateHeight / 2, faceDepth),
  new Vector3(-plateWidth / 2, -plateHeight / 2, faceDepth),
];

function plate(shape: BodyShape, end: 'front' | 'rear'): Group {
  const direction = end === 'front' ? 1 : -1;
  const y = shape.plateY[end];
  const reach = Math.max(
    ...shape.outline.filter(([, height]) => Math.abs(height - y) < 0.07).map(([x]) => x * direction),
  );
  const group = new Group();
  const holder = new Mesh(new BoxGeometry(0.53, 0.14, 0.02), matt('#0b0c0d', 0.6));
  const face = new Mesh(
    new PlaneGeometry(plateWidth, plateHeight),
    new MeshStandardMaterial({ color: '#f4f5f2', roughness: 0.55 }),
  );
  face.position.z = faceDepth;
  group.add(holder, face);
  group.rotation.y = (direction * Math.PI) / 2;
  group.position.set(direction * (reach + 0.008), y, 0);
  return group;
}

/** Blank plates: what is written on them comes later, car by car. */
export function blankPlates(shape: BodyShape): Group[] {
  return [plate(shape, 'front'), plate(shape, 'rear')];
}
