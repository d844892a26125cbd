import { type PanoramaBrush, panoramaHeight, panoramaLength, shade } from './panorama-brush.ts';

const greens = ['#4f6b35', '#5d7a3b', '#3f5a30', '#6a8040', '#748a4a', '#587045'];

export function drawSky(brush: PanoramaBrush, high: string, low: string): void {
  const { random } = brush;
  brush.box(0, 0, panoramaLength, panoramaHeight, brush.fade(2, panoramaHeight, high, low));
  for (let cloud = 0; cloud < 60; cloud++) {
    const [x, y, width] = [
      random.between(0, panoramaLength),
      random.between(8, panoramaHeight),
      random.between(3, 12),
    ];
    for (let puff = 0; puff < 8; puff++)
      brush.disc(
        x + random.between(-0.5, 0.5) * width,
        y + random.between(-0.5, 0.5),
        width * 0.3 * random.next() + 0.8,
        `rgba(255,255,255,${random.between(0.04, 0.12).toFixed(3)})`,
        random.between(0.25, 0.7),
      );
  }
}

/** A crown of leaves: many small clumps, brighter towards the light above. */
function crown(
  brush: PanoramaBrush,
  x: number,
  y: number,
  radius: number,
  color: string,
  light: number,
): void {
  const { random } = brush;
  brush.disc(x, y, radius * 0.86, shade(color, 0.62 * light), radius * 0.8);
  for (let clump = 0; clump < 150; clump++) {
    const angle = random.between(0, Math.PI * 2);
    const far = Math.sqrt(random.next()) * radius;
    const up = Math.sin(angle) * far;
    const side = Math.cos(angle) * far;
    const lit =
      0.66 + 0.5 * ((up + radius) / (2 * radius)) - 0.12 * (side / radius) + random.between(-0.13, 0.13);
    brush.disc(x + side, y + up * 0.92, radius * random.between(0.06, 0.17), shade(color, lit * light));
  }
}

function tree(brush: PanoramaBrush, x: number, height: number, color: string, light: number): void {
  brush.box(x - 0.13, 0, 0.26, height * 0.55, shade('#4a3b2e', light));
  crown(brush, x, height * 0.66, height * 0.34, color, light);
}

export function trees(
  brush: PanoramaBrush,
  step: readonly [number, number],
  height: readonly [number, number],
): void {
  const { random } = brush;
  for (let x = 0; x < panoramaLength; x += random.between(...step))
    tree(brush, x, random.between(...height), random.pick(greens), 1);
}

/** An unbroken belt of trees behind everything, a little hazy: no bare sky shows between the houses. */
export function woodland(brush: PanoramaBrush, height: number): void {
  const { random } = brush;
  brush.box(0, 0, panoramaLength, height * 0.62, brush.fade(0, height * 0.62, '#5d7150', '#46583c'));
  for (let row = 0; row < 2; row++) {
    for (let x = 0; x < panoramaLength; x += random.between(1.4, 2.6)) {
      const tall = height * random.between(0.72, 1.08) * (1 - 0.22 * row);
      crown(brush, x, tall * 0.68, tall * 0.32, random.pick(greens), row === 0 ? 1.16 : 1);
    }
    if (row === 0) brush.box(0, 0, panoramaLength, panoramaHeight, 'rgba(206,218,222,0.2)');
  }
  for (let x = 0; x < panoramaLength; x += random.between(0.9, 2)) {
    const tall = random.between(1.6, 3.4);
    crown(brush, x, tall * 0.5, tall * 0.5, random.pick(greens), 0.9);
  }
}

function hedgePiece(brush: PanoramaBrush, x: number, width: number, height: number): void {
  const { random } = brush;
  brush.box(x, 0, width, height, brush.fade(0, height, '#4a6334', '#26361f'));
  const leaves = Math.round(width * height * 60);
  for (let leaf = 0; leaf < leaves; leaf++) {
    const up = random.between(0, height);
    const lit = 0.5 + 0.6 * (up / height) + random.between(-0.15, 0.15);
    brush.disc(x + random.between(0, width), up, random.between(0.07, 0.16), shade(random.pick(greens), lit));
  }
}

/** Pieces of hedge with gaps between them. */
export function hedges(brush: PanoramaBrush, share: number, height: readonly [number, number]): void {
  const { random } = brush;
  for (let x = 0; x < panoramaLength; ) {
    const width = random.between(3, 10);
    if (random.chance(share)) hedgePiece(brush, x, width, random.between(...height));
    x += width + random.between(0.2, 2);
  }
}

export function water(brush: PanoramaBrush, level: number): void {
  const { random } = brush;
  brush.box(0, 0, panoramaLength, level, brush.fade(0, level, '#8fabb9', '#4d6f86'));
  for (let glint = 0; glint < 1100; glint++)
    brush.box(
      random.between(0, panoramaLength),
      random.between(0, level),
      random.between(0.4, 2.2),
      0.035,
      `rgba(255,255,255,${random.between(0.04, 0.24).toFixed(3)})`,
    );
}

/** Bare crowns before a white sky; `step`: metres between single trees, a dense belt without it. */
export function winterTrees(brush: PanoramaBrush, step?: number): void {
  const { random, context } = brush;
  if (step === undefined)
    brush.box(0, 0, panoramaLength, 5, brush.fade(0, 5, 'rgba(203,211,217,0)', '#a9b1b6'));
  for (let x = 0; x < panoramaLength; x += (step ?? 0.9) * random.between(0.6, 1.4)) {
    const tall = step === undefined ? random.between(4, 8) : random.between(4, 6.5);
    const color = step === undefined ? '#9aa0a3' : '#5e5750';
    const branch = (fromX: number, fromY: number, angle: number, length: number, width: number) => {
      const [toX, toY] = [fromX + Math.sin(angle) * length, fromY + Math.cos(angle) * length];
      context.strokeStyle = color;
      context.lineWidth = width;
      context.beginPath();
      context.moveTo(fromX, fromY);
      context.lineTo(toX, toY);
      context.stroke();
      if (width < 0.025) return;
      for (let twig = 0; twig < 3; twig++)
        branch(
          toX,
          toY,
          angle + random.between(-0.65, 0.65),
          length * random.between(0.55, 0.8),
          width * 0.58,
        );
    };
    branch(x, 0, random.between(-0.05, 0.05), tall * 0.36, 0.2);
  }
}
