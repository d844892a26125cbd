import { trim } from './side-body.ts';
import type { SideProfile } from './side-profiles.ts';
import { ellipse, type Point, path, rect, smoothCap, smoothLine, smoothShape, stroke } from './svg.ts';

export function windows(profile: SideProfile): string {
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

export function chrome(profile: SideProfile): string {
  const { glass } = profile;
  const low = glass
    .filter(([, y]) => y < Math.min(...glass.map(([, all]) => all)) + 130)
    .sort((a, b) => a[0] - b[0]);
  return stroke(smoothLine(low.map(([x, y]): Point => [x, y - 18])), '#cfd5d7', 9, 0.6);
}

/** The slip of windscreen and rear window that shows round the corners. */
export function cornerGlass(profile: SideProfile): string {
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
