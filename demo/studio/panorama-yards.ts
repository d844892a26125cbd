import { type PanoramaBrush, panoramaLength, shade } from './panorama-brush.ts';

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

/** Flats of three and four floors in yellow brick and concrete, with balconies. */
export function blocks(brush: PanoramaBrush): void {
  const { random } = brush;
  for (let x = 1; x < panoramaLength - 20; ) {
    const width = random.between(14, 20);
    const floors = random.whole(3, 4);
    const height = floors * 2.8 + 0.6;
    const wall = random.pick(['#c9b184', '#b9b4aa', '#a8705a', '#cfc6b4']);
    brush.box(x, 0, width, height, brush.fade(0, height, shade(wall, 1.05), shade(wall, 0.85)));
    for (let y = 0.1; y < height; y += 0.2) brush.box(x, y, width, 0.03, 'rgba(0,0,0,0.06)');
    brush.box(x - 0.2, height, width + 0.4, 0.25, '#55585a');
    for (let floor = 0; floor < floors; floor++) {
      for (let bay = 0.8; bay < width - 2; bay += 3.4) {
        const [left, foot] = [x + bay, 0.9 + floor * 2.8];
        brush.box(left - 0.08, foot - 0.08, 1.9, 1.46, '#eceae4');
        brush.box(left, foot, 1.74, 1.3, brush.fade(foot, foot + 1.3, '#93a6b1', '#37444d'));
        brush.box(left + 0.84, foot, 0.07, 1.3, '#eceae4');
        if (floor > 0 && random.chance(0.5))
          brush.box(left - 0.3, foot - 0.5, 2.3, 0.95, 'rgba(226,229,230,0.92)');
      }
    }
    x += width + random.between(4, 9);
  }
}
