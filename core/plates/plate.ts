import { once } from '#core/shared.ts';
import type { Quad } from './boxes.ts';

/** Danish number plates as text. A normalised plate is upper case without blanks, dots or dashes ("AB12345"). */

const ordinaryPlate = /^[A-Z]{2}\d{5}$/;

/** Whether a normalised plate is of the ordinary series: two letters and five digits. */
export function isOrdinaryPlate(plate: string): boolean {
  return ordinaryPlate.test(plate);
}

/**
 * The ways of typing a plate: letters and digits, separated by blanks, dots, bullets or dashes of any kind ("ab 12.345",
 * "AB–12–345", "AB·12·345", "ＡＢ１２３４５", "MIN BIL"). Also used as the pattern of a form's field, where dashes in a class must be escaped.
 */
export const typedPlate =
  /^[\s._\x2d\xad\xb7\u2010-\u2015\u2022\u2027\u2043\u2212\u2219\u22c5\u30fb\ufe58\ufe63\uff0d\u200b-\u200d]*(?:[A-Za-zÆØÅæøå0-9\uff10-\uff19\uff21-\uff3a\uff41-\uff5a][\s._\x2d\xad\xb7\u2010-\u2015\u2022\u2027\u2043\u2212\u2219\u22c5\u30fb\ufe58\ufe63\uff0d\u200b-\u200d]*){2,7}$/;

/** "ab 12.345" → "AB12345"; for texts that match `typedPlate`. */
export const normalPlate = (typed: string): string =>
  typed
    .replaceAll(
      /[\s._\x2d\xad\xb7\u2010-\u2015\u2022\u2027\u2043\u2212\u2219\u22c5\u30fb\ufe58\ufe63\uff0d\u200b-\u200d]/g,
      '',
    )
    .normalize('NFKC')
    .toUpperCase();

/**
 * A text with look-alike characters resolved: `plain[i]` is at index `at[i]` of the original; `at` null means the same
 * index.
 */
export type PlainText = { plain: string; at: readonly number[] | null };

/** Characters that are not read as they stand: invisible ones, marks, other scripts, variants of letters and digits. */
const unusual = /\u00ad|[\u0300-\u200f\u202a-\u202e\u2060-\u20ab\u20ad-\u{10ffff}]/u;

/** Letters of other scripts that look like Latin ones, in the order of `latinLetters`. */
const otherLetters = 'АВСЕНІЈКМОРЅТХУавсеһіјкморѕтхуԁԛԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧνορτυχικ';
const latinLetters = 'ABCEHIJKMOPSTXYabcehijkmopstxydqWABEZHIKMNOPTYXvoptuxik';
const lookAlikes = once(() => new Map([...otherLetters].map((letter, i) => [letter, latinLetters[i]!])));

/**
 * Letters and digits in squares, circles and flags that Unicode does not normalise: first and last code point, first
 * character.
 */
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

/** The digit of a code point: a script's digits are ten in a row, starting with zero. */
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
 * Resolves what people read as plain letters and digits: full-width, bold and enclosed forms, look-alikes of other scripts,
 * and invisible characters in between.
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

/** The quality of a plate that was read in a photo, as the acceptance rule needs it. */
export type PlateCandidate = {
  /** Normalised ("AB12345"). */
  plate: string;
  /** ≤ 0: natural logarithm of the plate's probability relative to the most likely text without a grammar. */
  score: number;
  /** Width of the plate in pixels of the picture that was read. */
  widthPx: number;
};

/** A plate read in one photo. `box` is in pixels of the photo rotated by its EXIF orientation. */
export type PlateReading = PlateCandidate & { box: Quad };

/** The bytes are not a readable picture: damaged, not an image, or larger than any camera's. */
export class UnreadablePhoto extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`Unreadable photo: ${reason}`, options);
    this.name = 'UnreadablePhoto';
  }
}
