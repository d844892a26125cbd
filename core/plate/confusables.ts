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

/** By entry of a step: the symbols it is mistaken for, and the share of theirs that it has at least. Junk has none. */
const mistakenFor = Array.from({ length: stepLength }, (_, index) =>
  confusablePairs.flatMap(([a, b, share]) => {
    const [one, other] = [symbolIndex(a), symbolIndex(b)];
    if (index === one) return [{ other, share }];
    return index === other ? [{ other: one, share }] : [];
  }),
);

/** A copy of the reading in which each symbol has at least its share of the probability of those it is mistaken for. */
export function smoothConfusables({ steps, probabilities: seen }: CharacterReading): CharacterReading {
  const probabilities = seen.map((own, at) => {
    const index = at % stepLength;
    const shares = mistakenFor[index]!.map(({ other, share }) => share * seen[at - index + other]!);
    return Math.max(own, ...shares);
  });
  return { steps, probabilities };
}
