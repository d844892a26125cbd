import { darken, lighten, luminance } from './color.ts';
import type { SideProfile } from './side-profiles.ts';
import { ellipse, linear, type Point, path, radial, rect, smoothLine, stroke } from './svg.ts';
import { wheelDefs } from './wheel.ts';

export const trim = '#1b2023';

function peak(profile: SideProfile): number {
  return Math.max(...profile.outline.map(([, y]) => y));
}

/** Light falls from a high sky: bright shoulder, the dark line of the horizon on the doors, a paler strip from the road below. */
export function definitions(profile: SideProfile, paint: string): string {
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
      `0 ${lighten(paint, 0.5)}, ${share(middle + 240)} ${lighten(paint, 0.22)}, ${share(middle + 60)} ${lighten(paint, 0.34)}, ${share(middle - 15)} ${lighten(paint, 0.08)}, ${share(middle - 70)} ${darken(paint, 0.2 * dark)}, ${share(middle - 260)} ${darken(paint, 0.06 * dark)}, ${share(middle - 400)} ${darken(paint, 0.3 * dark)}, 1 ${darken(paint, 0.62)}`,
    ),
    linear(
      'ends',
      [0, 0],
      [length, 0],
      '0 #0b0f12 0.34, 0.09 #0b0f12 0, 0.6 #ffffff 0.05, 0.9 #0b0f12 0, 1 #0b0f12 0.4',
    ),
    linear('glass', [0, top], [0, middle + 220], '0 #8fa2a9, 0.35 #4c5a61, 1 #1a2125'),
    linear('lamp', [60, 0], [520, 0], '0 #ffffff, 0.55 #cfd9de, 1 #7f8d95'),
    linear('tail', [0, middle + 180], [0, middle], '0 #c8392f, 1 #7c1612'),
    radial('shade', '0 #080b0d 0.78, 0.55 #080b0d 0.5, 1 #080b0d 0'),
    wheelDefs(wheelRadius),
  ].join('');
}

export function groundShadow(profile: SideProfile): string {
  const { length, wheels, wheelRadius } = profile;
  return [
    ellipse([length / 2, 14], length * 0.56, 120, 'fill="url(#shade)"'),
    rect(wheels[0] - 100, 40, wheels[1] - wheels[0] + 200, profile.sill + 20, 'fill="#0a0d0f"'),
    ...wheels.map((x) => ellipse([x, 8], wheelRadius * 0.95, 42, 'fill="url(#shade)"')),
  ].join('');
}

export function bodyShade(profile: SideProfile, paint: string): string {
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
export function skirt(profile: SideProfile): string {
  const { length, sill, isClad } = profile;
  const height = isClad ? 95 : 40;
  return `${rect(0, sill - 60, length, height + 60, `fill="${trim}" opacity="${isClad ? 1 : 0.8}"`)}${isClad ? rect(0, sill + height, length, 8, 'fill="#6b7376" opacity=".5"') : ''}`;
}

export function bumpers(profile: SideProfile): string {
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

export function arches(profile: SideProfile, paint: string): string {
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
