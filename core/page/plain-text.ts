import { hidePlates } from '../plate/hide-plates.ts';

/** Joiners, direction marks, lone surrogates, unassigned and private characters: nothing that a title needs. */
const unseen = /[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;

/**
 * A seller's words as one line of at most `most` characters that says what it seems to say: no control or direction
 * characters, no broken surrogates, no number plate.
 */
export function plainText(text: string, most: number): string {
  return shorten(hidePlates(oneLine(text), null), most);
}

const mostTitleCharacters = 90;

/** A car's title as everybody may read it: without number plates, confirmed or only written. */
export function publicTitle(car: { title: string; plate: string | null }): string {
  return shorten(hidePlates(oneLine(car.title), car.plate), mostTitleCharacters);
}

/** Longer texts are no titles; their end is not looked at. */
const mostRead = 5000;
/** Far more than is shown, so that no plate is cut where it would still be read. */
const mostKept = 1000;

function oneLine(text: string): string {
  return text
    .slice(0, mostRead)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(unseen, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, mostKept)
    .replace(/[\ud800-\udbff]$/, '');
}

function shorten(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`;
}
