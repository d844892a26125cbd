import { readPlain } from '#core/plate/plain-letters.ts';
import { writtenPlates } from '#core/plate/written-plates.ts';

const mostRead = 8000;

/**
 * The Danish plate (two letters, five figures) that the seller wrote out, as "AB12345": the first that is called one, else
 * the first. Null when there is none.
 */
export function plateInText(text: string): string | null {
  const found = writtenPlates(readPlain(text.slice(0, mostRead)).plain);
  return (found.find(({ isLabelled }) => isLabelled) ?? found[0])?.plate ?? null;
}
