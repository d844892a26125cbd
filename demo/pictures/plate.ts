import sharp, { type Sharp } from 'sharp';
import { thousands } from '#demo/cars/wording.ts';
import { type PlateCorners, pictureWidth } from './layers.ts';
import { byteOfLight, lightOf, whiteLight } from './paint.ts';

/** Small words for writing SVG. Points are [x, y]; numbers are cut to a tenth, which no eye sees. */
type Point = readonly [x: number, y: number];

const short = (value: number) => String(Math.round(value * 10) / 10);

function ellipse(center: Point, radiusX: number, radiusY: number, attributes: string): string {
  return `<ellipse cx="${short(center[0])}" cy="${short(center[1])}" rx="${short(radiusX)}" ry="${short(radiusY)}" ${attributes}/>`;
}

export function rect(x: number, y: number, width: number, height: number, attributes: string): string {
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" ${attributes}/>`;
}

/** Where a point of the picture lies on the plate's drawing, px. */
export type PlaneMap = (x: number, y: number) => readonly [u: number, v: number];

/** Solves a square system by elimination with row pivots. `rows` hold the right-hand side last. */
function solve(rows: number[][]): number[] {
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    const best = rows.slice(column).reduce((a, b) => (Math.abs(b[column]!) > Math.abs(a[column]!) ? b : a));
    const at = rows.indexOf(best);
    [rows[column], rows[at]] = [rows[at]!, rows[column]!];
    const pivot = rows[column]!;
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = row[column]! / pivot[column]!;
      for (let index = column; index <= size; index++) row[index]! -= factor * pivot[index]!;
    }
  }
  return rows.map((row, index) => row[size]! / row[index]!);
}

/** The projective map that takes the four corners to the corners of a drawing `width` × `height`, upper left first. */
export function mapToPlane(corners: PlateCorners, width: number, height: number): PlaneMap {
  const targets = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ] as const;
  const rows = corners.flatMap(([x, y], index) => {
    const [u, v] = targets[index]!;
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = solve(rows);
  return (x, y) => {
    const depth = g * x + h * y + 1;
    return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
  };
}

/**
 * Letters and digits of our own for number plates: condensed, bold, drawn as strokes in a box 56 wide and 100 high
 * (y downwards), so that no font has to be installed. Each is a list of SVG path data.
 */
export const glyphWidth = 56;
export const glyphHeight = 100;
export const strokeWidth = 15;

const l = 8; // left, right, top, bottom and middle of the strokes
const r = 48;
const t = 8;
const b = 92;
const m = 50;

const bowl = (from: number, to: number) =>
  `M${l} ${from}H30Q${r} ${from} ${r} ${(from + to) / 2}Q${r} ${to} 30 ${to}H${l}`;
const ring = `M28 ${t}Q${l} ${t} ${l} 30V70Q${l} ${b} 28 ${b}Q${r} ${b} ${r} 70V30Q${r} ${t} 28 ${t}Z`;

export const glyphs: Readonly<Record<string, readonly string[]>> = {
  A: [`M${l - 1} ${b + 7}L28 ${t - 2}L${r + 1} ${b + 7}`, `M16 68H40`],
  B: [`M${l} ${t - 7}V${b + 7}`, bowl(t, 48), bowl(48, b)],
  C: [`M${r} 32Q${r} ${t} 28 ${t}Q${l} ${t} ${l} 32V68Q${l} ${b} 28 ${b}Q${r} ${b} ${r} 68`],
  D: [`M${l} ${t}V${b}H26Q${r} ${b} ${r} 66V34Q${r} ${t} 26 ${t}Z`],
  E: [`M${r} ${t}H${l}V${b}H${r}`, `M${l} ${m}H42`],
  F: [`M${r} ${t}H${l}V${b + 7}`, `M${l} ${m}H42`],
  G: [`M${r} 30Q${r} ${t} 28 ${t}Q${l} ${t} ${l} 32V68Q${l} ${b} 28 ${b}Q${r} ${b} ${r} 68V54H30`],
  H: [`M${l} ${t - 7}V${b + 7}`, `M${r} ${t - 7}V${b + 7}`, `M${l} ${m}H${r}`],
  I: [`M28 ${t - 7}V${b + 7}`],
  J: [`M${r - 4} ${t - 7}V68Q${r - 4} ${b} 26 ${b}Q${l} ${b} ${l} 66`],
  K: [`M${l} ${t - 7}V${b + 7}`, `M${r} ${t - 5}L${l} 56`, `M24 44L${r + 1} ${b + 6}`],
  L: [`M${l} ${t - 7}V${b}H${r}`],
  M: [`M${l} ${b + 7}V${t}L28 62L${r} ${t}V${b + 7}`],
  N: [`M${l} ${b + 7}V${t}L${r} ${b}V${t - 7}`],
  O: [ring],
  P: [`M${l} ${b + 7}V${t - 7}`, bowl(t, 54)],
  Q: [ring, `M32 72L${r + 4} ${b + 6}`],
  R: [`M${l} ${b + 7}V${t - 7}`, bowl(t, 52), `M28 52L${r + 1} ${b + 6}`],
  S: [
    `M${r} 30Q${r} ${t} 28 ${t}Q${l} ${t} ${l} 29Q${l} 44 28 49Q${r} 55 ${r} 71Q${r} ${b} 28 ${b}Q${l} ${b} ${l} 70`,
  ],
  T: [`M${l - 5} ${t}H${r + 5}`, `M28 ${t}V${b + 7}`],
  U: [`M${l} ${t - 7}V68Q${l} ${b} 28 ${b}Q${r} ${b} ${r} 68V${t - 7}`],
  V: [`M${l - 2} ${t - 6}L28 ${b}L${r + 2} ${t - 6}`],
  W: [`M${l - 4} ${t - 6}L17 ${b}L28 36L39 ${b}L${r + 4} ${t - 6}`],
  X: [`M${l - 2} ${t - 6}L${r + 2} ${b + 6}`, `M${r + 2} ${t - 6}L${l - 2} ${b + 6}`],
  Y: [`M${l - 2} ${t - 6}L28 54L${r + 2} ${t - 6}`, `M28 54V${b + 7}`],
  Z: [`M${l} ${t}H${r}L${l} ${b}H${r}`],
  '0': [ring],
  '1': [`M12 26L31 ${t}V${b + 7}`],
  '2': [`M${l} 32Q${l} ${t} 28 ${t}Q${r} ${t} ${r} 32Q${r} 46 34 60L${l} ${b}H${r + 3}`],
  '3': [
    `M${l} 28Q${l} ${t} 28 ${t}Q${r} ${t} ${r} 28Q${r} 48 24 48Q${r} 48 ${r} 70Q${r} ${b} 28 ${b}Q${l} ${b} ${l} 71`,
  ],
  '4': [`M38 ${b + 7}V${t}L${l - 2} 70H${r + 5}`],
  '5': [`M${r - 1} ${t}H13L10 46Q17 39 29 39Q${r} 39 ${r} 64Q${r} ${b} 28 ${b}Q${l} ${b} ${l} 72`],
  '6': [
    `M${r - 2} 25Q44 ${t} 29 ${t}Q${l} ${t} ${l} 36V66Q${l} ${b} 28 ${b}Q${r} ${b} ${r} 68Q${r} 46 28 46Q${l} 46 ${l} 64`,
  ],
  '7': [`M${l - 2} ${t}H${r}L22 ${b + 7}`],
  '8': [
    `M28 ${t}Q11 ${t} 11 28Q11 47 28 47Q45 47 45 28Q45 ${t} 28 ${t}Z`,
    `M28 47Q${l} 47 ${l} 69Q${l} ${b} 28 ${b}Q${r} ${b} ${r} 69Q${r} 47 28 47Z`,
  ],
  '9': [
    `M10 75Q12 ${b} 27 ${b}Q${r} ${b} ${r} 64V34Q${r} ${t} 28 ${t}Q${l} ${t} ${l} 32Q${l} 54 28 54Q${r} 54 ${r} 36`,
  ],
  '.': [`M20 ${b}h16`],
  ':': [`M28 34h1`, `M28 70h1`],
  '-': [`M14 ${m}H42`],
};

/** The step from letter to letter. */
const advance = glyphWidth + 8;

/** Text drawn from the glyphs, baseline box at (0, 0). */
export function drawGlyphs(
  text: string,
  color: string,
  weight = strokeWidth,
): { svg: string; width: number } {
  let x = 0;
  const parts = [...text].map((character) => {
    const shape = glyphs[character];
    const own = character === ' ' ? advance * 0.45 : '.:I'.includes(character) ? advance * 0.5 : advance;
    const drawn = shape
      ? `<path transform="translate(${x + (own - advance) / 2} 0)" d="${shape.join('')}"/>`
      : '';
    x += own;
    return drawn;
  });
  const svg = `<g fill="none" stroke="${color}" stroke-width="${weight}" stroke-linejoin="round">${parts.join('')}</g>`;
  return { svg, width: x - (advance - glyphWidth) };
}

/** Size of a Danish car plate in mm. */
const plateWidth = 504;
const plateHeight = 120;

function euField(): string {
  const stars = Array.from({ length: 12 }, (_, index) => {
    const angle = (index / 12) * Math.PI * 2;
    return ellipse([29 + Math.sin(angle) * 15, 40 - Math.cos(angle) * 15], 2.6, 2.6, 'fill="#f4cf3c"');
  }).join('');
  const letters = drawGlyphs('DK', '#ffffff', 15);
  return `${rect(7, 7, 44, plateHeight - 14, 'rx="4" fill="#123a8c"')}${stars}<g transform="translate(${29 - letters.width * 0.13} 74) scale(.26)">${letters.svg}</g>`;
}

/** "AB 12 345" in the middle of what the blue field leaves. */
function registration(plate: string): string {
  const text = `${plate.slice(0, 2)} ${plate.slice(2, 4)} ${plate.slice(4)}`;
  const letters = drawGlyphs(text, '#111315');
  const scale = Math.min(0.82, (plateWidth - 92) / letters.width);
  const x = 56 + (plateWidth - 66 - letters.width * scale) / 2;
  const y = (plateHeight - glyphHeight * 0.82) / 2;
  return `<g transform="translate(${x} ${y}) scale(${scale} .82)">${letters.svg}</g>`;
}

/**
 * A Danish plate: near white, red edge, blue field, black type; without the type where `plate` is null. SVG in mm with its
 * upper left corner at (0, 0) and y downwards.
 */
export function drawPlate(plate: string | null): string {
  return [
    rect(0, 0, plateWidth, plateHeight, 'fill="#f7f7f4"'),
    rect(3.5, 3.5, plateWidth - 7, plateHeight - 7, 'rx="7" fill="none" stroke="#c4252c" stroke-width="5"'),
    euField(),
    plate === null ? '' : registration(plate),
  ].join('');
}

const pxPerMm = 2;

/** The drawn plate as pixels; without a `plate` its edge and its blue field only. */
export function plateDrawing(plate: string | null): Sharp {
  const [width, height] = [plateWidth * pxPerMm, plateHeight * pxPerMm];
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${plateWidth} ${plateHeight}">${drawPlate(plate)}</svg>`,
    ),
  );
}

const channels = 3;
/** Every pixel of a plate is the mean of this many samples across and down. */
const samplesPerSide = 4;
const samples = samplesPerSide ** 2;
/** How bright the blank plate of the layers is in full sun. */
const blankPlateLight = 0.9 * whiteLight;

/** Warps a drawing on the blank plate or display of a picture (raw RGB), keeping the light that falls on it. */
export async function mountDrawing(
  picture: Uint8ClampedArray,
  corners: PlateCorners,
  drawing: Sharp,
): Promise<void> {
  const { data, info } = await drawing.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const onPlate = mapToPlane(corners, width, height);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  for (let y = Math.floor(Math.min(...ys)); y <= Math.max(...ys); y++) {
    for (let x = Math.floor(Math.min(...xs)); x <= Math.max(...xs); x++) {
      const sum = [0, 0, 0];
      let hits = 0;
      for (let sample = 0; sample < samples; sample++) {
        const [u, v] = onPlate(
          x + ((sample % samplesPerSide) + 0.5) / samplesPerSide,
          y + (Math.floor(sample / samplesPerSide) + 0.5) / samplesPerSide,
        );
        if (u < 0 || v < 0 || u >= width || v >= height) continue;
        hits++;
        const at = ((v | 0) * width + (u | 0)) * channels;
        for (let channel = 0; channel < channels; channel++) sum[channel]! += lightOf[data[at + channel]!]!;
      }
      if (hits === 0) continue;
      const cover = hits / samples;
      const to = (y * pictureWidth + x) * channels;
      for (let channel = 0; channel < channels; channel++) {
        const light = lightOf[picture[to + channel]!]!;
        const written = (sum[channel]! / hits) * Math.min(1, light / blankPlateLight);
        picture[to + channel] = byteOfLight[(light * (1 - cover) + written * cover) | 0]!;
      }
    }
  }
}

/** The same plate in the mirrored picture: it moves to the other side but is not turned round. */
export function mirrorCorners(corners: PlateCorners): PlateCorners {
  const mirrored = corners.map(([x, y]) => [pictureWidth - x, y] as const);
  const [upperLeft, upperRight, lowerRight, lowerLeft] = mirrored;
  return [upperRight!, upperLeft!, lowerLeft!, lowerRight!];
}

const width = 640;
const height = 160;

/** The mileage as the instruments show it, "187.432 KM" in light figures on black; the place stays dark without one. */
export function odometerDrawing(km: number | null): Sharp {
  const letters = drawGlyphs(km === null ? '' : `${thousands(km)} KM`, '#dfe9ee', 12);
  const scale = Math.min(1.25, (width - 40) / Math.max(1, letters.width));
  const [x, y] = [(width - letters.width * scale) / 2, (height - glyphHeight * scale) / 2];
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#0b0d0e"/><g transform="translate(${x} ${y}) scale(${scale})">${letters.svg}</g></svg>`,
    ),
  );
}
