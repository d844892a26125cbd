import { type CharacterReading, stepLength, symbolIndex } from './symbols.ts';

/**
 * Pairs that networks trained on print mistake for each other on stamped metal, and how much of the one's probability also speaks
 * for the other. The grammar then decides: where only a digit can stand, an O that was seen is a 0.
 */
const confusablePairs: readonly (readonly [string, string, number])[] = [
  ['O', '0', 0.5],
  ['I', '1', 0.5],
  ['Q', '0', 0.3],
  ['B', '8', 0.3],
  ['S', '5', 0.3],
  ['Z', '2', 0.3],
  ['D', '0', 0.2],
  ['G', '6', 0.2],
  ['A', '4', 0.1],
  ['J', '1', 0.05],
  ['L', '1', 0.05],
  ['T', '7', 0.05],
];

const pairs = confusablePairs.map(([a, b, share]) => ({ a: symbolIndex(a), b: symbolIndex(b), share }));

/** A copy of the reading in which each symbol has at least its share of the probability of those it is mistaken for. */
export function smoothConfusables(reading: CharacterReading): CharacterReading {
  const seen = reading.probabilities;
  const probabilities = seen.slice();
  for (let offset = 0; offset < seen.length; offset += stepLength) {
    for (const { a, b, share } of pairs) {
      probabilities[offset + a] = Math.max(probabilities[offset + a]!, share * seen[offset + b]!);
      probabilities[offset + b] = Math.max(probabilities[offset + b]!, share * seen[offset + a]!);
    }
  }
  return { steps: reading.steps, probabilities };
}
