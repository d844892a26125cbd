import { createRandom, type Random } from '../cars/random.ts';

/** The wall round the scene, unrolled: metres along it, and up. */
export const panoramaRadius = 25;
export const panoramaLength = 2 * Math.PI * panoramaRadius;
const widthPx = 8192;
const heightPx = 1024;
const pxPerMetre = widthPx / panoramaLength;
export const panoramaHeight = heightPx / pxPerMetre;

/** "#rrggbb" made darker (below 1) or lighter. */
export function shade(hex: string, factor: number): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const shaded = channels.map((value) => Math.min(255, Math.round(value * factor)));
  return `rgb(${shaded.join(',')})`;
}

/** A canvas drawn on in metres, y upwards from the ground, with a source of chance of its own. */
export class PanoramaBrush {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  readonly random: Random;

  constructor(name: string) {
    this.canvas = document.createElement('canvas');
    this.canvas.width = widthPx;
    this.canvas.height = heightPx;
    this.context = this.canvas.getContext('2d')!;
    this.context.setTransform(pxPerMetre, 0, 0, -pxPerMetre, 0, heightPx);
    this.random = createRandom('panorama', name);
  }

  box(x: number, y: number, width: number, height: number, fill: string | CanvasGradient): void {
    this.context.fillStyle = fill;
    this.context.fillRect(x, y, width, height);
  }

  shape(points: readonly (readonly [number, number])[], fill: string): void {
    this.context.fillStyle = fill;
    this.context.beginPath();
    for (const [x, y] of points) this.context.lineTo(x, y);
    this.context.fill();
  }

  disc(x: number, y: number, radius: number, fill: string, height = radius): void {
    this.context.fillStyle = fill;
    this.context.beginPath();
    this.context.ellipse(x, y, radius, height, 0, 0, Math.PI * 2);
    this.context.fill();
  }

  /** Haze, snow or rain before everything that is drawn. */
  veil(fill: string): void {
    this.box(0, 0, panoramaLength, panoramaHeight, fill);
  }

  /** From `high` at the top to `low` at the bottom. */
  fade(bottom: number, top: number, high: string, low: string): CanvasGradient {
    const gradient = this.context.createLinearGradient(0, top, 0, bottom);
    gradient.addColorStop(0, high);
    gradient.addColorStop(1, low);
    return gradient;
  }

  /** The drawing out of focus, as a long lens shows what is far behind a car. */
  blurred(px: number): HTMLCanvasElement {
    const soft = document.createElement('canvas');
    soft.width = widthPx;
    soft.height = heightPx;
    const context = soft.getContext('2d')!;
    context.filter = `blur(${px}px)`;
    context.drawImage(this.canvas, 0, 0);
    return soft;
  }
}
