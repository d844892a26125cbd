import { allowedSymbols, type PlateGrammar, priorFactors } from './grammar.ts';
import { type CharacterReading, junkIndex, stepLength, symbols } from './symbols.ts';

/** `text` the characters of the best path, `logProbability` the natural logarithm of that path's probability (≤ 0). */
export type DecodedPath = { text: string; logProbability: number };

/** Keeps the logarithm finite where the network is sure. */
const floor = 1e-9;
/** What a step costs (natural logarithm) when a character is passed over as no part of the plate: the band, a dealer's frame. */
const passedOverCost = -2.5;

/** The likeliest text with no grammar at all: the yardstick a grammar's path is measured against. */
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
 * The likeliest text of exactly the grammar's shape (Viterbi over CTC states), with anything before and after it passed over at a cost.
 * Smooth the confusables first. Null when the reading has fewer steps than the grammar has characters.
 */
export function decodeUnderGrammar(reading: CharacterReading, grammar: PlateGrammar): DecodedPath | null {
  const states = latticeStates(grammar);
  const factors = priorFactors(grammar);
  const cameFrom = new Int16Array(reading.steps * states.count);
  // Before the first step one can only stand in front of the plate.
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
 * Position k of the pattern owns a state per allowed symbol (from `symbolStart[k]`) and one for the gap after it (`gap[k]`);
 * `before` and `after` are the free stretches around the plate. `character[s]` is the symbol a state stands for, or junk.
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

/** Logarithms of one step: 36 symbols, junk, and last what passing the step over costs. */
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

/** One Viterbi step: for every state the best state to come from, and the score with the step's emission. */
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
      // The same symbol twice in a row would be one character: it needs a gap in between.
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

/** The best state from which a position can be entered, and the best that stands for another symbol than that. */
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

/** The first of the best states from `start` up to `end`, `except` left out. */
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
