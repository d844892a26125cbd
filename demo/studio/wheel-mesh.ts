import {
  CircleGeometry,
  CylinderGeometry,
  DoubleSide,
  ExtrudeGeometry,
  Group,
  LatheGeometry,
  type Material,
  Mesh,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  Shape,
  Vector2,
} from 'three';
import type { Equipment } from '../pictures/equipment.ts';

const tyreWidth = 0.205;
const half = tyreWidth / 2;
const rimColors: Record<Equipment['rim'], string> = { silver: '#b9bdc1', dark: '#2a2c2f' };

/** A profile of (radius, across) turned round the axle, which runs along z. */
function turned(profile: [radius: number, across: number][], material: Material): Mesh {
  const geometry = new LatheGeometry(
    profile.map(([radius, across]) => new Vector2(radius, across)),
    72,
  );
  geometry.rotateX(Math.PI / 2);
  return new Mesh(geometry, material);
}

function disc(radius: number, thickness: number, across: number, material: Material, taper = 1): Mesh {
  const mesh = new Mesh(new CylinderGeometry(radius, radius * taper, thickness, 48), material);
  mesh.rotation.x = Math.PI / 2;
  mesh.position.z = across;
  return mesh;
}

function tyre(radius: number, rim: number): Mesh {
  const rubber = new MeshStandardMaterial({ color: '#17181a', roughness: 0.8, side: DoubleSide });
  const profile: [number, number][] = [
    [rim * 0.98, half - 0.02],
    [rim + 0.006, half - 0.006],
    [rim + 0.03, half + 0.006],
    [radius - 0.03, half],
    [radius - 0.008, half - 0.02],
    [radius, half - 0.045],
    [radius, 0.045 - half],
    [radius - 0.01, 0.02 - half],
    [rim, -half],
  ];
  return turned(profile, rubber);
}

function spokeGeometry(rim: number, hubWidth: number, edgeWidth: number): ExtrudeGeometry {
  const hub = rim * 0.14;
  const edge = rim * 0.955;
  const waist = edgeWidth * 0.42;
  const shape = new Shape();
  shape.moveTo(-hubWidth / 2, hub);
  shape.lineTo(hubWidth / 2, hub);
  shape.quadraticCurveTo(waist, rim * 0.5, edgeWidth / 2, edge);
  shape.lineTo(-edgeWidth / 2, edge);
  shape.quadraticCurveTo(-waist, rim * 0.5, -hubWidth / 2, hub);
  return new ExtrudeGeometry(shape, {
    depth: 0.018,
    bevelEnabled: true,
    bevelSize: 0.006,
    bevelThickness: 0.007,
    bevelSegments: 2,
    curveSegments: 8,
  });
}

function spokes(rim: number, { spokes: count, isTwinSpoke }: Equipment, metal: Material): Mesh[] {
  const geometry = isTwinSpoke
    ? spokeGeometry(rim, 0.03, 0.028)
    : spokeGeometry(rim, 0.055, 0.05 + 0.06 * (5 / count - 0.6));
  const offsets = isTwinSpoke ? [-0.13, 0.13] : [0];
  return Array.from({ length: count }, (_, index) =>
    offsets.map((offset) => {
      const spoke = new Mesh(geometry, metal);
      spoke.rotation.z = (index * 2 * Math.PI) / count + offset + 0.2;
      spoke.position.z = half - 0.055;
      return spoke;
    }),
  ).flat();
}

/** A wheel round the origin whose outer side faces +z. */
export function wheelMesh(radius: number, equipment: Equipment): Group {
  const rim = radius * 0.7;
  const metal = new MeshPhysicalMaterial({
    color: rimColors[equipment.rim],
    metalness: 0.85,
    roughness: 0.28,
    clearcoat: 0.6,
  });
  const lipMetal = metal.clone();
  lipMetal.side = DoubleSide;
  const lip: [number, number][] = [
    [rim * 0.97, -tyreWidth * 0.4],
    [rim * 0.9, -0.02],
    [rim * 0.93, half - 0.035],
    [rim, half - 0.012],
    [rim + 0.004, half - 0.014],
  ];
  const backing = new Mesh(
    new CircleGeometry(rim * 0.93, 48),
    new MeshStandardMaterial({ color: '#0a0b0c', roughness: 0.9 }),
  );
  backing.position.z = -0.03;
  const brake = new MeshStandardMaterial({ color: '#74787b', metalness: 0.8, roughness: 0.45 });
  const cap = new MeshStandardMaterial({ color: '#15171a', roughness: 0.3 });
  const group = new Group();
  group.add(
    tyre(radius, rim),
    turned(lip, lipMetal),
    backing,
    disc(rim * 0.66, 0.02, 0, brake),
    ...spokes(rim, equipment, metal),
    disc(rim * 0.17, 0.035, half - 0.04, metal, 1.18),
    disc(rim * 0.1, 0.038, half - 0.036, cap),
  );
  return group;
}
