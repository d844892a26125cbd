import { readPlain } from '#core/plates/plate.ts';
import { beginningOf, writtenPlates } from '#core/plates/written-plates.ts';

/**
 * Characters that draw nothing or turn the reading direction: the control, format, private and surrogate
 * classes and three blank letters.
 */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd\u115f\u1160\u2800\u3164]/gu;

const beyondAscii = /[\u0080-\uffff]/;
const allBeyondAscii = /[\u0080-\uffff]+/g;

/** Letters of Danish that a plain decomposition loses, and the two ways people write them. */
const danishLetters: Record<string, string> = { æ: 'ae', ø: 'oe', å: 'aa' };
/** Marks that a letter is written with as a character of its own. */
const separateMark = /[\u0300-\u036f]/;
const mostLetters = 4000;
const foldedLetters = new Map<string, string>();

/**
 * One line of a stranger's text, safe to store and show: no control characters, zero widths, direction
 * overrides or lone surrogates, white space collapsed, at most `maxLength` characters. Anything that is not
 * a string, or is blank, is null.
 */
export function cleanLine(raw: unknown, maxLength = 200): string | null {
  const text = wellFormed(raw, maxLength);
  if (text === null) return null;
  const line = text.replace(/\s+/gu, ' ').replace(invisibleCharacters, '').replace(/ {2,}/g, ' ');
  return trimTo(line, maxLength);
}

/** Like `cleanLine` for longer text: line breaks are kept, at most one blank line in a row. */
export function cleanParagraphs(raw: unknown, maxLength = 6000): string | null {
  const text = wellFormed(raw, maxLength);
  if (text === null) return null;
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => cleanLine(line, maxLength) ?? '');
  return trimTo(lines.join('\n').replace(/\n{3,}/g, '\n\n'), maxLength);
}

/**
 * Text made comparable: lower case, compatibility forms unified (bold letters of posts become plain ones), æ
 * ø å spelled ae oe aa and other accents dropped, so that word patterns can stay in ASCII.
 */
export function foldText(text: string): string {
  // Most texts are plain letters, and the tables of Unicode cost ten times as much.
  if (!beyondAscii.test(text)) return text.toLowerCase();
  return separateMark.test(text)
    ? foldThrough(text)
    : text.toLowerCase().replace(allBeyondAscii, foldLetters);
}

/** Texts are made of few letters that are no plain ones: each is folded once. */
function foldLetters(letters: string): string {
  const before = foldedLetters.get(letters);
  if (before !== undefined) return before;
  if (foldedLetters.size >= mostLetters) foldedLetters.clear();
  const folded = foldThrough(letters);
  foldedLetters.set(letters, folded);
  return folded;
}

function foldThrough(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[æøå]/g, (letter) => danishLetters[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{Mn}+/gu, '');
}

/** Bounded before any other work, so that a title of a megabyte costs no more than one of a kilobyte. */
function wellFormed(raw: unknown, maxLength: number): string | null {
  if (typeof raw !== 'string') return null;
  return raw
    .slice(0, maxLength * 4 + 64)
    .toWellFormed()
    .normalize('NFC');
}

function trimTo(text: string, maxLength: number): string | null {
  const cut = beginningOf(text.trim(), maxLength, null)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trim();
  return cut === '' ? null : cut;
}

const mostRead = 8000;

/**
 * The Danish plate (two letters, five figures) that the seller wrote out, as "AB12345": the first that is called one, else
 * the first. Null when there is none.
 */
export function plateInText(text: string): string | null {
  const found = writtenPlates(readPlain(text.slice(0, mostRead)).plain);
  return (found.find(({ isLabelled }) => isLabelled) ?? found[0])?.plate ?? null;
}
