import { plateInText } from '../marketplace/plate-in-text.ts';

/**
 * A text of the seller's as people who are not signed in may read and search it: without the car's plate however it is
 * spaced, and without one that the seller wrote and nobody has confirmed.
 */
export function hidePlates(text: string, plate: string | null): string {
  const open = plate ? hide(text, plate) : text;
  const written = plateInText(open);
  return written ? hide(open, written) : open;
}

const shown = '•••••••';
const wordCharacter = /^[\p{L}\p{N}]$/u;
const between = /^[\s.-]$/;

/** Walks the text: a pattern would have to be compiled anew for every plate, at a hundred times the cost. */
function hide(text: string, plate: string): string {
  const upper = plate.toUpperCase();
  const lower = plate.toLowerCase();
  let hidden = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (!isSame(text[at]!, upper[0]!, lower[0]!)) continue;
    const end = endOfPlate(text, at, upper, lower);
    if (end < 0 || isWordBefore(text, at) || isWordAt(text, end)) continue;
    hidden += text.slice(from, at) + shown;
    from = end;
    at = end - 1;
  }
  return from === 0 ? text : hidden + text.slice(from);
}

const isSame = (character: string, upper: string, lower: string) =>
  character === upper || character === lower || character.toLowerCase() === lower;

/** Where the plate that begins at `at` ends, blanks, dots and dashes inside it skipped; −1 when none does. */
function endOfPlate(text: string, at: number, upper: string, lower: string): number {
  let end = at + 1;
  for (let i = 1; i < upper.length; i++) {
    while (end < text.length && between.test(text[end]!)) end++;
    if (end >= text.length || !isSame(text[end]!, upper[i]!, lower[i]!)) return -1;
    end++;
  }
  return end;
}

const isWordAt = (text: string, at: number): boolean =>
  at < text.length && wordCharacter.test(String.fromCodePoint(text.codePointAt(at)!));

const isWordBefore = (text: string, at: number): boolean =>
  at > 0 && wordCharacter.test([...text.slice(Math.max(0, at - 2), at)].at(-1)!);
