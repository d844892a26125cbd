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
import { ellipse, type Point, path, rect, smoothLine, smoothShape, stroke } from './svg.ts';

function rearWindow(profile: EndProfile): string {
  const { half, roofHalf, height, rearBelt } = profile;
  const shape = pane(rearBelt + 20, half - 190, height - 120, roofHalf - 40, 20);
  const rest = (x: number) => rect(x - 66, rearBelt - 10, 132, 150, 'rx="46" fill="#0d1113" opacity=".55"');
  const wires = Array.from({ length: 7 }, (_, index) =>
    stroke(
      `M${-half} ${rearBelt + 60 + index * ((height - rearBelt - 220) / 7)}H${half}`,
      '#8f6f55',
      3,
      0.35,
    ),
  ).join('');
  const wiper = stroke(`M20 ${rearBelt + 22}L${half * 0.42} ${rearBelt + 70}`, '#0c0f11', 16);
  return `<clipPath id="screen"><path d="${shape}"/></clipPath>${path(shape, `fill="${darkTrim}" stroke="${darkTrim}" stroke-width="26" stroke-linejoin="round"`)}
<g clip-path="url(#screen)">${rect(-half, rearBelt - 60, half * 2, height, 'fill="url(#glass)"')}${rest(-half * 0.38)}${rest(half * 0.38)}${wires}${reflections(rearBelt, height, half)}</g>${wiper}`;
}

function tailLamp({ half, rearBelt, height }: EndProfile, isTall: boolean, design: number): string {
  const top = isTall ? height - 420 : rearBelt - 30;
  const wide = isTall ? 190 : 330;
  const shape: Point[] = isTall
    ? [
        [half - 8, rearBelt - 330],
        [half - 16, rearBelt - 60],
        [half - 70, top],
        [half - 160, top - 20],
        [half - 150, rearBelt - 120],
        [half - wide, rearBelt - 320],
      ]
    : [
        [half - 4, rearBelt - 210],
        [half - 22, top - 30],
        [half - 120, top],
        [half - wide, rearBelt - 70],
        [half - wide + 20, rearBelt - 180],
        [half - 160, rearBelt - 226],
      ];
  const light =
    design % 2 === 0
      ? stroke(
          smoothLine([shape[1]!, shape[2]!, shape[3]!].map(([x, y]): Point => [x - 30, y - 34])),
          '#ffb0a2',
          20,
          0.85,
        )
      : ellipse(
          [half - 110, rearBelt - 110],
          56,
          50,
          'fill="none" stroke="#ff9d8d" stroke-width="18" opacity=".85"',
        );
  const reverse = rect(
    half - (isTall ? 150 : 290),
    rearBelt - (isTall ? 290 : 176),
    90,
    46,
    'rx="16" fill="#f1ece6" opacity=".9"',
  );
  return path(smoothShape(shape), 'fill="url(#tail)" stroke="#3f0d0a" stroke-width="12"') + light + reverse;
}

function tailgate(profile: EndProfile, paint: string): string {
  const { half, rearBelt, plateY, sill } = profile;
  const y = plateY.rear;
  const line = darken(paint, 0.7);
  const door = `M${-(half - 150)} ${rearBelt - 20}C${-(half - 190)} ${y - 60} ${-(half - 230)} ${y - 170} ${-(half - 250)} ${y - 176}H${half - 250}C${half - 230} ${y - 170} ${half - 190} ${y - 60} ${half - 150} ${rearBelt - 20}`;
  const recess = smoothShape(
    bothSides([
      [300, y - 92],
      [340, y - 40],
      [330, y + 86],
      [180, y + 104],
    ]),
  );
  const grip = rect(-330, y + 96, 660, 26, 'rx="12" fill="#c9cfd2" opacity=".9"');
  const fold = stroke(
    smoothLine([
      [-half + 60, y + 190],
      [0, y + 214],
      [half - 60, y + 190],
    ]),
    lighten(paint, 0.6),
    18,
    0.3,
  );
  const seam = stroke(`M${-half} ${sill + 330}Q0 ${sill + 300} ${half} ${sill + 330}`, line, 8, 0.4);
  return fold + stroke(door, line, 9, 0.45) + path(recess, `fill="${darken(paint, 0.3)}"`) + grip + seam;
}

function bumper(profile: EndProfile, isElectric: boolean): string {
  const { half, sill, isClad } = profile;
  const depth = isClad ? 190 : 120;
  const insert = smoothShape(
    bothSides([
      [half - 150, sill - 30],
      [half - 120, sill + depth - 30],
      [half * 0.5, sill + depth],
    ]),
  );
  const reflector = rect(half - 260, sill + depth + 16, 130, 30, 'rx="12" fill="#a0231d"');
  const exhaust = rect(
    half * 0.44,
    sill + 8,
    150,
    52,
    'rx="24" fill="#0c0e10" stroke="#b9c0c3" stroke-width="11"',
  );
  return path(insert, `fill="${darkTrim}"`) + mirrored(reflector) + (isElectric ? '' : exhaust);
}

/** The rear of a car in mm, y upwards, centred on x = 0. */
export function drawRear(spec: PictureSpec): string {
  const profile = endProfiles[spec.body === 'motorcycle' ? 'small' : spec.body];
  const { paint, seed } = spec;
  const outline = bodyOutline(profile);
  const isTall = spec.body === 'van' || (spec.body === 'small' && seed % 2 === 0);
  const spoiler = path(
    `M${-(profile.roofHalf + 10)} ${profile.height - 120}Q0 ${profile.height - 70} ${profile.roofHalf + 10} ${profile.height - 120}L${profile.roofHalf - 40} ${profile.height - 44}Q0 ${profile.height - 8} ${-(profile.roofHalf - 40)} ${profile.height - 44}Z`,
    `fill="${lighten(paint, 0.28)}"`,
  );
  return [
    `<defs>${endDefinitions(profile, paint)}<clipPath id="endClip"><path d="${outline}"/></clipPath></defs>`,
    groundAndTyres(profile),
    roofRails(profile),
    mirrors(profile, paint),
    path(outline, 'fill="url(#paint)"'),
    `<g clip-path="url(#endClip)">${rect(-profile.half, 0, profile.half * 2, profile.height, 'fill="url(#round)"')}${spoiler}</g>`,
    rearWindow(profile),
    rect(-110, profile.height - 96, 220, 20, 'rx="9" fill="#a0231d"'),
    `<g clip-path="url(#endClip)">${tailgate(profile, paint)}${bumper(profile, spec.isElectric)}${mirrored(tailLamp(profile, isTall, seed))}</g>`,
    emblem(profile.plateY.rear + 176),
    placePlate(spec.plate, profile.plateY.rear),
  ].join('');
}
