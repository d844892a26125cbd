import { darken, lighten, luminance } from './color.ts';
import type { EndProfile } from './end-profiles.ts';
import { drawPlate, plateHeight, plateWidth } from './plate.ts';
import { at, ellipse, linear, type Point, path, radial, rect, smoothShape, stroke } from './svg.ts';

export const darkTrim = '#191d20';

/** The right half's points and their mirror image, from the bottom left over the roof to the bottom right. */
export function bothSides(right: readonly Point[]): Point[] {
  return [...right.map(([x, y]): Point => [-x, y]), ...right.toReversed()];
}

/** Draws something twice, left and right. */
export function mirrored(svg: string): string {
  return `${svg}<g transform="scale(-1 1)">${svg}</g>`;
}

export function bodyOutline(profile: EndProfile): string {
  const { half, roofHalf, height, cowl, sill } = profile;
  const right: Point[] = [
    [half - 130, sill],
    [half - 40, sill + 50],
    [half - 6, sill + 210],
    [half, cowl - 330],
    [half - 22, cowl - 130],
    [half - 88, cowl + 5],
    [(half + roofHalf) / 2 - 18, (cowl + height) / 2],
    [roofHalf + 34, height - 130],
    [roofHalf - 70, height - 38],
    [roofHalf * 0.45, height - 6],
  ];
  return smoothShape(bothSides(right));
}

/** A pane between two heights, wider below, with a little bow in both edges. */
export function pane(bottom: number, bottomHalf: number, top: number, topHalf: number, bow: number): string {
  const corner = 46;
  const slope = (bottomHalf - topHalf) / (top - bottom);
  return [
    `M${at([-bottomHalf + corner * slope + 10, bottom + corner])}`,
    `Q${at([-bottomHalf, bottom])} ${at([-bottomHalf + corner * 1.6, bottom - 6])}`,
    `Q${at([0, bottom - bow])} ${at([bottomHalf - corner * 1.6, bottom - 6])}`,
    `Q${at([bottomHalf, bottom])} ${at([bottomHalf - corner * slope - 10, bottom + corner])}`,
    `L${at([topHalf + corner * slope, top - corner])}`,
    `Q${at([topHalf, top])} ${at([topHalf - corner * 1.4, top + 8])}`,
    `Q${at([0, top + bow * 0.55])} ${at([-topHalf + corner * 1.4, top + 8])}`,
    `Q${at([-topHalf, top])} ${at([-topHalf - corner * slope, top - corner])}Z`,
  ].join('');
}

export function endDefinitions(profile: EndProfile, paint: string): string {
  const { height, sill, half, cowl } = profile;
  const share = (y: number) => Math.max(0, Math.min(1, (height - y) / (height - sill)));
  const soft = luminance(paint) > 0.6 ? 0.6 : 1;
  return [
    linear(
      'paint',
      [0, height],
      [0, sill],
      `0 ${lighten(paint, 0.5)}, ${share(cowl + 60)} ${lighten(paint, 0.3)}, ${share(cowl - 60)} ${lighten(paint, 0.26)}, ${share(cowl - 260)} ${lighten(paint, 0.06)}, ${share(cowl - 420)} ${darken(paint, 0.12 * soft)}, ${share(sill + 240)} ${darken(paint, 0.2 * soft)}, 1 ${darken(paint, 0.6)}`,
    ),
    linear(
      'round',
      [-half, 0],
      [half, 0],
      '0 #0b0f12 0.5, 0.1 #0b0f12 0.16, 0.28 #ffffff 0.1, 0.55 #ffffff 0.04, 0.88 #0b0f12 0.14, 1 #0b0f12 0.52',
    ),
    linear(
      'bonnet',
      [0, cowl],
      [0, profile.nose - 30],
      `0 ${lighten(paint, 0.42)}, 0.6 ${lighten(paint, 0.2)}, 1 ${lighten(paint, 0.02)}`,
    ),
    linear('glass', [0, height], [0, cowl - 40], '0 #9fb0b6, 0.4 #56656c, 1 #20282c'),
    linear('lamp', [0, profile.nose + 90], [0, profile.nose - 90], '0 #ffffff, 0.6 #d3dce0, 1 #8b99a1'),
    linear('tail', [0, cowl], [0, cowl - 300], '0 #d0453a, 1 #77140f'),
    linear('dark', [0, cowl], [0, sill], '0 #2a3033, 1 #0d1012'),
    radial('shade', '0 #080b0d 0.82, 0.55 #080b0d 0.5, 1 #080b0d 0'),
  ].join('');
}

export function groundAndTyres(profile: EndProfile): string {
  const { half, wheelRadius, sill } = profile;
  const tyre =
    rect(half - 245, 4, 215, wheelRadius * 1.5, 'rx="46" fill="#131618"') +
    stroke(`M${half - 190} 30V200M${half - 138} 30V200M${half - 86} 30V200`, '#2c3235', 10);
  return `${ellipse([0, 14], half * 1.22, 86, 'fill="url(#shade)"')}${mirrored(tyre)}${rect(-half + 230, 60, half * 2 - 460, sill + 40, 'fill="#0b0d0f"')}`;
}

export function mirrors(profile: EndProfile, paint: string): string {
  const { half, cowl } = profile;
  const shape: Point[] = [
    [half - 120, cowl + 14],
    [half - 20, cowl + 6],
    [half + 96, cowl + 34],
    [half + 116, cowl + 104],
    [half + 80, cowl + 152],
    [half - 20, cowl + 142],
    [half - 56, cowl + 84],
  ];
  return mirrored(
    path(
      smoothShape(shape),
      `fill="${lighten(paint, 0.08)}" stroke="${darken(paint, 0.6)}" stroke-width="8"`,
    ) + stroke(`M${half - 10} ${cowl + 126}L${half + 76} ${cowl + 132}`, lighten(paint, 0.7), 10, 0.7),
  );
}

export function roofRails(profile: EndProfile): string {
  if (!profile.hasRails) return '';
  const { roofHalf, height } = profile;
  return mirrored(rect(roofHalf - 95, height - 40, 40, 62, 'rx="18" fill="#23292c"'));
}

/** The plate is drawn downwards, so it is turned back inside a drawing that counts upwards. */
export function placePlate(plate: string | null, centerY: number): string {
  const bracket = rect(
    -plateWidth / 2 - 14,
    centerY - plateHeight / 2 - 14,
    plateWidth + 28,
    plateHeight + 28,
    'rx="14" fill="#101315"',
  );
  if (plate === null) return bracket;
  return `${bracket}<g transform="translate(${-plateWidth / 2} ${centerY + plateHeight / 2}) scale(1 -1)">${drawPlate(plate)}</g>`;
}

/** The mark of a make that does not exist. */
export function emblem(y: number): string {
  return (
    ellipse([0, y], 44, 44, 'fill="#1c2124" stroke="#d6dbdd" stroke-width="11"') +
    stroke(`M-20 ${y - 10}L0 ${y + 16}L20 ${y - 10}`, '#d6dbdd', 10)
  );
}

export function reflections(bottom: number, top: number, half: number): string {
  const band = (x: number, width: number, opacity: number) =>
    path(
      `M${x} ${top + 40}L${x + width} ${top + 40}L${x + width - 190} ${bottom - 60}L${x - 190} ${bottom - 60}Z`,
      `fill="#eaf1f3" opacity="${opacity}"`,
    );
  return band(-half * 0.3, 210, 0.16) + band(-half * 0.3 + 260, 54, 0.14) + band(half * 0.62, 120, 0.1);
}
