import { CanvasTexture, NoColorSpace, SRGBColorSpace, type Texture } from 'three';

/** How a part of the body looks where it is not painted. Roughness, glow and lacquer (clear-coat) run from 0 to 1. */
export type Surface = { color: string; roughness: number; glow?: number; lacquer?: number };

export const surfaces = {
  glass: { color: '#161b1f', roughness: 0.03, lacquer: 1 },
  glassEdge: { color: '#0b0c0d', roughness: 0.13, lacquer: 1 },
  behindGlass: { color: '#1b2023', roughness: 0.04, lacquer: 1 },
  /** What is seen through the windows of the other side. */
  throughGlass: { color: '#4c5a5f', roughness: 0.04, glow: 0.06, lacquer: 1 },
  shutLine: { color: '#060708', roughness: 0.9 },
  plastic: { color: '#131415', roughness: 0.7, lacquer: 0.1 },
  cladding: { color: '#17181a', roughness: 0.75, lacquer: 0.06 },
  opening: { color: '#0b0c0d', roughness: 0.55, lacquer: 0.25 },
  slat: { color: '#2b2e30', roughness: 0.35, lacquer: 0.8 },
  brightwork: { color: '#c6cacc', roughness: 0.15, lacquer: 1 },
  lampHousing: { color: '#14181b', roughness: 0.06, lacquer: 1 },
  reflector: { color: '#8b969c', roughness: 0.05, glow: 0.06, lacquer: 1 },
  lens: { color: '#eaf2f6', roughness: 0.03, glow: 0.35, lacquer: 1 },
  daylight: { color: '#dfe8ee', roughness: 0.05, glow: 0.5, lacquer: 1 },
  bowlGlass: { color: '#a9b2b6', roughness: 0.06, glow: 0.03, lacquer: 1 },
  indicatorGlass: { color: '#c2691a', roughness: 0.08, glow: 0.05, lacquer: 1 },
  redGlass: { color: '#8c1016', roughness: 0.06, glow: 0.1, lacquer: 1 },
  tailLamp: { color: '#3d0509', roughness: 0.06, glow: 0.1, lacquer: 1 },
  tailLight: { color: '#ff2a2a', roughness: 0.05, glow: 0.35, lacquer: 1 },
  reversingLight: { color: '#e8dede', roughness: 0.05, glow: 0.1, lacquer: 1 },
  reflexAmber: { color: '#a85a12', roughness: 0.15, glow: 0.03, lacquer: 1 },
  reflex: { color: '#8d0c12', roughness: 0.1, glow: 0.08, lacquer: 1 },
} as const satisfies Record<string, Surface>;

export type MaskTextures = {
  /** Colour, and in its alpha where the paint is covered. */
  color: Texture;
  /** Red: roughness, green: glow, blue: lacquer. */
  properties: Texture;
};

export type MaskPoint = readonly [across: number, up: number];

export function polygon(...points: MaskPoint[]): Path2D {
  const path = new Path2D();
  points.forEach(([x, y], index) => {
    if (index === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  });
  path.closePath();
  return path;
}

export function line(...points: MaskPoint[]): Path2D {
  const path = new Path2D();
  points.forEach(([x, y], index) => {
    if (index === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  });
  return path;
}

export function box(x: number, y: number, width: number, height: number, radius = 0): Path2D {
  const path = new Path2D();
  path.roundRect(x, y, width, height, radius);
  return path;
}

export function circle(x: number, y: number, radius: number): Path2D {
  const path = new Path2D();
  path.arc(x, y, radius, 0, Math.PI * 2);
  return path;
}

export function together(...paths: Path2D[]): Path2D {
  const all = new Path2D();
  for (const path of paths) all.addPath(path);
  return all;
}

/** The same on the other side of the middle as well. */
export function bothSides(path: Path2D): Path2D {
  const both = new Path2D(path);
  both.addPath(path, new DOMMatrix([-1, 0, 0, 1, 0, 0]));
  return both;
}

function texture(
  canvas: HTMLCanvasElement,
  colorSpace: typeof SRGBColorSpace | typeof NoColorSpace,
): Texture {
  const made = new CanvasTexture(canvas);
  made.colorSpace = colorSpace;
  made.anisotropy = 4;
  return made;
}

/** Drawn on in metres, y upwards, and projected on the body from one side. */
export class MaskCanvas {
  readonly #color: CanvasRenderingContext2D;
  readonly #properties: CanvasRenderingContext2D;

  /** `left`: metres at the canvas's left edge. The ground is its lower edge. */
  constructor(widthPx: number, heightPx: number, left: number, pxPerMetre: number) {
    const make = () => {
      const canvas = document.createElement('canvas');
      canvas.width = widthPx;
      canvas.height = heightPx;
      return canvas.getContext('2d')!;
    };
    this.#color = make();
    this.#properties = make();
    this.#properties.fillStyle = '#ff00ff';
    this.#properties.fillRect(0, 0, widthPx, heightPx);
    for (const context of [this.#color, this.#properties]) {
      context.setTransform(pxPerMetre, 0, 0, -pxPerMetre, -left * pxPerMetre, heightPx);
      context.lineJoin = 'round';
    }
  }

  fill(path: Path2D, surface: Surface): void {
    this.#each(surface, (context) => context.fill(path));
  }

  stroke(path: Path2D, width: number, surface: Surface): void {
    this.#each(surface, (context) => {
      context.lineWidth = width;
      context.stroke(path);
    });
  }

  /** Draws only inside all of these shapes. */
  within(shapes: readonly Path2D[], draw: () => void): void {
    for (const context of [this.#color, this.#properties]) {
      context.save();
      for (const shape of shapes) context.clip(shape);
    }
    draw();
    for (const context of [this.#color, this.#properties]) context.restore();
  }

  textures(): MaskTextures {
    return {
      color: texture(this.#color.canvas, SRGBColorSpace),
      properties: texture(this.#properties.canvas, NoColorSpace),
    };
  }

  #each(surface: Surface, draw: (context: CanvasRenderingContext2D) => void): void {
    const byte = (value = 0) => Math.round(value * 255);
    const properties = `rgb(${byte(surface.roughness)},${byte(surface.glow)},${byte(surface.lacquer)})`;
    for (const [context, style] of [
      [this.#color, surface.color],
      [this.#properties, properties],
    ] as const) {
      context.fillStyle = style;
      context.strokeStyle = style;
      draw(context);
    }
  }
}
