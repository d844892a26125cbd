import { stepLength, symbolIndex } from './symbols.ts';

/** The shape of a plate: one letter per position, `L` a letter, `D` a digit ("LLDDDDD"), and how likely each letter is in it. */
export type PlateGrammar = {
  pattern: string;
  /** Factors (0–1] on the probability of letters that the series seldom or never used; 1 when absent. */
  letterPriors: Readonly<Record<string, number>>;
};

/**
 * Two letters, five digits. Series up to 2012 do not use F, G, I, Q and W; what came later is not known for sure, hence
 * priors and no bans. I, Q and W are rarer still in other countries' plates for the same reason (they resemble 1, O and VV).
 */
export const danishGrammar: PlateGrammar = {
  pattern: 'LLDDDDD',
  letterPriors: { F: 0.3, G: 0.3, I: 0.03, Q: 0.03, W: 0.03 },
};

/** First and one past the last symbol index that a position of a pattern allows. */
export function allowedSymbols(kind: string): { first: number; end: number } {
  if (kind === 'L') return { first: symbolIndex('A'), end: symbolIndex('Z') + 1 };
  if (kind === 'D') return { first: symbolIndex('0'), end: symbolIndex('9') + 1 };
  throw new RangeError(`A plate grammar knows L and D, not "${kind}"`);
}

/** Per step entry the factor of the grammar's priors (junk and digits: 1). */
export function priorFactors(grammar: PlateGrammar): Float32Array {
  const factors = new Float32Array(stepLength).fill(1);
  for (const [letter, factor] of Object.entries(grammar.letterPriors)) factors[symbolIndex(letter)] = factor;
  return factors;
}
