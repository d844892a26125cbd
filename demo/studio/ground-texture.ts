import { CanvasTexture, RepeatWrapping, SRGBColorSpace } from 'three';
import { createRandom, type Random } from '../cars/random.ts';
import type { GroundKind } from './scene-looks.ts';

/** One tile of the ground is this wide and deep. */
export const tileMetres = 6;
const sidePx = 2048;

const looks: Record<GroundKind, { base: string; grain: number }> = {
  asphalt: { base: '#6d6e70', grain: 34 },
  slabs: { base: '#9a958c', grain: 16 },
  concrete: { base: '#a19f9a', grain: 16 },
  setts: { base: '#7d7973', grain: 30 },
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
