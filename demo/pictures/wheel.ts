import { ellipse, linear, type Point, path, polygon, stroke } from './svg.ts';

const alloy = '#c6cacc';
export const wheelDefs = (radius: number) =>
  linear('alloy', [0, radius * 0.7], [radius * 0.25, -radius * 0.7], `0 #eef1f2, 0.5 ${alloy}, 1 #7d8589`) +
  linear('darkAlloy', [0, radius * 0.7], [radius * 0.25, -radius * 0.7], '0 #8b9296, 0.5 #565d61, 1 #2c3134');

/** A spoke from the hub outwards, turned by `angle` (radians); `shift` sets twin spokes apart. */
function spoke(radius: number, angle: number, inner: number, outer: number, fill: string, shift = 0): string {
  const turn = ([x, y]: Point): Point => [
    x * Math.cos(angle) - y * Math.sin(angle),
    x * Math.sin(angle) + y * Math.cos(angle),
  ];
  const points: Point[] = [
    [radius * 0.1, -radius * inner + shift * 0.4],
    [radius * 0.66, -radius * outer + shift],
    [radius * 0.66, radius * outer + shift],
    [radius * 0.1, radius * inner + shift * 0.4],
  ];
  return path(polygon(points.map(turn)), `fill="url(#${fill})"`);
}

function around(count: number, start: number, draw: (angle: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(start + (index / count) * Math.PI * 2)).join('');
}

/** Five designs of rim: five spokes, twin spokes, ten thin ones, dark multi-spoke, closed disc with slots. */
function rim(radius: number, design: number): string {
  switch (design) {
    case 0:
      return around(5, 0.31, (angle) => spoke(radius, angle, 0.15, 0.1, 'alloy'));
    case 1:
      return around(
        5,
        0.1,
        (angle) =>
          spoke(radius, angle, 0.05, 0.05, 'alloy', radius * 0.1) +
          spoke(radius, angle, 0.05, 0.05, 'alloy', -radius * 0.1),
      );
    case 2:
      return around(10, 0.2, (angle) => spoke(radius, angle, 0.055, 0.04, 'alloy'));
    case 3:
      return around(7, 0.4, (angle) => spoke(radius, angle, 0.09, 0.07, 'darkAlloy'));
    default:
      return (
        ellipse([0, 0], radius * 0.66, radius * 0.66, 'fill="url(#alloy)"') +
        around(9, 0, (angle) => spoke(radius, angle, 0.02, 0.035, 'darkAlloy'))
      );
  }
}

/** A wheel from the side, centred on the origin. Millimetres. */
export function wheelSide(radius: number, design: number): string {
  const ring = (share: number, attributes: string) =>
    ellipse([0, 0], radius * share, radius * share, attributes);
  return [
    ring(1, 'fill="#16191b"'),
    stroke(
      `M${-radius * 0.93} 0A${radius * 0.93} ${radius * 0.93} 0 0 1 ${radius * 0.93} 0`,
      '#4a5054',
      radius * 0.02,
      0.55,
    ),
    ring(0.8, 'fill="none" stroke="#0c0e0f" stroke-width="10"'),
    ring(0.73, 'fill="#0e1112"'),
    ring(0.5, 'fill="#3c4245"'),
    ring(0.47, 'fill="none" stroke="#565d61" stroke-width="5"'),
    rim(radius, design),
    ring(0.695, `fill="none" stroke="url(#alloy)" stroke-width="${radius * 0.065}"`),
    ring(0.16, 'fill="url(#alloy)"'),
    ring(0.085, 'fill="#2b3033"'),
  ].join('');
}
