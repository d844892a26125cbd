import {
  BoxGeometry,
  CanvasTexture,
  DoubleSide,
  FrontSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
  PlaneGeometry,
  SRGBColorSpace,
} from 'three';
import { createRandom, type Random } from '../cars/random.ts';
import { shade } from './panorama-brush.ts';

export type Pen = { context: CanvasRenderingContext2D; random: Random };

const pxPerMetre = 130;

/** A flat thing drawn in metres, y upwards from its foot, standing on the ground and facing +z; softened as by a lens. */
export function standing(
  name: string,
  width: number,
  height: number,
  draw: (pen: Pen) => void,
  blurPx = 1.6,
): Mesh {
  const make = () => {
    const canvas = document.createElement('canvas');
    canvas.width = width * pxPerMetre;
    canvas.height = height * pxPerMetre;
    return canvas;
  };
  const [sharp, soft] = [make(), make()];
  const context = sharp.getContext('2d')!;
  context.setTransform(pxPerMetre, 0, 0, -pxPerMetre, 0, sharp.height);
  draw({ context, random: createRandom('prop', name) });
  const softly = soft.getContext('2d')!;
  softly.filter = `blur(${blurPx}px)`;
  softly.drawImage(sharp, 0, 0);
  const map = new CanvasTexture(soft);
  map.colorSpace = SRGBColorSpace;
  map.anisotropy = 4;
  const mesh = new Mesh(
    new PlaneGeometry(width, height),
    new MeshLambertMaterial({ map, side: DoubleSide, alphaTest: 0.4 }),
  );
  mesh.position.y = height / 2;
  return mesh;
}

export function placed<T extends Object3D>(object: T, x: number, z: number, turnDegrees: number): T {
  object.position.x = x;
  object.position.z = z;
  object.rotation.y = (turnDegrees * Math.PI) / 180;
  return object;
}

function bricks({ context, random }: Pen, width: number, height: number, wall: string): void {
  context.fillStyle = shade(wall, 0.78);
  context.fillRect(0, 0, width, height);
  for (let row = 0; row * 0.075 < height; row++)
    for (let x = -(row % 2) * 0.12; x < width; x += 0.24) {
      context.fillStyle = shade(wall, random.between(0.86, 1.1));
      context.fillRect(x, row * 0.075, 0.228, 0.063);
    }
}

/** A garage of brick with a white door of four panels, its flat roof, a lamp; what one parks in front of. */
export function garageFront(wall: string, doorColor: string): Group {
  const [width, height] = [8, 2.75];
  const front = standing('garage', width, height, (pen) => {
    const { context, random } = pen;
    bricks(pen, width, height, wall);
    const left = 2.7;
    context.fillStyle = '#efece4';
    context.fillRect(left - 0.1, 0, 2.8, 2.3);
    for (let panel = 0; panel < 4; panel++) {
      const foot = 0.04 + panel * 0.54;
      const light = context.createLinearGradient(0, foot, 0, foot + 0.53);
      light.addColorStop(0, shade(doorColor, 0.84));
      light.addColorStop(0.12, doorColor);
      light.addColorStop(1, shade(doorColor, 0.95));
      context.fillStyle = light;
      context.fillRect(left, foot, 2.6, 0.52);
      context.fillStyle = 'rgba(0,0,0,0.25)';
      context.fillRect(left, foot + 0.52, 2.6, 0.02);
    }
    context.fillStyle = '#3a3d40';
    context.fillRect(left + 1.22, 0.5, 0.16, 0.05);
    // A side door, a lamp, a bin, and damp above the ground.
    context.fillStyle = '#efece4';
    context.fillRect(6.35, 0, 1.1, 2.15);
    context.fillStyle = '#3f5348';
    context.fillRect(6.43, 0, 0.94, 2.07);
    context.fillStyle = '#26292b';
    context.fillRect(5.75, 1.85, 0.16, 0.26);
    context.fillStyle = '#f4e6bd';
    context.fillRect(5.78, 1.89, 0.1, 0.16);
    context.fillStyle = '#2e4034';
    context.fillRect(0.8, 0, 0.58, 1.02);
    context.fillRect(0.75, 0.98, 0.68, 0.09);
    for (let stain = 0; stain < 40; stain++) {
      context.fillStyle = 'rgba(40,36,28,0.06)';
      context.fillRect(random.between(0, width), 0, random.between(0.1, 0.8), random.between(0.05, 0.35));
    }
  });
  const roof = new Mesh(
    new BoxGeometry(width + 0.5, 0.2, 1.2),
    new MeshLambertMaterial({ color: '#3b3d3f' }),
  );
  roof.position.set(0, height + 0.08, 0.1);
  // From behind it is not there: a photo of the tail is taken from where the garage stands.
  (front.material as MeshLambertMaterial).side = FrontSide;
  const group = new Group();
  group.add(front, roof);
  group.userData.isShadowless = true;
  return group;
}

const leaves = ['#4f6b35', '#5d7a3b', '#3f5a30', '#6a8040', '#48663a'];

/** A clipped hedge with a ragged top. `bare`: without leaves, with snow on it. */
export function hedge(name: string, length: number, height: number, bare = false): Mesh {
  return standing(
    name,
    length,
    height + 0.2,
    ({ context, random }) => {
      context.fillStyle = bare ? '#4a433c' : '#28381f';
      context.fillRect(0, 0, length, height - 0.08);
      for (let leaf = 0; leaf < length * height * 420; leaf++) {
        const up = random.between(0, height);
        const lit = 0.5 + 0.62 * (up / height) + random.between(-0.16, 0.16);
        const color = bare ? random.pick(['#6a6259', '#564f47', '#e6ebee', '#7b746b']) : random.pick(leaves);
        context.fillStyle = shade(color, lit);
        context.beginPath();
        context.ellipse(
          random.between(0, length),
          up,
          random.between(0.025, 0.06),
          random.between(0.02, 0.045),
          random.between(0, 3),
          0,
          7,
        );
        context.fill();
      }
      if (!bare) return;
      context.fillStyle = '#eff3f5';
      for (let x = 0; x < length; x += 0.12)
        context.fillRect(x, height - random.between(0.06, 0.16), 0.13, 0.22);
    },
    2.4,
  );
}

/** Upright boards between posts. */
export function boardFence(name: string, length: number, color: string): Mesh {
  return standing(name, length, 1.8, ({ context, random }) => {
    for (let x = 0; x < length; x += 0.145) {
      context.fillStyle = shade(color, random.between(0.84, 1.08));
      context.fillRect(x, 0.06, 0.128, 1.68 + random.between(-0.015, 0.015));
    }
    for (let x = 0; x < length; x += 1.8) {
      context.fillStyle = shade(color, 0.7);
      context.fillRect(x, 0, 0.1, 1.8);
    }
  });
}

/** A plain wall of a hall. */
export function hallWall(name: string, length: number, height: number, draw: (pen: Pen) => void): Mesh {
  return standing(name, length, height, draw, 2.2);
}

/** A lit tube under a ceiling. */
export function lightTube(x: number, y: number, z: number, length: number): Mesh {
  const tube = new Mesh(
    new BoxGeometry(length, 0.06, 0.16),
    new MeshBasicMaterial({ color: '#ffffff', toneMapped: false }),
  );
  tube.position.set(x, y, z);
  return tube;
}
