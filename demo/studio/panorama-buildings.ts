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

/** Detached houses of one floor in their gardens; `roof` where snow lies on them all. */
export function villas(brush: PanoramaBrush, roof?: string): void {
  const { random } = brush;
  for (let x = 2; x < panoramaLength - 14; ) {
    const width = random.between(9, 14);
    drawHouse(brush, {
      x,
      width,
      eaves: 2.9,
      roofRise: random.between(2.3, 3.1),
      wall: random.pick(bricks),
      roof: roof ?? random.pick(tiles),
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
