import { foldText } from '#core/catalog/fold-text.ts';

/** How many letters to change, add or leave out (Levenshtein distance). */
function editsBetween(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (const [row, letter] of [...a].entries()) {
    const line = [row + 1];
    for (const [column, other] of [...b].entries())
      line.push(
        Math.min(before[column + 1]! + 1, line[column]! + 1, before[column]! + (letter === other ? 0 : 1)),
      );
    before = line;
  }
  return before.at(-1)!;
}

/** In a short word two slips make another word. */
const mostEdits = (word: string) => (word.length >= 6 ? 2 : 1);
const leastLetters = 4;

/** The search with its misspelt word replaced by the closest brand ("toyta corolla" → "Toyota corolla"); null if none is close. */
export function withClosestBrand(search: string, brands: readonly string[]): string | null {
  const words = search.trim().split(/\s+/);
  const close = words.flatMap((typed, place) => {
    const word = foldText(typed);
    if (word.length < leastLetters) return [];
    return brands.flatMap((brand) => {
      const edits = editsBetween(word, foldText(brand));
      return edits > 0 && edits <= mostEdits(word) ? [{ place, brand, edits }] : [];
    });
  });
  const [best] = close.sort((a, b) => a.edits - b.edits);
  return best ? words.with(best.place, best.brand).join(' ') : null;
}
