import {
  type BufferGeometry,
  CylinderGeometry,
  DoubleSide,
  ExtrudeGeometry,
  type Material,
  Mesh,
  MeshStandardMaterial,
  Shape,
  Vector3,
} from 'three';
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js';

export type Place = readonly [x: number, y: number, z: number];

export const matt = (color: string, roughness = 0.78) =>
  new MeshStandardMaterial({ color, roughness, side: DoubleSide });
export const dark = matt('#2c2f32');
export const darker = matt('#141617', 0.6);
export const metal = new MeshStandardMaterial({ color: '#aeb4b8', metalness: 0.7, roughness: 0.35 });

function at<T extends Mesh>(mesh: T, [x, y, z]: Place, turn: Place = [0, 0, 0]): T {
  mesh.position.set(x, y, z);
  mesh.rotation.set(...turn);
  return mesh;
}

export const part = (geometry: BufferGeometry, material: Material, place: Place, turn?: Place) =>
  at(new Mesh(geometry, material), place, turn);
export const block = (size: Place, radius: number, material: Material, place: Place, turn?: Place) =>
  part(new RoundedBoxGeometry(...size, 4, radius), material, place, turn);

export function beam(from: Place, to: Place, radius: number, material: Material): Mesh {
  const [start, end] = [new Vector3(...from), new Vector3(...to)];
  const mesh = new Mesh(
    new CylinderGeometry(radius * 0.85, radius * 1.2, start.distanceTo(end), 32),
    material,
  );
  mesh.position.copy(start).lerp(end, 0.5);
  mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), end.sub(start).normalize());
  return mesh;
}

/** A profile of (towards the driver, up) drawn out over the car's width. */
export function drawnOut(
  profile: readonly (readonly [number, number])[],
  width: number,
  material: Material,
): Mesh {
  const shape = new Shape();
  shape.moveTo(...(profile[0] as [number, number]));
  shape.splineThru(profile.slice(1).map(([x, y]) => ({ x, y })) as never);
  const geometry = new ExtrudeGeometry(shape, { depth: width, bevelEnabled: false, curveSegments: 48 });
  geometry.rotateY(-Math.PI / 2);
  geometry.translate(width / 2, 0, 0);
  return new Mesh(geometry, material);
}
