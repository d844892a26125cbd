/** The characters a reader can tell apart; everything else it sees (gaps, signs, other scripts) is one symbol: junk. */
export const symbols = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
export const junkIndex = symbols.length;
/** Length of one step of a `CharacterReading`: 36 symbols, then junk. */
export const stepLength = symbols.length + 1;

/**
 * What a recognition network saw along a line of text, from left to right: for each step the probabilities of the
 * 36 symbols and, last, of junk. `probabilities` has `steps × stepLength` entries; CTC rules apply (a repeated symbol is one
 * character unless junk lies between).
 */
export type CharacterReading = { steps: number; probabilities: Float32Array };

/** Index of a symbol in a step, or -1 for a character that no plate carries. Lower case counts as upper case. */
export function symbolIndex(character: string): number {
  const upper = character.toUpperCase();
  return upper.length === 1 ? symbols.indexOf(upper) : -1;
}

/** The reading of two lines as if they were written one after the other: two-line plates. */
export function joinReadings(first: CharacterReading, second: CharacterReading): CharacterReading {
  const probabilities = new Float32Array(first.probabilities.length + second.probabilities.length);
  probabilities.set(first.probabilities, 0);
  probabilities.set(second.probabilities, first.probabilities.length);
  return { steps: first.steps + second.steps, probabilities };
}
