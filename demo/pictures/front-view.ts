import { darken, lighten } from './color.ts';
import {
  bodyOutline,
  bothSides,
  darkTrim,
  emblem,
  endDefinitions,
  groundAndTyres,
  mirrored,
  mirrors,
  pane,
  placePlate,
  reflections,
  roofRails,
} from './end-body.ts';
import { type EndProfile, endProfiles } from './end-profiles.ts';
import type { PictureSpec } from './spec.ts';
import { at, ellipse, type Point, path, polygon, rect, smoothLine, smoothShape, stroke } from './svg.ts';

function windscreen(profile: EndProfile): string {
  const { half, roofHalf, height, cowl } = profile;
  const shape = pane(cowl + 4, half - 128, height - 92, roofHalf - 18, 34);
  const seat = (x: number) =>
    `${rect(x - 105, cowl - 40, 210, 250, 'rx="70" fill="#0d1113" opacity=".55"')}${rect(x - 62, cowl + 190, 124, 84, 'rx="36" fill="#0d1113" opacity=".6"')}`;
  const wheel = ellipse(
    [-half * 0.42, cowl + 40],
    165,
    90,
    'fill="none" stroke="#0b0e10" stroke-width="26" opacity=".75"',
  );
  const dash = path(
    `M${-half} ${cowl - 60}H${half}V${cowl + 62}Q0 ${cowl + 100} ${-half} ${cowl + 62}Z`,
    'fill="#0e1214" opacity=".8"',
  );
  const mirror = rect(-75, height - 190, 150, 46, 'rx="18" fill="#101416" opacity=".85"');
  const wipers = stroke(
    `M${-half * 0.55} ${cowl + 2}L${half * 0.1} ${cowl + 22}M${-half * 0.02} ${cowl - 6}L${half * 0.6} ${cowl + 20}`,
    '#0c0f11',
    14,
  );
  return `<clipPath id="screen"><path d="${shape}"/></clipPath>${path(shape, `fill="${darkTrim}" stroke="${darkTrim}" stroke-width="30" stroke-linejoin="round"`)}
<g clip-path="url(#screen)">${rect(-half, cowl - 100, half * 2, height, 'fill="url(#glass)"')}${seat(-half * 0.4)}${seat(half * 0.4)}${dash}${wheel}${mirror}${reflections(cowl, height, half)}</g>${wipers}`;
}

function bonnet(profile: EndProfile, paint: string): string {
  const { half, cowl, nose } = profile;
  const edge: Point[] = [
    [half - 118, cowl - 26],
    [half - 150, nose + 120],
    [half - 330, nose + 44],
    [half * 0.3, nose + 8],
  ];
  const shape = `M${at([-(half - 118), cowl - 26])}Q${at([0, cowl - 66])} ${at([half - 118, cowl - 26])}L${smoothLine(edge).slice(1)}Q${at([0, nose - 6])} ${at([-half * 0.3, nose + 8])}${smoothLine(edge.toReversed().map(([x, y]): Point => [-x, y])).replace(/^M[^C]*/, '')}Z`;
  const crease = mirrored(
    stroke(
      smoothLine([
        [half * 0.56, cowl - 52],
        [half * 0.44, nose + 160],
        [half * 0.32, nose + 26],
      ]),
      lighten(paint, 0.7),
      12,
      0.5,
    ) +
      stroke(
        smoothLine([
          [half * 0.56 + 16, cowl - 52],
          [half * 0.44 + 14, nose + 160],
          [half * 0.32 + 10, nose + 26],
        ]),
        darken(paint, 0.6),
        10,
        0.25,
      ),
  );
  return (
    path(shape, `fill="url(#bonnet)" stroke="${darken(paint, 0.7)}" stroke-opacity=".45" stroke-width="8"`) +
    crease
  );
}

function headlamp({ half, nose }: EndProfile, design: number): string {
  const shape: Point[] = [
    [half - 12, nose + 30],
    [half - 62, nose + 96],
    [half - 240, nose + 62],
    [half - 400, nose + 6],
    [half - 390, nose - 46],
    [half - 220, nose - 84],
    [half - 40, nose - 50],
  ];
  const light = stroke(
    smoothLine([
      [half - 50, nose - 26],
      [half - 220, nose - 58],
      [half - 372, nose - 28],
    ]),
    '#ffffff',
    18,
  );
  const eye = (x: number, y: number) =>
    ellipse([x, y], 44, 40, 'fill="#eef4f6" stroke="#5f6d75" stroke-width="12"') +
    ellipse([x, y], 18, 16, 'fill="#ffffff"');
  const eyes =
    design % 2 === 0 ? eye(half - 150, nose + 12) + eye(half - 270, nose - 6) : eye(half - 200, nose + 6);
  return path(smoothShape(shape), 'fill="url(#lamp)" stroke="#1c2326" stroke-width="14"') + eyes + light;
}

/** Three invented grilles: bars, a mesh of slats, a closed panel as electric cars have. */
function grille({ half, nose }: EndProfile, isElectric: boolean, design: number): string {
  const right: Point[] = [
    [half - 470, nose - 76],
    [half - 424, nose - 20],
    [half - 450, nose + 10],
  ];
  const frame = polygon(bothSides(right));
  if (isElectric)
    return (
      stroke(`M${-(half - 430)} ${nose - 24}Q0 ${nose - 48} ${half - 430} ${nose - 24}`, '#c9cfd2', 12, 0.8) +
      emblem(nose - 30)
    );
  const rows = design % 3 === 0 ? [-52, -22] : [-60, -38, -14];
  const bars = rows
    .map((dy) =>
      stroke(`M${-(half - 462)} ${nose + dy}H${half - 462}`, '#b6bdc0', design % 3 === 0 ? 13 : 7, 0.85),
    )
    .join('');
  return (
    path(frame, 'fill="url(#dark)" stroke="#c9cfd2" stroke-width="9" stroke-linejoin="round"') +
    bars +
    emblem(nose - 32)
  );
}

function intake({ half, sill, plateY }: EndProfile): string {
  const [bottom, top] = [sill + 66, plateY.front - 84];
  const right: Point[] = [
    [half - 330, bottom],
    [half - 250, bottom + 34],
    [half - 290, top],
    [half * 0.4, top + 8],
  ];
  const slats = [0.3, 0.6].map((share) => bottom + (top - bottom) * share);
  const bars = slats.map((y) => stroke(`M${-(half - 300)} ${y}H${half - 300}`, '#3a4144', 9)).join('');
  return path(smoothShape(bothSides(right)), 'fill="url(#dark)"') + bars;
}

function fogLamp({ half, sill }: EndProfile): string {
  const vent: Point[] = [
    [half - 46, sill + 130],
    [half - 40, sill + 300],
    [half - 150, sill + 270],
    [half - 190, sill + 140],
  ];
  const light = ellipse(
    [half - 118, sill + 205],
    40,
    34,
    'fill="#e6edf0" stroke="#4f5a60" stroke-width="10"',
  );
  return path(smoothShape(vent), 'fill="url(#dark)"') + light;
}

function bumper(profile: EndProfile, paint: string): string {
  const { half, nose, sill, isClad } = profile;
  const edge = `M${-half} ${sill - 40}H${half}V${sill + 70}Q0 ${sill + 100} ${-half} ${sill + 70}Z`;
  const guard =
    path(edge, `fill="${darkTrim}"`) + rect(-half * 0.5, sill + 6, half, 44, 'rx="18" fill="#aab1b4"');
  const lip = rect(-half, sill - 30, half * 2, 66, `fill="${darkTrim}" opacity=".85"`);
  const fold: Point[] = bothSides([
    [half - 30, nose - 150],
    [half * 0.5, nose - 190],
    [1, nose - 196],
  ]);
  return [
    stroke(smoothLine(fold), lighten(paint, 0.6), 16, 0.35),
    intake(profile),
    mirrored(fogLamp(profile)),
    isClad ? guard : lip,
  ].join('');
}

/** The front of a car in mm, y upwards, centred on x = 0. */
export function drawFront(spec: PictureSpec): string {
  const profile = endProfiles[spec.body === 'motorcycle' ? 'small' : spec.body];
  const { paint, seed } = spec;
  const outline = bodyOutline(profile);
  return [
    `<defs>${endDefinitions(profile, paint)}<clipPath id="endClip"><path d="${outline}"/></clipPath></defs>`,
    groundAndTyres(profile),
    roofRails(profile),
    mirrors(profile, paint),
    path(outline, 'fill="url(#paint)"'),
    `<g clip-path="url(#endClip)">${rect(-profile.half, 0, profile.half * 2, profile.height, 'fill="url(#round)"')}${bumper(profile, paint)}</g>`,
    windscreen(profile),
    bonnet(profile, paint),
    `<g clip-path="url(#endClip)">${mirrored(headlamp(profile, seed))}</g>`,
    grille(profile, spec.isElectric, seed),
    stroke(
      `M${-profile.roofHalf * 0.7} ${profile.height - 30}Q0 ${profile.height - 4} ${profile.roofHalf * 0.7} ${profile.height - 30}`,
      '#ffffff',
      14,
      0.4,
    ),
    placePlate(spec.plate, profile.plateY.front),
  ].join('');
}
