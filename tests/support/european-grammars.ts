import type { PlateGrammar } from '#core/plates/decode.ts';

/** Shapes of the plates of Slovakia, Czechia and Denmark, with no assumption about letters: for benchmarks on European photos. */
export const europeanGrammars: readonly PlateGrammar[] = ['LLDDDLL', 'DLDDDDD', 'LLDDDDD'].map((pattern) => ({
  pattern,
  letterPriors: {},
}));
