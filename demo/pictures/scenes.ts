import { createRandom, type Random } from '#demo/cars/random.ts';
import { mixColors } from './color.ts';
import { pictureHeight, pictureWidth, type SceneName } from './layers.ts';
import { clouds, gableHouse, glints, hills, leafTrees, roadTop, sashWindow } from './scene-parts.ts';
import { ellipse, linear, path, polygon, radial, rect } from './svg.ts';

type Scene = {
  sky: readonly [string, string, string];
  road: readonly [string, string];
  behind: (random: Random) => string;
};

const glow = (x: number, y: number) => ellipse([x, y], 620, 420, 'fill="url(#glow)"');

function brickWall(random: Random): string {
  const wall = mixColors('#a9674d', '#b98a63', random.next());
  const courses = Array.from({ length: 30 }, (_, row) =>
    rect(0, row * 21, pictureWidth, 2, `fill="#e5d3c3" opacity="${random.between(0.12, 0.24).toFixed(2)}"`),
  ).join('');
  const stones = Array.from({ length: 260 }, () =>
    rect(
      Math.floor(random.between(0, 20)) * 62 + random.pick([0, 31]),
      random.whole(0, 29) * 21 + 2,
      60,
      19,
      `fill="${random.pick(['#8a4f3a', '#c07d5f', '#96583f', '#b5735a'])}" opacity=".35"`,
    ),
  ).join('');
  const offset = random.between(0, 120);
  const windows = [0, 1, 2, 3].map((index) => sashWindow(offset + 40 + index * 310, 120, 128, 230)).join('');
  const plinth =
    rect(0, 560, pictureWidth, 90, 'fill="#75716b"') + rect(0, 556, pictureWidth, 6, 'fill="#a29c92"');
  return (
    rect(0, 0, pictureWidth, 640, `fill="${wall}"`) +
    courses +
    stones +
    windows +
    plinth +
    rect(0, 0, pictureWidth, 640, 'fill="url(#fall)"')
  );
}

const townColors = [
  '#b5553c',
  '#d8a84b',
  '#7f9a98',
  '#e6decd',
  '#a5523f',
  '#6f90a0',
  '#cf965f',
  '#e0d5bf',
  '#c46f55',
];

function harbour(random: Random): string {
  const start = random.whole(0, 8);
  const houses: string[] = [];
  for (let x = -30, index = start; x < 1240; index++) {
    const width = random.between(96, 158);
    houses.push(
      gableHouse(
        random,
        x,
        560,
        width,
        random.between(190, 300),
        mixColors(townColors[index % townColors.length]!, '#d9d6cd', 0.22),
      ),
    );
    x += width + 2;
  }
  const water = rect(0, 556, pictureWidth, 100, 'fill="url(#water)"');
  const quay =
    rect(0, 622, pictureWidth, 30, 'fill="#c6c0b4"') + rect(0, 622, pictureWidth, 4, 'fill="#e9e4da"');
  return glow(300, 260) + clouds(random, 3) + houses.join('') + water + glints(random, 562, 612, 26) + quay;
}

function field(random: Random): string {
  return (
    glow(800, 300) +
    clouds(random, 7) +
    hills(random, 470, 60, '#9fb29f') +
    leafTrees(random, 492, 90, '#6f8c6c', 24) +
    rect(0, 486, pictureWidth, 170, 'fill="url(#rape)"') +
    hills(random, 634, 34, '#849457')
  );
}

function garden(random: Random): string {
  const wall = random.pick(['#a8483a', '#e8e2d3', '#d7b25a']);
  const x = random.between(80, 320);
  const house =
    rect(x, 360, 720, 240, `fill="${wall}"`) +
    path(
      polygon([
        [x - 26, 366],
        [x + 70, 216],
        [x + 650, 216],
        [x + 746, 366],
      ]),
      'fill="#6f4a3f"',
    );
  const chimney = rect(x + 480, 176, 54, 70, 'fill="#8a5544"');
  const windows = [70, 220, 470, 600].map((offset) => sashWindow(x + offset, 424, 74, 92)).join('');
  const door = rect(x + 352, 414, 76, 186, 'fill="#2f4f45"') + rect(x + 346, 408, 88, 6, 'fill="#efeadf"');
  return (
    clouds(random, 5) +
    hills(random, 500, 40, '#a3b69a') +
    leafTrees(random, 590, 330, '#7d966f', 10) +
    hills(random, 590, 20, '#7f9a68') +
    house +
    chimney +
    windows +
    door +
    leafTrees(random, 640, 70, '#5d7a4e', 40) +
    rect(0, 606, pictureWidth, 50, 'fill="#66804f"')
  );
}

const scenes: Record<SceneName, Scene> = {
  street: { sky: ['#c6cdd0', '#d8d8d2', '#e2ddd2'], road: ['#a8a69f', '#7d7b75'], behind: brickWall },
  harbour: { sky: ['#bccbd3', '#dde2e0', '#efe9dc'], road: ['#b3aea4', '#8a867d'], behind: harbour },
  yard: { sky: ['#a4c1d3', '#d9e4e5', '#f4ecd9'], road: ['#aaa498', '#7f7b73'], behind: field },
  driveway: { sky: ['#b0c8d6', '#dce5e5', '#f0ebde'], road: ['#b9b09f', '#93897a'], behind: garden },
};

function definitions(scene: Scene): string {
  const [high, middle, low] = scene.sky;
  return [
    linear('sky', [0, 0], [0, 560], `0 ${high}, 0.6 ${middle}, 1 ${low}`),
    linear('road', [0, roadTop], [0, pictureHeight], `0 ${scene.road[0]}, 1 ${scene.road[1]}`),
    linear('water', [0, 448], [0, 660], '0 #9db4ba, 1 #7795a0'),
    linear('rape', [0, 486], [0, 650], '0 #dcc863, 1 #bfa945'),
    linear('fall', [0, 0], [pictureWidth, 640], '0 #fff1d6 0.26, 0.5 #fff1d6 0, 1 #23150f 0.24'),
    radial('glow', '0 #fffaf0 0.95, 0.4 #fff3dd 0.5, 1 #fff3dd 0'),
  ].join('');
}

/** What lies behind the road; the renderer puts it out of focus. `variant` changes the details. */
export function drawBackdrop(name: SceneName, variant: number): string {
  const scene = scenes[name];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureWidth}" height="${pictureHeight}"><defs>${definitions(scene)}</defs>${rect(0, 0, pictureWidth, pictureHeight, 'fill="url(#sky)"')}${scene.behind(createRandom('scene', name, variant))}${rect(0, roadTop, pictureWidth, pictureHeight - roadTop, 'fill="url(#road)"')}</svg>`;
}

/** The road's edge and a few soft streaks of light and wear, sharp enough to stand on. */
export function drawRoad(name: SceneName, variant: number): string {
  const random = createRandom('road', name, variant);
  const streaks = Array.from({ length: 16 }, () => {
    const y = random.between(roadTop + 14, pictureHeight);
    return ellipse(
      [random.between(0, pictureWidth), y],
      random.between(120, 420),
      2 + (y - roadTop) * 0.03,
      `fill="${random.chance(0.5) ? '#ffffff' : '#3b3a36'}" opacity=".035"`,
    );
  }).join('');
  return (
    rect(0, roadTop, pictureWidth, 5, 'fill="#5d5b54" opacity=".28"') +
    rect(0, roadTop + 5, pictureWidth, 4, 'fill="#ffffff" opacity=".2"') +
    streaks
  );
}
