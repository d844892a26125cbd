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
  ShapeGeometry,
  Vector2,
} from 'three';
import type { Look } from '../pictures/looks.ts';

const tyreWidth = 0.205;
const half = tyreWidth / 2;
const rimColors: Record<Look['rim'], string> = { silver: '#b9bdc1', dark: '#2a2c2f' };

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

function spokes(rim: number, { spokes: count, wheel }: Look, metal: Material): Mesh[] {
  const isTwin = wheel === 'twins';
  const geometry = isTwin
    ? spokeGeometry(rim, 0.03, 0.028)
    : spokeGeometry(rim, 0.055, 0.05 + 0.06 * (5 / count - 0.6));
  const offsets = isTwin ? [-0.13, 0.13] : [0];
  return Array.from({ length: count }, (_, index) =>
    offsets.map((offset) => {
      const spoke = new Mesh(geometry, metal);
      spoke.rotation.z = (index * 2 * Math.PI) / count + offset + 0.2;
      spoke.position.z = half - 0.055;
      return spoke;
    }),
  ).flat();
}

/** A plastic cover over a steel wheel, or the disc of an electric car: nearly closed, with slots towards the edge. */
function cover(rim: number, { spokes: count, wheel }: Look, metal: Material): Mesh[] {
  const [from, to, wide] = wheel === 'disc' ? [0.5, 0.9, 0.42] : [0.52, 0.86, 0.5];
  const dark = new MeshStandardMaterial({ color: '#0b0c0d', roughness: 0.9 });
  const face = turned(
    [
      [0.001, half - 0.026],
      [rim * 0.2, half - 0.022],
      [rim * 0.5, half - 0.028],
      [rim * 0.86, half - 0.02],
      [rim * 0.985, half - 0.014],
      [rim * 0.99, half - 0.05],
    ],
    metal,
  );
  const slots = Array.from({ length: count }, (_, index) => {
    const middle = (index * 2 * Math.PI) / count;
    const angle = (wide * Math.PI) / count;
    const shape = new Shape();
    shape.absarc(0, 0, rim * to, middle - angle, middle + angle, false);
    shape.absarc(
      0,
      0,
      rim * from,
      middle + angle * (wheel === 'disc' ? 0.3 : 0.85),
      middle - angle * 0.85,
      true,
    );
    const slot = new Mesh(new ShapeGeometry(shape, 12), dark);
    slot.position.z = half - 0.0155;
    return slot;
  });
  return [face, ...slots, disc(rim * 0.13, 0.012, half - 0.018, metal)];
}

/** A wheel round the origin whose outer side faces +z. */
export function wheelMesh(radius: number, look: Look): Group {
  const isCovered = look.wheel === 'cover' || look.wheel === 'disc';
  const rim = radius * { early: 0.64, middle: 0.68, late: 0.72, electric: 0.74 }[look.era];
  const metal = new MeshPhysicalMaterial({
    color: rimColors[look.rim],
    metalness: isCovered ? 0.3 : 0.85,
    roughness: isCovered ? 0.42 : 0.28,
    clearcoat: isCovered ? 0.2 : 0.6,
    side: DoubleSide,
  });
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
  group.add(tyre(radius, rim), turned(lip, metal), backing);
  if (isCovered) {
    group.add(...cover(rim, look, metal));
    return group;
  }
  group.add(
    disc(rim * 0.66, 0.02, 0, brake),
    ...spokes(rim, look, metal),
    disc(rim * 0.17, 0.035, half - 0.04, metal, 1.18),
    disc(rim * 0.1, 0.038, half - 0.036, cap),
  );
  return group;
}
