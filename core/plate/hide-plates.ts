import { chassisNumbersIn } from './chassis-numbers.ts';
import { readPlain } from './plain-letters.ts';
import { isOrdinaryPlate } from './plate.ts';
import { judgedBehind, placesOfPlate, writtenPlates } from './written-plates.ts';

const shown = '•••••••';

/**
 * A text of the seller's as people who are not signed in may read and search it: without the car's plate however it is
 * written, without those that the seller wrote and nobody has confirmed, and without chassis numbers.
 */
export const hidePlates = (text: string, plate: string | null): string => replacePlates(text, plate, shown);

/** The same with nothing in the plate's place, for what is read out of a text; null when nothing else stands in it. */
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
 * A make, a model or a town without plates, null when nothing is left. A personal plate that is the name itself ("GOLF")
 * says no more than the name and stays.
 */
export const nameWithoutPlates = (name: string | null, plate: string | null): string | null =>
  name && cutPlates(name, plate && isOrdinaryPlate(plate) ? plate : null);

/**
 * The beginning of a text, at most `most` characters of it. A cut through a plate would leave a part that nobody takes for
 * one, and a cut close behind it could make a price of it ("AB 12 345 km"): such a text ends before the plate.
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
    // Marks that belong to the last character go with it.
    const end = at ? (at[to] ?? text.length) : to;
    // Where two overlap the second goes on from the first.
    if (start >= done) result += text.slice(done, start) + replacement;
    done = Math.max(done, end);
  }
  return result + text.slice(done);
}
