import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { pictureHeight, pictureWidth, sceneFile, scenePage } from './layers.ts';
import { darken, lighten } from './paint.ts';
import type { DrawnSpec } from './spec.ts';
import { ellipse, linear, path, points, radial, rect, smoothShape, stroke } from './svg.ts';

const wheelRadius = 315;
const wheels = [360, 1760] as const;
export const motorcycleLength = 2120;

function wheel(x: number): string {
  const spokes = Array.from({ length: 10 }, (_, index) => {
    const angle = (index / 10) * Math.PI * 2;
    return `M0 0L${(Math.cos(angle) * 230).toFixed(0)} ${(Math.sin(angle) * 230).toFixed(0)}`;
  }).join('');
  const ring = (radius: number, attributes: string) => ellipse([0, 0], radius, radius, attributes);
  return `<g transform="translate(${x} ${wheelRadius})">${ring(wheelRadius - 44, 'fill="none" stroke="#15181a" stroke-width="88"')}${ring(232, 'fill="none" stroke="url(#alloy)" stroke-width="24"')}${stroke(spokes, '#3f464a', 22)}${ring(130, 'fill="none" stroke="#9aa3a7" stroke-width="22"')}${ring(46, 'fill="#23282b" stroke="#aab2b5" stroke-width="10"')}</g>`;
}

function definitions(paint: string): string {
  return [
    linear(
      'alloy',
      [0, wheelRadius * 0.7],
      [wheelRadius * 0.25, -wheelRadius * 0.7],
      '0 #eef1f2, 0.5 #c6cacc, 1 #7d8589',
    ),
    linear('paint', [0, 1060], [0, 780], `0 ${lighten(paint, 0.55)}, 0.45 ${paint}, 1 ${darken(paint, 0.5)}`),
    linear('metal', [0, 720], [0, 380], '0 #4d565a, 1 #1a1e20'),
    radial('shade', '0 #080b0d 0.75, 0.6 #080b0d 0.4, 1 #080b0d 0'),
  ].join('');
}

function frameAndEngine(): string {
  return [
    stroke('M360 315L640 1020', '#b9c1c4', 62),
    stroke('M376 356L520 720', '#30363a', 84),
    stroke('M640 1000L820 620L1180 420L1760 315', '#1d2225', 66),
    stroke('M900 840L1300 560L1760 315', '#262c2f', 50),
    rect(800, 380, 430, 340, 'rx="60" fill="url(#metal)"'),
    ...[430, 490, 550, 610].map((y) => rect(790, y, 260, 22, 'rx="8" fill="#5b6468"')),
    ellipse([1120, 490], 120, 120, 'fill="#7d868a" stroke="#495155" stroke-width="14"'),
    stroke('M860 420C820 250 980 220 1180 230L1900 330', '#a9b1b4', 58),
    rect(1500, 250, 440, 96, 'rx="46" fill="#8b9498" transform="rotate(7 1500 250)"'),
  ].join('');
}

const tank = smoothShape(points('720,900 780,1010 960,1060 1180,1010 1290,890 1240,830 900,800'));
const seat = smoothShape(points('1230,860 1330,880 1620,900 1850,985 1890,960 1800,860 1560,800 1300,800'));
const tailCowl = smoothShape(points('1640,880 1890,990 1930,960 1820,820 1660,790'));
const mudguard = 'M150 560Q180 690 360 690Q540 690 600 560L560 560Q500 640 360 640Q240 640 190 560Z';

function tankAndSeat(paint: string): string {
  return [
    path(seat, 'fill="#17191b"'),
    path(tailCowl, 'fill="url(#paint)"'),
    path(tank, `fill="url(#paint)" stroke="${darken(paint, 0.6)}" stroke-width="8"`),
    stroke('M800 985C900 1040 1060 1040 1200 950', lighten(paint, 0.8), 16, 0.6),
    path(mudguard, 'fill="url(#paint)"'),
    rect(1880, 900, 90, 44, 'rx="16" fill="#b32a22"'),
  ].join('');
}

function lampAndBars(): string {
  return [
    ellipse([560, 930], 100, 104, 'fill="#1b1f21"'),
    ellipse([530, 930], 74, 92, 'fill="#e9eef0" stroke="#8b9498" stroke-width="12"'),
    stroke('M640 1020L660 1130L840 1180', '#1d2123', 34),
    ellipse([690, 1270], 52, 34, 'fill="#1d2123"'),
    stroke('M665 1140L690 1250', '#1d2123', 14),
  ].join('');
}

/** A motorcycle from its left side, mm, y upwards: the odd one out among the cars. */
export function drawMotorcycle({ paint }: DrawnSpec): string {
  const shadow = ellipse([motorcycleLength / 2, 12], 1180, 80, 'fill="url(#shade)"');
  const running = wheel(wheels[0]) + wheel(wheels[1]);
  return `<defs>${definitions(paint)}</defs>${shadow}${running}${frameAndEngine()}${tankAndSeat(paint)}${lampAndBars()}`;
}

const svgFrame = (content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureWidth}" height="${pictureHeight}">${content}</svg>`,
  );

const motorcycleScale = 0.36;
const motorcycleGroundY = 690;

/** Puts the drawing, mm with y upwards, on the ground of the place. */
function standingMotorcycle(spec: DrawnSpec): string {
  const half = (motorcycleLength * motorcycleScale) / 2;
  const [x, across] = spec.isMirrored ? [600 + half, -motorcycleScale] : [600 - half, motorcycleScale];
  const shadow = `<radialGradient id="ground"><stop offset="0.2" stop-opacity="0.6"/><stop offset="1" stop-opacity="0"/></radialGradient><ellipse cx="600" cy="${motorcycleGroundY}" rx="${half * 0.98}" ry="26" fill="url(#ground)"/>`;
  return `${shadow}<g transform="translate(${x} ${motorcycleGroundY}) scale(${across} ${-motorcycleScale})">${drawMotorcycle(spec)}</g>`;
}

const light =
  '<defs><radialGradient id="vignette" cx=".5" cy=".45" r=".8"><stop offset=".6" stop-color="#10130f" stop-opacity="0"/><stop offset="1" stop-color="#10130f" stop-opacity=".24"/></radialGradient></defs><rect width="1200" height="900" fill="url(#vignette)"/>';

/** What has no rendered body is drawn before the rendered place: a motorcycle, as a JPEG. */
export async function drawMotorcyclePicture(spec: DrawnSpec): Promise<Buffer> {
  const place = fileURLToPath(new URL(`layers/${sceneFile(spec.scene)}`, import.meta.url));
  return sharp(place, { page: scenePage('side') })
    .removeAlpha()
    .composite([{ input: svgFrame(standingMotorcycle(spec) + light) }])
    .jpeg({ quality: 68 })
    .toBuffer();
}
