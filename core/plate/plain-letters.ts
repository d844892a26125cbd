import { once } from '../once.ts';

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
