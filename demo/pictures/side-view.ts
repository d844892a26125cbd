import { darken, lighten, luminance, mixColors } from './color.ts';
import { type SideProfile, sideProfiles } from './side-profiles.ts';
import type { PictureSpec } from './spec.ts';
import {
  ellipse,
  linear,
  type Point,
  path,
  radial,
  rect,
  smoothCap,
  smoothLine,
  smoothShape,
  stroke,
} from './svg.ts';
import { wheelDefs, wheelSide } from './wheel.ts';

const trim = '#1b2023';

function peak(profile: SideProfile): number {
  return Math.max(...profile.outline.map(([, y]) => y));
}

/** Height of the outline's upper side at x. */
function topAt(profile: SideProfile, x: number): number {
  const points = profile.outline;
  for (let index = 1; index < points.length; index++) {
    const [a, b] = [points[index - 1]!, points[index]!];
    if (a[0] <= x && x <= b[0]) return a[1] + ((b[1] - a[1]) * (x - a[0])) / Math.max(1, b[0] - a[0]);
  }
  return 900;
}

/** Light falls from a high sky: bright shoulder, the dark line of the horizon on the doors, a paler strip from the road below. */
function definitions(profile: SideProfile, paint: string): string {
  const top = peak(profile);
  const { sill, crease, length, wheelRadius } = profile;
  const middle = (crease[0] + crease[1]) / 2;
  const share = (y: number) => Math.max(0, Math.min(1, (top - y) / (top - sill)));
  const isPale = luminance(paint) > 0.6;
  const dark = isPale ? 0.6 : 1;
  return [
    linear(
      'paint',
      [0, top],
      [0, sill],
      [
        [0, lighten(paint, 0.5)],
        [share(middle + 240), lighten(paint, 0.22)],
        [share(middle + 60), lighten(paint, 0.34)],
        [share(middle - 15), lighten(paint, 0.08)],
        [share(middle - 70), darken(paint, 0.2 * dark)],
        [share(middle - 260), darken(paint, 0.06 * dark)],
        [share(middle - 400), darken(paint, 0.3 * dark)],
        [1, darken(paint, 0.62)],
      ],
    ),
    linear(
      'ends',
      [0, 0],
      [length, 0],
      [
        [0, '#0b0f12', 0.34],
        [0.09, '#0b0f12', 0],
        [0.6, '#ffffff', 0.05],
        [0.9, '#0b0f12', 0],
        [1, '#0b0f12', 0.4],
      ],
    ),
    linear(
      'glass',
      [0, top],
      [0, middle + 220],
      [
        [0, '#8fa2a9'],
        [0.35, '#4c5a61'],
        [1, '#1a2125'],
      ],
    ),
    linear(
      'lamp',
      [60, 0],
      [520, 0],
      [
        [0, '#ffffff'],
        [0.55, '#cfd9de'],
        [1, '#7f8d95'],
      ],
    ),
    linear(
      'tail',
      [0, middle + 180],
      [0, middle],
      [
        [0, '#c8392f'],
        [1, '#7c1612'],
      ],
    ),
    radial('shade', [
      [0, '#080b0d', 0.78],
      [0.55, '#080b0d', 0.5],
      [1, '#080b0d', 0],
    ]),
    wheelDefs(wheelRadius),
  ].join('');
}

function groundShadow(profile: SideProfile): string {
  const { length, wheels, wheelRadius } = profile;
  return [
    ellipse([length / 2, 14], length * 0.56, 120, 'fill="url(#shade)"'),
    rect(wheels[0] - 100, 40, wheels[1] - wheels[0] + 200, profile.sill + 20, 'fill="#0a0d0f"'),
    ...wheels.map((x) => ellipse([x, 8], wheelRadius * 0.95, 42, 'fill="url(#shade)"')),
  ].join('');
}

function bodyShade(profile: SideProfile, paint: string): string {
  const { length, crease, sill, wheels, wheelRadius } = profile;
  const [front, rear] = crease;
  const line = (lift: number): Point[] => [
    [60, front - 70 + lift],
    [700, front - 5 + lift],
    [length * 0.5, (front + rear) / 2 + lift],
    [length * 0.82, rear + lift],
    [length - 60, rear - 20 + lift],
  ];
  const lower: Point[] = [
    [wheels[0] + wheelRadius + 60, sill + 190],
    [length * 0.45, sill + 235],
    [wheels[1] - wheelRadius - 60, sill + 270],
  ];
  const glow = [0.14, 0.12, 0.12, 0.12]
    .map((opacity, index) => stroke(smoothLine(line(18)), lighten(paint, 0.75), 60 - index * 16, opacity))
    .join('');
  const fold = [0.1, 0.12, 0.16]
    .map((opacity, index) => stroke(smoothLine(line(-26)), darken(paint, 0.7), 52 - index * 18, opacity))
    .join('');
  const hollow = [0.12, 0.12, 0.1]
    .map((opacity, index) => stroke(smoothLine(lower), lighten(paint, 0.6), 46 - index * 15, opacity))
    .join('');
  return `${rect(0, 0, length, 2000, 'fill="url(#ends)"')}${glow}${fold}${hollow}`;
}

/** Lower edge: body colour turned under, or the dark plastic of a car that pretends to leave the road. */
function skirt(profile: SideProfile): string {
  const { length, sill, isClad } = profile;
  const height = isClad ? 95 : 40;
  return `${rect(0, sill - 60, length, height + 60, `fill="${trim}" opacity="${isClad ? 1 : 0.8}"`)}${isClad ? rect(0, sill + height, length, 8, 'fill="#6b7376" opacity=".5"') : ''}`;
}

function arches(profile: SideProfile, paint: string): string {
  const { wheels, wheelRadius, isClad, sill } = profile;
  return wheels
    .map((x) => {
      const opening = wheelRadius * 1.13;
      const arc = (radius: number) =>
        `M${x - radius} ${sill}L${x - radius} ${wheelRadius}A${radius} ${radius} 0 0 0 ${x + radius} ${wheelRadius}L${x + radius} ${sill}`;
      const edge = isClad
        ? stroke(arc(opening + 32), '#23282b', 70)
        : stroke(arc(opening + 5), lighten(paint, 0.5), 10, 0.4);
      return `${edge}${path(`${arc(opening)}Z`, 'fill="#0a0c0e"')}`;
    })
    .join('');
}

function windows(profile: SideProfile): string {
  const { glass, pillars, length } = profile;
  const belt = Math.min(...glass.map(([, y]) => y));
  const top = Math.max(...glass.map(([, y]) => y));
  const span = top - belt;
  const band = (x: number, width: number, opacity: number) =>
    path(
      `M${x} ${top}L${x + width} ${top}L${x + width - span * 0.75} ${belt}L${x - span * 0.75} ${belt}Z`,
      `fill="#dfe9ec" opacity="${opacity}"`,
    );
  const seat = (x: number) =>
    path(
      `M${x} ${belt}C${x + 10} ${belt + span * 0.5} ${x + 40} ${belt + span * 0.62} ${x + 100} ${belt + span * 0.62}S${x + 180} ${belt + span * 0.4} ${x + 190} ${belt}Z`,
      'fill="#0c0f11" opacity=".6"',
    );
  const wheel = ellipse(
    [length * 0.365, belt + 30],
    40,
    130,
    'fill="none" stroke="#0c0f11" stroke-width="26" opacity=".6"',
  );
  const [middle] = pillars;
  const seats = middle ? [seat(middle[0] - 130), seat(middle[0] + 560)].join('') : '';
  const bars = pillars
    .map(([low, high, width]) =>
      path(
        `M${low} ${belt - 40}L${high} ${top + 60}L${high + width} ${top + 60}L${low + width} ${belt - 40}Z`,
        `fill="${trim}"`,
      ),
    )
    .join('');
  const shape = smoothShape(glass);
  return `<clipPath id="glassClip"><path d="${shape}"/></clipPath>${path(shape, `fill="${trim}" stroke="${trim}" stroke-width="34" stroke-linejoin="round"`)}
<g clip-path="url(#glassClip)">${rect(0, belt, length, span, 'fill="url(#glass)"')}${seats}${wheel}${band(length * 0.45, 300, 0.16)}${band(length * 0.45 + 360, 70, 0.14)}${band(length * 0.74, 180, 0.12)}${bars}</g>`;
}

function chrome(profile: SideProfile): string {
  const { glass } = profile;
  const low = glass
    .filter(([, y]) => y < Math.min(...glass.map(([, all]) => all)) + 130)
    .sort((a, b) => a[0] - b[0]);
  return stroke(smoothLine(low.map(([x, y]): Point => [x, y - 18])), '#cfd5d7', 9, 0.6);
}

/** The slip of windscreen and rear window that shows round the corners. */
function cornerGlass(profile: SideProfile): string {
  const { outline, glass } = profile;
  const front = glass[0]!;
  const rear = glass.reduce((far, point) => (point[0] > far[0] ? point : far));
  const onTop = outline.filter(([x, y]) => x > front[0] - 160 && x < front[0] + 620 && y > front[1] - 20);
  const screen =
    onTop.length > 2
      ? path(
          smoothCap([
            ...onTop.map(([x, y]): Point => [x + 24, y - 8]),
            ...onTop.toReversed().map(([x, y]): Point => [x + 78, y - 36]),
          ]),
          `fill="#2b353a"`,
        )
      : '';
  const behind = outline.filter(([x, y]) => x > rear[0] + 60 && y > rear[1] - 30 && y < rear[1] + 290);
  const back =
    behind.length > 1
      ? path(
          smoothCap([
            ...behind.map(([x, y]): Point => [x - 16, y - 12]),
            ...behind.toReversed().map(([x, y]): Point => [x - 62, y - 24]),
          ]),
          'fill="#20282c"',
        )
      : '';
  return screen + back;
}

function shutLines(profile: SideProfile, paint: string): string {
  const { glass, doors, wheels, wheelRadius, sill, crease, length, isClad } = profile;
  const belt = glass[0]![1];
  const bottom = sill + (isClad ? 110 : 62);
  const color = darken(paint, 0.75);
  const hinge = glass[0]![0] - 60;
  const [first = 2400, second] = doors;
  const rearArch = wheels[1] - wheelRadius * 1.2;
  const front = `M${hinge} ${belt - 20}C${hinge - 60} ${crease[0]} ${hinge - 30} ${bottom + 200} ${hinge + 50} ${bottom}L${first} ${bottom}C${first + 40} ${bottom + 240} ${first + 30} ${belt - 200} ${first} ${belt - 10}`;
  const rear = second
    ? `M${first + 10} ${bottom}L${rearArch - 60} ${bottom}C${rearArch - 10} ${bottom + 260} ${second + 40} ${crease[1] - 150} ${second} ${crease[1]}L${second - 30} ${belt}`
    : '';
  const bonnet = `M${profile.headlamp[2]![0]} ${profile.headlamp[2]![1] + 14}C${hinge - 360} ${belt - 110} ${hinge - 150} ${belt - 70} ${hinge - 20} ${belt - 30}`;
  const flap = rect(
    length * 0.835,
    crease[1] - 30,
    150,
    130,
    `rx="30" fill="none" stroke="${color}" stroke-opacity=".35" stroke-width="7"`,
  );
  const handle = (x: number, y: number) =>
    rect(
      x - 230,
      y,
      170,
      32,
      `rx="16" fill="${mixColors(paint, '#101416', 0.25)}" stroke="${lighten(paint, 0.5)}" stroke-opacity=".6" stroke-width="6"`,
    );
  return [
    stroke(front, color, 9, 0.5),
    stroke(rear, color, 9, 0.5),
    stroke(bonnet, color, 8, 0.4),
    flap,
    handle(first, crease[0] + 70),
    second ? handle(second - 30, crease[1] + 40) : '',
  ].join('');
}

function lamps(profile: SideProfile): string {
  const head = profile.headlamp;
  const [a, b] = [head[0]!, head[2]!];
  const tail = smoothShape(profile.tailLamp);
  return [
    path(smoothShape(head), 'fill="url(#lamp)" stroke="#20282c" stroke-width="12"'),
    stroke(
      smoothLine([
        [a[0] + 40, a[1] + 20],
        [b[0] - 130, b[1] - 50],
      ]),
      '#ffffff',
      16,
      0.95,
    ),
    ellipse([a[0] + 150, a[1] + 36], 34, 26, 'fill="#ffffff" stroke="#6f7d85" stroke-width="9"'),
    path(tail, 'fill="url(#tail)" stroke="#3f0d0a" stroke-width="10"'),
    stroke(
      smoothLine(profile.tailLamp.slice(0, 3).map(([x, y]): Point => [x - 30, y - 26])),
      '#ff9c8c',
      14,
      0.75,
    ),
  ].join('');
}

function mirror(profile: SideProfile, paint: string): string {
  const [x, y] = profile.glass[0]!;
  const shape: Point[] = [
    [x + 60, y + 10],
    [x + 66, y + 110],
    [x + 120, y + 146],
    [x + 220, y + 132],
    [x + 252, y + 70],
    [x + 200, y + 24],
  ];
  return (
    path(
      smoothShape(shape),
      `fill="${lighten(paint, 0.12)}" stroke="${darken(paint, 0.6)}" stroke-width="9"`,
    ) + stroke(smoothLine([shape[1]!, shape[2]!, shape[3]!]), lighten(paint, 0.7), 12, 0.6)
  );
}

function bumpers(profile: SideProfile): string {
  const { length, sill, isClad } = profile;
  const intake = path(
    `M6 ${sill + 190}L190 ${sill + 175}L150 ${sill + 80}L30 ${sill + 92}Z`,
    `fill="${trim}" opacity=".9"`,
  );
  const fog = ellipse([150, sill + 140], 30, 20, 'fill="#dfe6e9" opacity=".8"');
  const guards = isClad
    ? rect(0, sill - 20, 260, 190, `fill="${trim}"`) +
      rect(length - 250, sill - 20, 250, 170, `fill="${trim}"`)
    : '';
  return (
    guards + intake + fog + rect(length - 150, sill + 150, 110, 26, 'rx="10" fill="#8e1d18" opacity=".85"')
  );
}

function roofline(profile: SideProfile, paint: string): string {
  const { outline, rails } = profile;
  const from = profile.glass[2]![0];
  const to = profile.length * 0.8;
  const roof = outline.filter(([x, y]) => x > from && x < to && y > profile.glass[0]![1] + 150);
  const light =
    roof.length > 1 ? stroke(smoothLine(roof.map(([x, y]): Point => [x, y - 14])), '#ffffff', 16, 0.4) : '';
  const bars = rails
    ? stroke(smoothLine(rails), '#2a3033', 20) +
      stroke(smoothLine(rails.slice(1, -1).map(([x, y]): Point => [x, y + 8])), '#aab2b5', 6, 0.8)
    : '';
  const x = profile.length * 0.62;
  const fin = rails
    ? ''
    : path(
        `M${x} ${topAt(profile, x) - 6}C${x + 60} ${topAt(profile, x) + 20} ${x + 100} ${topAt(profile, x) + 60} ${x + 150} ${topAt(profile, x + 150) + 52}L${x + 170} ${topAt(profile, x + 170) - 8}Z`,
        `fill="${darken(paint, 0.3)}"`,
      );
  return light + bars + fin;
}

/** The car alone, in millimetres with y upwards; the caller places and scales it. */
export function drawSide(spec: PictureSpec): { svg: string; length: number } {
  const profile = sideProfiles[spec.body === 'motorcycle' ? 'small' : spec.body];
  const { paint } = spec;
  const body = smoothCap(profile.outline);
  const wheel = wheelSide(profile.wheelRadius, spec.seed % 5);
  const svg = [
    `<defs>${definitions(profile, paint)}<clipPath id="bodyClip"><path d="${body}"/></clipPath></defs>`,
    groundShadow(profile),
    path(body, 'fill="url(#paint)"'),
    `<g clip-path="url(#bodyClip)">${bodyShade(profile, paint)}${skirt(profile)}${bumpers(profile)}</g>`,
    cornerGlass(profile),
    roofline(profile, paint),
    windows(profile),
    chrome(profile),
    shutLines(profile, paint),
    `<g clip-path="url(#bodyClip)">${lamps(profile)}</g>`,
    mirror(profile, paint),
    arches(profile, paint),
    ...profile.wheels.map((x) => `<g transform="translate(${x} ${profile.wheelRadius})">${wheel}</g>`),
  ].join('');
  return { svg, length: profile.length };
}
