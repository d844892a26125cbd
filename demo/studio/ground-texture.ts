import { CanvasTexture, RepeatWrapping, SRGBColorSpace } from 'three';
import { createRandom, type Random } from '../cars/random.ts';
import type { GroundKind } from './scene-looks.ts';

/** One tile of the ground is this wide and deep. */
export const tileMetres = 6;
const sidePx = 2048;

const looks: Record<GroundKind, { base: string; grain: number }> = {
  asphalt: { base: '#858688', grain: 34 },
  slabs: { base: '#9a958c', grain: 16 },
  concrete: { base: '#a19f9a', grain: 16 },
  setts: { base: '#7d7973', grain: 30 },
  gravel: { base: '#a3988a', grain: 58 },
  snow: { base: '#dfe4e8', grain: 10 },
  wet: { base: '#565a5e', grain: 26 },
  tiles: { base: '#c6c7c7', grain: 4 },
};

/** Wide, faint patches: no ground is the same everywhere. */
function patches(context: CanvasRenderingContext2D, random: Random): void {
  for (let patch = 0; patch < 60; patch++) {
    context.fillStyle = random.chance(0.5) ? 'rgba(0,0,0,0.02)' : 'rgba(255,255,255,0.02)';
    context.beginPath();
    const [x, y] = [random.between(0, sidePx), random.between(0, sidePx)];
    context.ellipse(x, y, random.between(100, 400), random.between(60, 260), random.between(0, 3), 0, 7);
    context.fill();
  }
}

function grain(context: CanvasRenderingContext2D, random: Random, strength: number): void {
  const image = context.getImageData(0, 0, sidePx, sidePx);
  const { data } = image;
  for (let at = 0; at < data.length; at += 4) {
    const change = (random.next() + random.next() - 1) * strength;
    for (let channel = 0; channel < 3; channel++) data[at + channel] = data[at + channel]! + change;
  }
  context.putImageData(image, 0, 0);
}

/** Stones in bond: every second row is shifted by half a stone. */
function stones(
  context: CanvasRenderingContext2D,
  random: Random,
  across: number,
  down: number,
  joint: number,
): void {
  const [width, height] = [sidePx / across, sidePx / down];
  context.strokeStyle = 'rgba(40,36,30,0.55)';
  context.lineWidth = joint;
  for (let row = 0; row < down; row++) {
    for (let column = -1; column < across; column++) {
      const x = (column + (row % 2) / 2) * width;
      const tone = random.between(-1, 1);
      const level = tone < 0 ? 0 : 255;
      context.fillStyle = `rgba(${level},${level},${tone < 0 ? 0 : 240},${(0.1 * Math.abs(tone)).toFixed(3)})`;
      context.fillRect(x, row * height, width, height);
      context.strokeRect(x, row * height, width, height);
    }
  }
}

function cracks(context: CanvasRenderingContext2D, random: Random): void {
  context.strokeStyle = 'rgba(20,20,20,0.25)';
  context.lineWidth = 3;
  for (let crack = 0; crack < 3; crack++) {
    let [x, y] = [random.between(0, sidePx), random.between(0, sidePx)];
    context.beginPath();
    context.moveTo(x, y);
    for (let step = 0; step < 20; step++) {
      x += random.between(-45, 45);
      y += random.between(0, 60);
      context.lineTo(x, y);
    }
    context.stroke();
  }
}

function pebbles(context: CanvasRenderingContext2D, random: Random): void {
  for (let pebble = 0; pebble < 26_000; pebble++) {
    const level = random.whole(70, 215);
    context.fillStyle = `rgba(${level},${level - 6},${level - 16},0.5)`;
    context.beginPath();
    const size = random.between(2, 6);
    context.ellipse(
      random.between(0, sidePx),
      random.between(0, sidePx),
      size,
      size * 0.7,
      random.between(0, 3),
      0,
      7,
    );
    context.fill();
  }
}

/** What tyres pressed and feet trod. */
function tracks(context: CanvasRenderingContext2D, random: Random): void {
  for (const across of [0.18, 0.43, 0.62, 0.87]) {
    for (let print = 0; print < 400; print++) {
      const y = across * sidePx + random.between(-26, 26);
      context.fillStyle = `rgba(${random.pick(['120,126,132', '150,150,148', '245,248,250'])},${random.between(0.05, 0.2).toFixed(2)})`;
      context.fillRect((print * sidePx) / 400, y, random.between(6, 30), random.between(3, 9));
    }
  }
  for (let lump = 0; lump < 900; lump++) {
    context.fillStyle = random.chance(0.5) ? 'rgba(255,255,255,0.25)' : 'rgba(150,162,175,0.12)';
    context.beginPath();
    context.ellipse(
      random.between(0, sidePx),
      random.between(0, sidePx),
      random.between(4, 30),
      random.between(3, 14),
      0,
      0,
      7,
    );
    context.fill();
  }
}

function puddles(context: CanvasRenderingContext2D, random: Random): void {
  for (let puddle = 0; puddle < 16; puddle++) {
    context.fillStyle = 'rgba(20,24,28,0.22)';
    context.beginPath();
    context.ellipse(
      random.between(0, sidePx),
      random.between(0, sidePx),
      random.between(60, 300),
      random.between(30, 120),
      0,
      0,
      7,
    );
    context.fill();
  }
}

export function groundTexture(kind: GroundKind): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = sidePx;
  canvas.height = sidePx;
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const random = createRandom('ground', kind);
  context.fillStyle = looks[kind].base;
  context.fillRect(0, 0, sidePx, sidePx);
  patches(context, random);
  grain(context, random, looks[kind].grain);
  if (kind === 'slabs') stones(context, random, 15, 30, 3);
  if (kind === 'setts') stones(context, random, 40, 40, 5);
  if (kind === 'asphalt') cracks(context, random);
  if (kind === 'gravel') pebbles(context, random);
  if (kind === 'snow') tracks(context, random);
  if (kind === 'wet') puddles(context, random);
  if (kind === 'tiles') stones(context, random, 6, 6, 2);
  if (kind === 'concrete') {
    context.strokeStyle = 'rgba(50,50,50,0.5)';
    context.lineWidth = 5;
    context.strokeRect(0, 0, sidePx, sidePx);
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.anisotropy = 4;
  return texture;
}
