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

const bowl = (from: number, to: number, x = l) =>
  `M${x} ${from}H30Q${r} ${from} ${r} ${(from + to) / 2}Q${r} ${to} 30 ${to}H${x}`;
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

/** Text drawn from the glyphs, baseline box at (0, 0); `advance` is the step from letter to letter. */
export function drawGlyphs(
  text: string,
  color: string,
  weight = strokeWidth,
  advance = glyphWidth + 8,
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
