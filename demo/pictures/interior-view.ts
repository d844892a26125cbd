import { thousands } from '#demo/cars/wording.ts';
import { mixColors } from './color.ts';
import { pictureHeight, pictureWidth } from './layers.ts';
import { drawGlyphs } from './plate-glyphs.ts';
import type { PictureSpec } from './spec.ts';
import { at, ellipse, linear, type Point, path, radial, rect, smoothLine, stroke } from './svg.ts';

const upholstery = ['#2a2e31', '#3b3a38', '#4d4540', '#2b333a'];

function definitions(cloth: string): string {
  return [
    linear(
      'dash',
      [0, 420],
      [0, 900],
      `0 ${mixColors(cloth, '#6b7376', 0.35)}, 0.25 ${mixColors(cloth, '#101315', 0.25)}, 1 #0c0e10`,
    ),
    linear('trimStrip', [0, 560], [0, 596], '0 #e4e7e8, 1 #8c9498'),
    linear('screenGlass', [700, 470], [980, 640], '0 #1d4f63, 1 #0c2430'),
    linear('rim', [200, 380], [520, 860], '0 #3d4347, 0.5 #1c2022, 1 #0d0f10'),
    radial('dial', '0 #23292c, 0.85 #0e1113, 1 #2f3639'),
  ].join('');
}

/** A round instrument with ticks and a red hand. */
function dial(center: Point, radius: number, share: number): string {
  const on = (angle: number, length: number): Point => [
    center[0] + Math.sin(angle) * length,
    center[1] - Math.cos(angle) * length,
  ];
  const ticks = Array.from({ length: 13 }, (_, index) => {
    const angle = -2.2 + (index / 12) * 4.4;
    return `M${at(on(angle, radius * 0.8))}L${at(on(angle, radius * 0.93))}`;
  }).join('');
  const hand = -2.2 + share * 4.4;
  return (
    ellipse(center, radius, radius, 'fill="url(#dial)" stroke="#7f888c" stroke-width="4"') +
    stroke(ticks, '#e9edee', 3.4) +
    stroke(`M${at(center)}L${at(on(hand, radius * 0.74))}`, '#d8453a', 5) +
    ellipse(center, 9, 9, 'fill="#4a5155"')
  );
}

/** The reading in the driver's display: the figure of the ad, in the glyphs of the plates. */
function odometer(odometerKm: number): string {
  const figure = drawGlyphs(thousands(odometerKm), '#f2f6f6', 13);
  const unit = drawGlyphs('KM', '#9fb4bb', 14);
  const scale = 0.25;
  const width = figure.width * scale;
  return `${rect(290, 518, 148, 66, 'rx="8" fill="#0a1318" stroke="#46525a" stroke-width="2"')}<g transform="translate(${364 - width / 2} 527) scale(${scale})">${figure.svg}</g><g transform="translate(352 562) scale(.15)">${unit.svg}</g>`;
}

function steeringWheel(): string {
  const center: Point = [364, 640];
  return [
    ellipse(center, 226, 218, 'fill="none" stroke="url(#rim)" stroke-width="40"'),
    ellipse(
      [center[0], center[1] - 1],
      243,
      235,
      'fill="none" stroke="#5d666a" stroke-width="3" stroke-opacity=".6"',
    ),
    path(
      'M150 660C220 640 262 646 288 662L300 742C262 736 210 726 152 700Z M578 660C508 640 466 646 440 662L428 742C466 736 518 726 576 700Z M330 742H398L388 852H340Z',
      'fill="url(#rim)"',
    ),
    path(
      'M284 652Q364 628 444 652L436 736Q364 772 292 736Z',
      'fill="#23282b" stroke="#3f474b" stroke-width="4"',
    ),
    ellipse([364, 696], 24, 24, 'fill="none" stroke="#c9cfd2" stroke-width="5"'),
    stroke('M353 690L364 705L375 690', '#c9cfd2', 4.5),
    ...[210, 240, 488, 518].map((x) => rect(x, 672, 20, 16, 'rx="5" fill="#8c969a"')),
  ].join('');
}

function middleConsole(seed: number): string {
  const route =
    stroke(
      smoothLine([
        [720, 606],
        [776, 552],
        [840, 574],
        [902, 520],
        [958, 540],
      ]),
      '#8fd0dc',
      7,
      0.9,
    ) + ellipse([902, 520], 10, 10, 'fill="#f0a45a"');
  const vents = [656, 1000]
    .map(
      (x) =>
        rect(x - 24, 500, 48, 92, 'rx="10" fill="#15191b"') +
        [518, 540, 562].map((y) => rect(x - 18, y, 36, 5, 'fill="#4e575b"')).join(''),
    )
    .join('');
  const knobs = [752, 840, 928]
    .map(
      (x) =>
        ellipse([x, 694], 32, 32, 'fill="#1b1f22" stroke="#8d969a" stroke-width="5"') +
        rect(x - 2.5, 666, 5, 20, 'fill="#e9edee"'),
    )
    .join('');
  const lever =
    seed % 2 === 0
      ? rect(806, 770, 68, 130, 'rx="28" fill="#1b1f22" stroke="#596165" stroke-width="4"')
      : ellipse([840, 800], 42, 38, 'fill="#1d2124" stroke="#8d969a" stroke-width="6"') +
        rect(828, 832, 24, 70, 'fill="#15181a"');
  return (
    rect(690, 466, 300, 172, 'rx="16" fill="#0b0e10" stroke="#545e63" stroke-width="3"') +
    rect(704, 480, 272, 144, 'rx="8" fill="url(#screenGlass)"') +
    route +
    vents +
    knobs +
    lever
  );
}

function mirrorGlass(): string {
  return (
    rect(540, 34, 240, 74, 'rx="28" fill="#14181a"') +
    rect(552, 44, 216, 54, 'rx="20" fill="#b9c6c9"') +
    rect(650, 0, 18, 40, 'fill="#14181a"')
  );
}

/** The inside from between the seats, in px; the scene is seen through the windscreen, so that part stays empty. */
export function drawInterior(spec: PictureSpec): string {
  const cloth = upholstery[spec.seed % upholstery.length]!;
  const screen = `M60 0L150 400Q600 348 1120 400L1180 0Z`;
  const dashboard = 'M0 440Q150 404 330 410Q600 372 880 408Q1060 404 1200 440V900H0Z';
  const hood = 'M128 470C160 396 260 372 364 372S570 396 604 470L612 560H118Z';
  return [
    `<defs>${definitions(cloth)}</defs>`,
    path(
      `M0 0H${pictureWidth}V${pictureHeight}H0Z${screen}`,
      `fill="${mixColors(cloth, '#0c0e10', 0.5)}" fill-rule="evenodd"`,
    ),
    path('M60 0L150 400L108 408L0 60V0Z M1180 0L1120 400L1160 408L1200 200V0Z', 'fill="#0d1012"'),
    mirrorGlass(),
    path(dashboard, 'fill="url(#dash)"'),
    stroke('M0 446Q150 410 330 416Q600 378 880 414Q1060 410 1200 446', '#98a2a6', 3, 0.5),
    rect(0, 572, pictureWidth, 26, 'fill="url(#trimStrip)" opacity=".85"'),
    rect(0, 598, pictureWidth, 302, `fill="${mixColors(cloth, '#07090a', 0.45)}" opacity=".6"`),
    path(hood, 'fill="#121618"'),
    dial([246, 500], 86, 0.04),
    dial([482, 500], 86, 0.02),
    spec.odometerKm === null ? '' : odometer(spec.odometerKm),
    rect(
      1010,
      640,
      170,
      110,
      `rx="14" fill="${mixColors(cloth, '#0b0d0f', 0.3)}" stroke="#4c5559" stroke-opacity=".6" stroke-width="3"`,
    ),
    middleConsole(spec.seed),
    steeringWheel(),
  ].join('');
}
