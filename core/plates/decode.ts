/** The characters that are recognised; everything else (gaps, signs, other scripts) is one more symbol, called junk. */
export const symbols = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
export const junkIndex = symbols.length;
/** Length of one step of a `CharacterReading`: 36 symbols, then junk. */
export const stepLength = symbols.length + 1;

/**
 * The output of a recognition network along a line of text, from left to right: for each step the probabilities of the 36
 * symbols and, last, of junk. `probabilities` has `steps × stepLength` entries. CTC rules apply: a repeated symbol is one
 * character unless junk is in between.
 */
export type CharacterReading = { steps: number; probabilities: Float32Array };

/** Index of a symbol in a step, or -1 for a character that plates do not have. Case is ignored. */
export function symbolIndex(character: string): number {
  const upper = character.toUpperCase();
  return upper.length === 1 ? symbols.indexOf(upper) : -1;
}

/** Joins the readings of two lines into one, for two-line plates. */
export function joinReadings(first: CharacterReading, second: CharacterReading): CharacterReading {
  const probabilities = new Float32Array(first.probabilities.length + second.probabilities.length);
  probabilities.set(first.probabilities, 0);
  probabilities.set(second.probabilities, first.probabilities.length);
  return { steps: first.steps + second.steps, probabilities };
}

/** The shape of a plate, one letter per position (`L` letter, `D` digit: "LLDDDDD"), with priors of its letters. */
export type PlateGrammar = {
  pattern: string;
  /** Factors (0–1] on the probability of letters that plates rarely or never use; 1 if absent. */
  letterPriors: Readonly<Record<string, number>>;
};

/**
 * Two letters and five digits. Series up to 2012 do not use F, G, I, Q and W. Later series are not known for certain, so
 * these letters get low priors instead of being excluded. I, Q and W resemble 1, O and VV and are rarer in other countries'
 * plates too.
 */
export const danishGrammar: PlateGrammar = {
  pattern: 'LLDDDDD',
  letterPriors: { F: 0.3, G: 0.3, I: 0.03, Q: 0.03, W: 0.03 },
};

/** The first symbol index that a position of a pattern allows, and the one after the last. */
export function allowedSymbols(kind: string): { first: number; end: number } {
  if (kind === 'L') return { first: symbolIndex('A'), end: symbolIndex('Z') + 1 };
  if (kind === 'D') return { first: symbolIndex('0'), end: symbolIndex('9') + 1 };
  throw new RangeError(`A plate grammar knows L and D, not "${kind}"`);
}

/** The grammar's prior for each entry of a step; 1 for junk and digits. */
export function priorFactors(grammar: PlateGrammar): Float32Array {
  const factors = new Float32Array(stepLength).fill(1);
  for (const [letter, factor] of Object.entries(grammar.letterPriors)) factors[symbolIndex(letter)] = factor;
  return factors;
}

/**
 * Symbols that networks trained on printed text confuse on embossed plates, and the share of one's probability that also
 * counts for the other. The grammar then decides: where only a digit is allowed, an O is a 0.
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

/** For each entry of a step, the symbols that it is confused with and the shares. Junk has none. */
const mistakenFor = Array.from({ length: stepLength }, (_, index) =>
  confusablePairs.flatMap(([a, b, share]) => {
    const [one, other] = [symbolIndex(a), symbolIndex(b)];
    if (index === one) return [{ other, share }];
    return index === other ? [{ other: one, share }] : [];
  }),
);

/**
 * A copy of the reading in which each symbol has at least its share of the probability of those that it is confused with.
 */
export function smoothConfusables({ steps, probabilities: seen }: CharacterReading): CharacterReading {
  const probabilities = seen.map((own, at) => {
    const index = at % stepLength;
    const shares = mistakenFor[index]!.map(({ other, share }) => share * seen[at - index + other]!);
    return Math.max(own, ...shares);
  });
  return { steps, probabilities };
}

/** `text`: the characters of the best path; `logProbability`: the natural logarithm of its probability (≤ 0). */
export type DecodedPath = { text: string; logProbability: number };

/** Keeps logarithms finite where the network is certain. */
const floor = 1e-9;
/**
 * Cost of a step (natural logarithm) that is skipped because its character is not part of the plate: the country band or a
 * dealer's frame.
 */
const passedOverCost = -2.5;

/** The most likely text without a grammar, as the reference for a path under the grammar. */
export function decodeFreely(reading: CharacterReading): DecodedPath {
  let text = '';
  let logProbability = 0;
  let previous = junkIndex;
  for (let step = 0; step < reading.steps; step++) {
    const { index, probability } = likeliest(reading, step, stepLength);
    logProbability += Math.log(probability + floor);
    if (index !== previous && index !== junkIndex) text += symbols[index];
    previous = index;
  }
  return { text, logProbability };
}

/**
 * The most likely text of exactly the grammar's shape (Viterbi over CTC states); anything before and after it is skipped at
 * a cost. Smooth the confusable symbols first. Null if the reading has fewer steps than the grammar has characters.
 */
export function decodeUnderGrammar(reading: CharacterReading, grammar: PlateGrammar): DecodedPath | null {
  const states = latticeStates(grammar);
  const factors = priorFactors(grammar);
  const cameFrom = new Int16Array(reading.steps * states.count);
  // Before the first step only the state in front of the plate is possible.
  let scores = new Float64Array(states.count).fill(Number.NEGATIVE_INFINITY);
  scores[states.before] = 0;
  for (let step = 0; step < reading.steps; step++) {
    const emissions = logEmissions(reading, step, factors);
    scores = advance(
      states,
      scores,
      emissions,
      cameFrom.subarray(step * states.count, (step + 1) * states.count),
    );
  }
  return bestEnding(states, scores, cameFrom, reading.steps);
}

/**
 * Position k of the pattern has a state for each allowed symbol (from `symbolStart[k]`) and one for the gap after it
 * (`gap[k]`); `before` and `after` are the skipped parts around the plate. `character[s]` is the symbol of a state, or junk.
 */
type Lattice = {
  count: number;
  before: number;
  after: number;
  gap: number[];
  symbolStart: number[];
  ranges: { first: number; end: number }[];
  character: Int16Array;
};

function latticeStates(grammar: PlateGrammar): Lattice {
  const ranges = [...grammar.pattern].map(allowedSymbols);
  const character: number[] = [junkIndex];
  const symbolStart: number[] = [];
  const gap: number[] = [];
  for (const { first, end } of ranges) {
    symbolStart.push(character.length);
    for (let symbol = first; symbol < end; symbol++) character.push(symbol);
    gap.push(character.length);
    character.push(junkIndex);
  }
  character.push(junkIndex);
  const count = character.length;
  return {
    count,
    before: 0,
    after: count - 1,
    gap,
    symbolStart,
    ranges,
    character: Int16Array.from(character),
  };
}

/** Logarithms of one step: 36 symbols, junk, and last the cost of skipping the step. */
function logEmissions(reading: CharacterReading, step: number, factors: Float32Array): Float64Array {
  const emissions = new Float64Array(stepLength + 1);
  const offset = step * stepLength;
  for (let index = 0; index < stepLength; index++) {
    emissions[index] = Math.log(reading.probabilities[offset + index]! * factors[index]! + floor);
  }
  const symbol = likeliest(reading, step, junkIndex);
  emissions[stepLength] = Math.max(
    emissions[junkIndex]!,
    Math.log(symbol.probability + floor) + passedOverCost,
  );
  return emissions;
}

/** One Viterbi step: the best predecessor of each state, and the score with the step's emission. */
function advance(
  lattice: Lattice,
  scores: Float64Array,
  emissions: Float64Array,
  from: Int16Array,
): Float64Array<ArrayBuffer> {
  const next = new Float64Array(lattice.count);
  const passedOver = emissions[stepLength]!;
  next[lattice.before] = scores[lattice.before]! + passedOver;
  from[lattice.before] = lattice.before;
  lattice.ranges.forEach(({ first, end }, position) => {
    const start = lattice.symbolStart[position]!;
    const entries = entriesInto(lattice, scores, position);
    for (let symbol = first; symbol < end; symbol++) {
      const state = start + symbol - first;
      // The same symbol twice in a row would be one character, so a gap is needed in between.
      const entry = lattice.character[entries.best] === symbol ? entries.second : entries.best;
      const source = scores[entry]! > scores[state]! ? entry : state;
      from[state] = source;
      next[state] = scores[source]! + emissions[symbol]!;
    }
    const gap = lattice.gap[position]!;
    from[gap] = bestOf(scores, start, gap + 1);
    next[gap] = scores[from[gap]!]! + emissions[junkIndex]!;
  });
  const lastStart = lattice.symbolStart.at(-1)!;
  from[lattice.after] = bestOf(scores, lastStart, lattice.count);
  next[lattice.after] = scores[from[lattice.after]!]! + passedOver;
  return next;
}

/** The best state from which a position can be entered, and the best one with another symbol. */
function entriesInto(
  lattice: Lattice,
  scores: Float64Array,
  position: number,
): { best: number; second: number } {
  if (position === 0) return { best: lattice.before, second: lattice.before };
  const start = lattice.symbolStart[position - 1]!;
  const end = lattice.gap[position - 1]! + 1;
  const best = bestOf(scores, start, end);
  return { best, second: bestOf(scores, start, end, best) };
}

function bestEnding(
  lattice: Lattice,
  scores: Float64Array,
  cameFrom: Int16Array,
  steps: number,
): DecodedPath | null {
  const last = bestOf(scores, lattice.symbolStart.at(-1)!, lattice.count);
  const logProbability = scores[last]!;
  if (logProbability === Number.NEGATIVE_INFINITY) return null;
  let text = '';
  let state = last;
  for (let step = steps - 1; step >= 0; step--) {
    const previous = cameFrom[step * lattice.count + state]!;
    const symbol = lattice.character[state]!;
    if (symbol !== junkIndex && previous !== state) text = symbols[symbol] + text;
    state = previous;
  }
  return { text, logProbability };
}

/** The first of the best states from `start` up to `end` (exclusive), without `except`. */
function bestOf(scores: Float64Array, start: number, end: number, except?: number): number {
  let best: number | undefined;
  for (let index = start; index < end; index++) {
    if (index === except) continue;
    if (best === undefined || scores[index]! > scores[best]!) best = index;
  }
  return best!;
}

function likeliest(
  reading: CharacterReading,
  step: number,
  end: number,
): { index: number; probability: number } {
  const offset = step * stepLength;
  let index = 0;
  for (let i = 1; i < end; i++) {
    if (reading.probabilities[offset + i]! > reading.probabilities[offset + index]!) index = i;
  }
  return { index, probability: reading.probabilities[offset + index]! };
}
