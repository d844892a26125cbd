import { type PanoramaBrush, panoramaLength, shade } from './panorama-brush.ts';

const frame = '#f1eee6';

function windowPane(brush: PanoramaBrush, x: number, y: number, width: number, height: number): void {
  brush.box(x - 0.09, y - 0.09, width + 0.18, height + 0.18, frame);
  brush.box(x, y, width, height, brush.fade(y, y + height, '#a9bfcc', '#2b3a45'));
  brush.box(x + width * 0.47, y, 0.07, height, frame);
  brush.box(x, y + height * 0.62, width, 0.07, frame);
  brush.box(x - 0.14, y - 0.2, width + 0.28, 0.1, '#cfc9bd');
}

function door(brush: PanoramaBrush, x: number): void {
  brush.box(x - 0.1, 0, 1.2, 2.3, frame);
  brush.box(x, 0, 1, 2.15, brush.random.pick(['#2d4a3a', '#5b1f1f', '#24384f', '#4a3a2a']));
  brush.box(x + 0.2, 1.4, 0.6, 0.5, '#6d8390');
  brush.box(x - 0.3, 0, 1.6, 0.18, '#9a958c');
}

export type House = {
  x: number;
  width: number;
  eaves: number;
  roofRise: number;
  wall: string;
  roof: string;
  /** Height of the ground floor's sill above the street. */
  foot: number;
};

/** A house with a tiled roof, lit from above: pale eaves with their shadow, brick courses, windows and a door. */
export function drawHouse(brush: PanoramaBrush, house: House): void {
  const { x, width, eaves, roofRise, wall, roof, foot } = house;
  const { random } = brush;
  const bottom = foot;
  brush.box(
    x,
    bottom,
    width,
    eaves - bottom,
    brush.fade(bottom, eaves, shade(wall, 1.08), shade(wall, 0.86)),
  );
  for (let y = bottom; y < eaves; y += 0.11) brush.box(x, y, width, 0.025, 'rgba(0,0,0,0.13)');
  brush.box(x, bottom, width, 0.45, shade('#7b776f', 0.95));
  const overhang = 0.42;
  const [left, right] = [x - overhang, x + width + overhang];
  const slope: [number, number][] = [
    [left, eaves],
    [left + overhang * 1.9, eaves + roofRise],
    [right - overhang * 1.9, eaves + roofRise],
    [right, eaves],
  ];
  brush.shape(slope, shade(roof, 1));
  for (let up = 0.15; up < roofRise; up += 0.2)
    brush.box(
      left + overhang * 1.9 * (up / roofRise),
      eaves + up,
      right - left - overhang * 3.8 * (up / roofRise),
      0.05,
      'rgba(0,0,0,0.16)',
    );
  brush.box(
    x + width * random.between(0.2, 0.75),
    eaves + roofRise * 0.55,
    0.6,
    roofRise * 0.45 + 0.7,
    shade('#7a4a36', 1),
  );
  brush.box(left, eaves - 0.06, right - left, 0.16, frame);
  brush.box(x, eaves - 0.5, width, 0.44, 'rgba(20,14,10,0.25)');
  const floors = Math.max(1, Math.round((eaves - bottom) / 2.75));
  const count = Math.max(2, Math.floor(width / 2.2));
  for (let floor = 0; floor < floors; floor++) {
    for (let index = 0; index < count; index++) {
      const windowX = x + ((index + 0.5) * width) / count - 0.52;
      if (floor === 0 && index === count >> 1 && bottom < 0.5) door(brush, windowX);
      else windowPane(brush, windowX, bottom + 0.95 + floor * 2.7, 1.04, 1.3);
    }
  }
}

const bricks = ['#a5553c', '#b0644a', '#d8c79a', '#e6e0d2', '#9b4a36', '#c9a24f', '#b98a68'];
const tiles = ['#8a4030', '#4a4d52', '#9d4c34', '#3f4246', '#7d3d2e'];

/** Terraced town houses of two and three floors, close together. */
export function townHouses(brush: PanoramaBrush): void {
  const { random } = brush;
  for (let x = 0.5; x < panoramaLength - 8; ) {
    const width = random.between(6.5, 11);
    drawHouse(brush, {
      x,
      width,
      eaves: random.chance(0.6) ? 5.7 : 3.3,
      roofRise: random.between(2.2, 3.2),
      wall: random.pick(bricks),
      roof: random.pick(tiles),
      foot: 0,
    });
    x += width + (random.chance(0.25) ? random.between(2.5, 5) : 0.5);
  }
}

/** Detached houses of one floor in their gardens. */
export function villas(brush: PanoramaBrush): void {
  const { random } = brush;
  for (let x = 2; x < panoramaLength - 14; ) {
    const width = random.between(9, 14);
    drawHouse(brush, {
      x,
      width,
      eaves: 2.9,
      roofRise: random.between(2.3, 3.1),
      wall: random.pick(bricks),
      roof: random.pick(tiles),
      foot: 0,
    });
    x += width + random.between(3.5, 7);
  }
}

/** Coloured merchants' houses on the far side of a basin. */
export function waterfront(brush: PanoramaBrush): void {
  const { random } = brush;
  for (let x = 0; x < panoramaLength - 5; ) {
    const width = random.between(6, 11);
    drawHouse(brush, {
      x,
      width,
      eaves: random.between(4.6, 7.4),
      roofRise: random.between(1.8, 2.6),
      wall: random.pick(['#b5433a', '#d9b25a', '#8f3b32', '#c9cdd0', '#4f6f88', '#e8e2d4', '#c77d4e']),
      roof: random.pick(['#4a4d52', '#7d3a2e', '#5a3a30']),
      foot: 1.2,
    });
    x += width + random.between(0.05, 0.5);
  }
}

export function boats(brush: PanoramaBrush): void {
  const { random } = brush;
  for (let index = 0; index < 44; index++) {
    const x = random.between(0, panoramaLength);
    const half = random.between(1.6, 3);
    const hull = random.pick(['#f5f5f2', '#eef0ee', '#1f3d63', '#8f2a2c', '#2e5346']);
    brush.shape(
      [
        [x - half, 1],
        [x + half, 1.05],
        [x + half * 0.76, 0.26],
        [x - half * 0.8, 0.26],
      ],
      hull,
    );
    brush.box(x - half * 0.92, 0.86, half * 1.86, 0.06, '#d8c7a0');
    brush.box(x - half * 0.4, 1, half * 0.8, 0.45, '#e9e9e4');
    brush.box(x - half * 0.32, 1.12, half * 0.6, 0.18, '#33424c');
    const mast = random.between(5.5, 9.5);
    brush.box(x - 0.05, 1, 0.1, mast, '#dcdddc');
    brush.box(x - half * 0.75, 1.75, half * 0.75, 0.12, '#dcdddc');
  }
  brush.box(0, 0, panoramaLength, 0.3, brush.fade(0, 0.3, '#a39e95', '#6e6a63'));
  for (let x = 2; x < panoramaLength; x += 5) brush.box(x, 0, 0.26, 0.6, '#35373a');
}

/** Long glazed halls with a blue fascia. */
export function showrooms(brush: PanoramaBrush): void {
  const wide = 30;
  for (let x = 0; x < panoramaLength - wide; x += wide + 9) {
    brush.box(x, 0, wide, 5.2, brush.fade(0, 5.2, '#dfe2e3', '#b9bdbf'));
    brush.box(x + 0.8, 0, wide - 1.6, 3.6, '#2b3740');
    for (let pane = 0; pane < 9; pane++) {
      const left = x + 0.95 + pane * 3.15;
      brush.box(left, 0.1, 3, 3.4, brush.fade(0, 3.5, '#9db5c3', '#33424c'));
      brush.shape(
        [
          [left + 0.3, 3.5],
          [left + 1.2, 3.5],
          [left + 0.5, 0.1],
          [left, 0.1],
        ],
        'rgba(235,242,245,0.13)',
      );
    }
    brush.box(x - 0.2, 4.25, wide + 0.4, 0.95, brush.fade(4.25, 5.2, '#2a6a9e', '#1c527f'));
    brush.box(x, 4.05, wide, 0.2, 'rgba(0,0,0,0.28)');
  }
}

/** Other people's cars along the far edge, too blurred for details. */
export function parkedCars(brush: PanoramaBrush): void {
  const { random } = brush;
  for (let x = 1; x < panoramaLength - 5; x += random.between(5, 11)) {
    const paint = random.pick(['#c9cccf', '#2f3236', '#7c2426', '#46617f', '#e4e5e5', '#8b9095', '#4c5a4c']);
    const { context } = brush;
    brush.disc(x + 2.1, 0.06, 2.3, 'rgba(0,0,0,0.4)', 0.12);
    context.fillStyle = brush.fade(0.2, 0.95, shade(paint, 1.15), shade(paint, 0.6));
    context.beginPath();
    context.roundRect(x, 0.2, 4.2, 0.75, 0.22);
    context.fill();
    const roof: [number, number][] = [
      [x + 0.65, 0.92],
      [x + 1.25, 1.45],
      [x + 2.85, 1.47],
      [x + 3.5, 0.92],
    ];
    brush.shape(roof, '#20282e');
    brush.box(x + 1.2, 1.4, 1.7, 0.1, shade(paint, 1.1));
    for (const axle of [0.85, 3.3]) {
      brush.disc(x + axle, 0.31, 0.32, '#0d0e0f');
      brush.disc(x + axle, 0.31, 0.19, '#8c9194');
    }
  }
}
