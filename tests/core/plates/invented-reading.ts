import { type CharacterReading, junkIndex, stepLength, symbolIndex } from '#core/plates/decode.ts';

/**
 * A reading as a network gives it: per element one step, "-" for a gap, and "B8" for a step in which B is likeliest and 8 the
 * runner-up; what is left is spread over the other symbols.
 */
export function inventReading(steps: readonly string[], certainty = 0.9): CharacterReading {
  const probabilities = new Float32Array(steps.length * stepLength);
  steps.forEach((seen, step) => {
    const indices = [...seen].map((character) => (character === '-' ? junkIndex : symbolIndex(character)));
    const rest = (1 - certainty) / stepLength;
    for (let index = 0; index < stepLength; index++) probabilities[step * stepLength + index] = rest;
    indices.forEach((index, rank) => {
      const shareOfCertainty = indices.length === 1 ? 1 : rank === 0 ? 0.7 : 0.3;
      probabilities[step * stepLength + index] = certainty * shareOfCertainty + rest;
    });
  });
  return { steps: steps.length, probabilities };
}

/** The text as a network would emit it: every character over two steps, with a gap after it. */
export function inventText(text: string): string[] {
  return [...text].flatMap((character) => [character, character, '-']);
}
