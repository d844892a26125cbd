import { readPlain } from './plain-letters.ts';
import { isOrdinaryPlate } from './plate.ts';
import { placesOfPlate, writtenPlates } from './written-plates.ts';

const shown = '•••••••';

/**
 * A text of the seller's as people who are not signed in may read and search it: without the car's plate however it is
 * written, and without those that the seller wrote and nobody has confirmed.
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

function replacePlates(text: string, plate: string | null, replacement: string): string {
  const { plain, at } = readPlain(text);
  const places = [...(plate ? placesOfPlate(plain, plate) : []), ...writtenPlates(plain)];
  if (places.length === 0) return text;
  places.sort((a, b) => a.from - b.from);
  let result = '';
  let done = 0;
  for (const { from, to } of places) {
    const start = at ? at[from]! : from;
    // Marks that belong to the last character go with it.
    const end = at ? (at[to] ?? text.length) : to;
    if (end <= done) continue;
    // Where two overlap the second goes on from the first.
    result += start < done ? '' : text.slice(done, start) + replacement;
    done = end;
  }
  return result + text.slice(done);
}
