import { once } from '#core/shared.ts';
import type { Quad } from './boxes.ts';

/** Danish number plates as text. A normalised plate is upper case without blanks, dots or dashes ("AB12345"). */

const ordinaryPlate = /^[A-Z]{2}\d{5}$/;

/** True for a normalised plate of the ordinary series: two letters and five digits. */
export function isOrdinaryPlate(plate: string): boolean {
  return ordinaryPlate.test(plate);
}

/**
 * How a plate may be typed: letters and digits, with blanks, dots, bullets and dashes of every kind between them ("ab 12.345",
 * "AB–12–345", "AB·12·345", "MIN BIL"). Written so that a form's field may have it too, where a dash of a class must be escaped.
 */
export const typedPlate =
  /^[\s._\x2d\xad\xb7\u2010-\u2015\u2022\u2027\u2043\u2212\u2219\u22c5\u30fb\ufe58\ufe63\uff0d\u200b-\u200d]*(?:[A-Za-zÆØÅæøå0-9][\s._\x2d\xad\xb7\u2010-\u2015\u2022\u2027\u2043\u2212\u2219\u22c5\u30fb\ufe58\ufe63\uff0d\u200b-\u200d]*){2,7}$/;

/** "ab 12.345" → "AB12345", for what fits `typedPlate`. */
export const normalPlate = (typed: string): string =>
  typed
    .replaceAll(
      /[\s._\x2d\xad\xb7\u2010-\u2015\u2022\u2027\u2043\u2212\u2219\u22c5\u30fb\ufe58\ufe63\uff0d\u200b-\u200d]/g,
      '',
    )
    .toUpperCase();

/** A text as a reader sees it, for comparing: `plain[i]` stands at `at[i]` of the text; `at` null: at the same place. */
export type PlainText = { plain: string; at: readonly number[] | null };

/** Everything that is not read as it stands: unseen characters, marks, other scripts, forms of letters and figures. */
const unusual = /\u00ad|[\u0300-\u200f\u202a-\u202e\u2060-\u20ab\u20ad-\u{10ffff}]/u;

/** Letters of other scripts that look like Latin ones, one above the other. */
const otherLetters = 'АВСЕНІЈКМОРЅТХУавсеһіјкморѕтхуԁԛԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧνορτυχικ';
const latinLetters = 'ABCEHIJKMOPSTXYabcehijkmopstxydqWABEZHIKMNOPTYXvoptuxik';
const lookAlikes = once(() => new Map([...otherLetters].map((letter, i) => [letter, latinLetters[i]!])));

/** Letters and figures in squares, circles and flags that Unicode does not reduce: first and last code point, first character. */
const enclosed: readonly (readonly [number, number, string])[] = [
  [0x1f1e6, 0x1f1ff, 'A'],
  [0x1f150, 0x1f169, 'A'],
  [0x1f170, 0x1f189, 'A'],
  [0x2776, 0x277e, '1'],
  [0x2780, 0x2788, '1'],
  [0x278a, 0x2792, '1'],
];

const unseen = /[\p{M}\p{Cf}\u115f\u1160\u3164]/u;
const figure = /\p{Nd}/u;

/** Figures of a script stand together in tens that begin with its nought. */
function figureOf(codePoint: number): string {
  let before = 0;
  while (figure.test(String.fromCodePoint(codePoint - before - 1))) before++;
  return String(before % 10);
}

function plainOf(character: string): string {
  const codePoint = character.codePointAt(0)!;
  if (codePoint < 0x80) return character;
  const found = enclosed.find(([first, last]) => codePoint >= first && codePoint <= last);
  if (found) return String.fromCharCode(found[2].charCodeAt(0) + codePoint - found[0]);
  if (unseen.test(character)) return '';
  const unified = character.normalize('NFKC');
  if (figure.test(unified)) return unified === character ? figureOf(codePoint) : unified;
  return lookAlikes().get(unified) ?? unified;
}

/**
 * The text with full-width, bold and enclosed letters and figures, those of other scripts that look like Latin ones and
 * unseen characters between them read as a person reads them.
 */
export function readPlain(text: string): PlainText {
  if (!unusual.test(text)) return { plain: text, at: null };
  let plain = '';
  const at: number[] = [];
  let place = 0;
  for (const character of text) {
    const read = plainOf(character);
    plain += read;
    for (let i = 0; i < read.length; i++) at.push(place);
    place += character.length;
  }
  return { plain, at };
}

/** How good a plate read in a photo is: what the acceptance rule needs of a reading. */
export type PlateCandidate = {
  /** Normalised ("AB12345"). */
  plate: string;
  /** ≤ 0: logarithm of how much less likely the plate is than the likeliest text without a grammar. */
  score: number;
  /** Width of the plate in the picture that was read, pixels. */
  widthPx: number;
};

/** A plate read in one photo. `box` lies in the pixels of the photo turned upright by its EXIF orientation. */
export type PlateReading = PlateCandidate & { box: Quad };

/** The bytes are no picture the product can read: broken, no image at all, or larger than any camera's. */
export class UnreadablePhoto extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`Unreadable photo: ${reason}`, options);
    this.name = 'UnreadablePhoto';
  }
}
