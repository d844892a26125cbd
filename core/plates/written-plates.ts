import { once } from '#core/shared.ts';
import { isOrdinaryPlate, readPlain } from './plate.ts';

/**
 * A plate in a text, from its first character to one past its last, in normalised form. `isLabelled`: a word such as
 * "nummerplade" precedes it.
 */
export type WrittenPlate = { from: number; to: number; plate: string; isLabelled: boolean };

/** The separators between the letters and digits of a plate. */
const gap = '[\\s.\\-–—‐‑−_·•‧∙⋅・⁃*/|]';
const candidate = once(
  () =>
    new RegExp(
      `(?<![0-9A-Za-zÀ-ÖØ-öø-ɏ])([A-Za-z]{2})(${gap}{0,3})(\\d{2})(${gap}{0,3})(\\d{3})(?![0-9A-Za-zÀ-ÖØ-öø-ɏ])`,
      'g',
    ),
);
const label =
  /(?:nummerplade|nr\.?\s?plade|reg\.?\s?-?\s?(?:nr|nummer)\.?|registreringsnummer|plader?|plates?)\W{0,4}(?:er\s)?$/i;
/** "Del nr. AB 12345": numbers of parts and goods are written like plates. Dealers’ numbers of cars often are the plate. */
const otherLabel =
  /(?<![a-zæøå])(?:(?:reserve)?dele?s?|vare|oem|oe|artikel|part|bestillings)\s?-?\s?(?:nr|no|nummer|number|num)\.?\W{0,3}$/i;
const longestLabel = 32;
/** How many characters after a plate are considered when deciding whether it is one. */
export const judgedBehind = 24;

const pairs = (list: string) => once((): ReadonlySet<string> => new Set(list.split(' ')));
/** Two letters that are a unit, whatever follows: "KM 12345", "kr49900". */
const units = pairs('KM KR NR HK CA ID');
/** Two-letter words before numbers in ads: parts of sentences, and of prices ("fast pris", "Verhandlungsbasis"). */
const words = pairs(
  'FP VB NP PP FB AD AF AL AM AN AS AT BE BY DA DE DK DO DU EL EN ER ET EU EV FR GO HA HE IN IS IT JA KL MED ME MY NO NU NY OF OG OK OM ON OP OR OS OX PR SA SE SO TF TI TL TO TV UD UK UP US VI VE WE',
);
/** Makes, models and trims of two letters, which a price may follow. */
const carNames = pairs(
  'VW DS MG GT RS TT ST TD TS SW GL SX CX XC EX MX BX AX ZX XM LS LX GS IS RX NX UX CT CL CC SL SE SR XR XE XF XJ ML GL GX QX FX ID IX EQ ZS HS RC ES HR CR CV TI TX TR XL XS VR XV XK SD FE PS KW BJ LT WR GP WA ZO',
);
/** Models of two letters and two digits, which power or mileage may follow: "XC 60 200". */
const twoFigureModels =
  /^(?:XC(?:40|60|70|90)|CX(?:30|50|60|80)|[EFQ]X(?:30|35|37|45|50|70|90)|M[LX](?:30|55|63)|EC40|G[TR]86|GT40|MX30)$/;

/** A unit after the digits; not one that belongs to the next number ("AB 12 345 km 187.000"). */
const unitAfter =
  /^[\s.,]{0,2}(?:(?:t?km|kr|kroner|dkk|eur|euro|miles|mil|hk|hp|ps|kw|nm|ccm?|kg|heste)(?![a-zæøå])(?!\W{0,3}(?:\d{1,3}[. ]\d{3}|\d{5,6}))|[€]|,-|:-)/i;
/** The number continues: decimals, or thousands with a unit. */
const goesOn = /^(?:[.,](?:\d{2}|\d{3})(?!\d)|,-|\s\d{3}\s*(?:t?km|kr|dkk|,-))/i;
/** "CVR DK 12 345 678". */
const threeMore = /^\s\d{3}(?!\d)/;
/** Endings of prices. */
const priceEnding = /(?:0|95|99)$/;
/** Plates are separated by different signs only as "AB 12-345" or "AB 12.345"; "MT-07 700" is a model and its power. */
const isParted = (first: string, second: string) =>
  first === '' || second === '' || /^\s+$/.test(first) || first.trim() === second.trim();

function isPlate(match: RegExpExecArray, after: string): boolean {
  const [, letters, first, tens, second, rest] = match as unknown as string[];
  const pair = letters!.toUpperCase();
  if (units().has(pair)) return false;
  if (unitAfter.test(after)) return false;
  if (first === '' && second === '') return true;
  if (goesOn.test(after) || !isParted(first!, second!)) return false;
  if (twoFigureModels.test(pair + tens)) return false;
  const isPriceLike = priceEnding.test(rest!);
  const isUpper = letters === pair;
  // "AB 12 345" is how plates are printed; words before prices are rarely in capitals, and prices rarely spaced so.
  if (words().has(pair))
    return isUpper && second !== '' && second !== '.' && !isPriceLike && !threeMore.test(after);
  if (carNames().has(pair)) return second !== '.' && second !== '' && !isPriceLike;
  const isThousands = second === '.' && first !== '' && first !== '.';
  return isThousands ? isUpper && !isPriceLike : isUpper || !isPriceLike;
}

/**
 * The plates (two letters, five digits) in a plain text, in any case and with any usual separators. What looks like a price,
 * a mileage or a model is not a plate, unless a word such as "nummerplade" precedes it.
 */
export function writtenPlates(plain: string): WrittenPlate[] {
  const found: WrittenPlate[] = [];
  const pattern = candidate();
  pattern.lastIndex = 0;
  for (let match = pattern.exec(plain); match; match = pattern.exec(plain)) {
    const from = match.index;
    const to = from + match[0].length;
    const before = plain.slice(Math.max(0, from - longestLabel), from);
    const isLabelled = label.test(before);
    if (isLabelled || (!otherLabel.test(before) && isPlate(match, plain.slice(to, to + judgedBehind))))
      found.push({ from, to, plate: `${match[1]!.toUpperCase()}${match[3]}${match[5]}`, isLabelled });
    // After a match that is not a plate, the search continues within it: "er ab 12 345" has a plate at "ab".
    else pattern.lastIndex = from + 2;
  }
  return found;
}

const wordCharacter = /[\p{L}\p{N}]/u;
const mostBetween = 4;
/** Compares characters without case; O counts as 0, and I and L as 1. */
function shapeAt(plain: string, at: number): number {
  const code = plain.charCodeAt(at);
  const upper =
    code >= 0x80 ? plain[at]!.toUpperCase().charCodeAt(0) : code >= 0x61 && code <= 0x7a ? code - 0x20 : code;
  if (upper === 0x49 || upper === 0x4c) return 0x31;
  return upper === 0x4f ? 0x30 : upper;
}

/**
 * Where a known plate is in a plain text, with any separators. An ordinary plate is found inside longer words too, a
 * personal one ("BIL", "XX1") only as a word of its own.
 */
export function placesOfPlate(plain: string, plate: string): { from: number; to: number }[] {
  const wanted = Array.from(plate, (_, at) => shapeAt(plate, at));
  const isInside = isOrdinaryPlate(plate);
  const found: { from: number; to: number }[] = [];
  for (let from = 0; from < plain.length; from++) {
    if (shapeAt(plain, from) !== wanted[0]) continue;
    const to = endOf(plain, from, wanted);
    if (to === -1 || (!isInside && (matchesAt(wordBefore, plain, from) || matchesAt(wordBehind, plain, to))))
      continue;
    found.push({ from, to });
    from = to - 1;
  }
  return found;
}

function endOf(plain: string, from: number, wanted: readonly number[]): number {
  let to = from + 1;
  for (let i = 1; i < wanted.length; i++) {
    const bound = Math.min(plain.length, to + mostBetween);
    while (to < bound && !wordCharacter.test(plain[to]!)) to++;
    // After the end of the text nothing matches.
    if (shapeAt(plain, to) !== wanted[i]) return -1;
    to++;
  }
  return to;
}

const wordBehind = /[\p{L}\p{N}]/uy;
const wordBefore = /(?<=[\p{L}\p{N}])/uy;
function matchesAt(pattern: RegExp, plain: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(plain);
}

/** A chassis number in a text, from its first character to one past its last. */
export type Place = { from: number; to: number };

const letterOrFigure = '[0-9A-Za-zÀ-ÖØ-öø-ɏ]';
/** Modern numbers have seventeen characters, without I, O and Q. */
const character = '[A-HJ-NPR-Z0-9]';
const whole = new RegExp(
  `(?<!${letterOrFigure})${character}(?:[-.]?${character}){16}(?!${letterOrFigure})`,
  'gi',
);
const chassisLabel =
  'stel(?:nummer|nr)?|chassis(?:\\s?(?:nummer|number|nr|no))?|vin(?:\\s?(?:nummer|number|kode|nr))?|understellsn(?:umme)?r';
/** After its label it may contain spaces; old cars' numbers are shorter. */
const labelled = new RegExp(
  `(?<!${letterOrFigure})(?:${chassisLabel})(?!${letterOrFigure})\\W{0,4}(?:(?:${chassisLabel})\\W{1,4})?` +
    `((?:${character}[ .-]?){16}${character}|[A-Z0-9]{5,17})(?!${letterOrFigure})`,
  'gi',
);

const figuresIn = (text: string) => text.replace(/\D/g, '').length;
const lettersIn = (text: string) => text.replace(/[^a-z]/gi, '').length;

/** The chassis numbers in a plain text. They identify a car like its plate does. */
export function chassisNumbersIn(plain: string): Place[] {
  const places: Place[] = [];
  for (const { 0: number, index } of plain.matchAll(whole))
    if (figuresIn(number) >= 4 && lettersIn(number) >= 2)
      places.push({ from: index, to: index + number.length });
  for (const { 0: all, 1: number, index } of plain.matchAll(labelled))
    if (figuresIn(number!) >= 4)
      places.push({ from: index + all.length - number!.length, to: index + all.length });
  return places;
}

const shown = '•••••••';

/**
 * A seller's text as readers who are not signed in may read and search it: without the car's plate in any spelling, without
 * unconfirmed plates in the text, and without chassis numbers.
 */
export const hidePlates = (text: string, plate: string | null): string => replacePlates(text, plate, shown);

/** Like `hidePlates`, without a replacement; for values taken from a text. Null if nothing else is left. */
export function cutPlates(text: string, plate: string | null): string | null {
  const cut = replacePlates(text, plate, ' ');
  if (cut === text) return text;
  const tidy = cut
    .replace(/\(\W*\)|\[\W*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:|/·-]+|[\s,;:|/·-]+$/g, '');
  return /[\p{L}\p{N}]/u.test(tidy) ? tidy : null;
}

/**
 * A make, model or town without plates; null if nothing is left. A personal plate equal to the name ("GOLF") is kept,
 * because it reveals no more than the name.
 */
export const nameWithoutPlates = (name: string | null, plate: string | null): string | null =>
  name && cutPlates(name, plate && isOrdinaryPlate(plate) ? plate : null);

/**
 * The beginning of a text, at most `most` characters. A cut through a plate would leave an unrecognisable part, and a cut
 * right after it could turn it into a price ("AB 12 345 km"): such a text ends before the plate.
 */
export function beginningOf(text: string, most: number, plate: string | null): string {
  if (text.length <= most) return text;
  const { plain, at } = readPlain(text);
  let end = most;
  for (const { from, to } of platesIn(plain, plate).toSorted((a, b) => b.from - a.from)) {
    const start = at ? at[from]! : from;
    const judgedTo = to + judgedBehind;
    const seenTo = at ? (at[judgedTo] ?? text.length) : judgedTo;
    if (start < end && seenTo > end) end = start;
  }
  return text.slice(0, end);
}

const platesIn = (plain: string, plate: string | null) => [
  ...(plate ? placesOfPlate(plain, plate) : []),
  ...writtenPlates(plain),
  ...chassisNumbersIn(plain),
];

function replacePlates(text: string, plate: string | null, replacement: string): string {
  const { plain, at } = readPlain(text);
  const places = platesIn(plain, plate);
  if (places.length === 0) return text;
  places.sort((a, b) => a.from - b.from);
  let result = '';
  let done = 0;
  for (const { from, to } of places) {
    const start = at ? at[from]! : from;
    // Includes combining marks of the last character.
    const end = at ? (at[to] ?? text.length) : to;
    // Of two overlapping places, the second continues the first.
    if (start >= done) result += text.slice(done, start) + replacement;
    done = Math.max(done, end);
  }
  return result + text.slice(done);
}
