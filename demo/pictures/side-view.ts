import { darken, lighten, mixColors } from './color.ts';
import { arches, bodyShade, bumpers, definitions, groundShadow, skirt } from './side-body.ts';
import { chrome, cornerGlass, windows } from './side-glass.ts';
import { type SideProfile, sideProfiles } from './side-profiles.ts';
import type { PictureSpec } from './spec.ts';
import { ellipse, type Point, path, rect, smoothCap, smoothLine, smoothShape, stroke } from './svg.ts';
import { wheelSide } from './wheel.ts';

/** Height of the outline's upper side at x. */
function topAt(profile: SideProfile, x: number): number {
  const points = profile.outline;
  for (let index = 1; index < points.length; index++) {
    const [a, b] = [points[index - 1]!, points[index]!];
    if (a[0] <= x && x <= b[0]) return a[1] + ((b[1] - a[1]) * (x - a[0])) / Math.max(1, b[0] - a[0]);
  }
  return 900;
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
