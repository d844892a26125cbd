import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CharacterReading,
  danishGrammar,
  decodeFreely,
  decodeUnderGrammar,
  joinReadings,
  junkIndex,
  type PlateGrammar,
  smoothConfusables,
  stepLength,
  symbolIndex,
  symbols,
} from '#core/plates/decode.ts';
import { isOrdinaryPlate, normalPlate, typedPlate } from '#core/plates/plate.ts';
import { choosePlate, plateVerdict } from '#core/plates/verdict.ts';
import { europeanGrammars } from '#tests/support/european-grammars.ts';

/**
 * A reading as a network gives it: per element one step, "-" for a gap, and "B8" for a step in which B is likeliest and 8 the
 * runner-up; what is left is spread over the other symbols.
 */
function inventReading(steps: readonly string[], certainty = 0.9): CharacterReading {
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
function inventText(text: string): string[] {
  return [...text].flatMap((character) => [character, character, '-']);
}

const plain: PlateGrammar = { pattern: 'LLDDDDD', letterPriors: {} };

describe('decodeFreely', () => {
  test('decodeFreely merges repeated steps and drops gaps', () => {
    expect(decodeFreely(inventReading(['-', 'A', 'A', '-', 'A', 'B', '-', '1'])).text).toBe('AAB1');
  });

  test('decodeFreely reads each step by itself, however certain the next one is', () => {
    const first = symbols[0]!;
    expect(decodeFreely(inventReading(['B8', first])).text).toBe(`B${first}`);
  });

  test('decodeFreely returns the probability of its path', () => {
    const { logProbability } = decodeFreely(inventReading(['A', '-', '1'], 0.9));
    expect(Math.exp(logProbability)).toBeCloseTo(0.9 ** 3, 1);
  });

  test('decodeFreely reads no text in a reading without steps', () => {
    expect(decodeFreely({ steps: 0, probabilities: new Float32Array() })).toEqual({
      text: '',
      logProbability: 0,
    });
  });
});

describe('decodeUnderGrammar', () => {
  test('decodeUnderGrammar reads a clear plate with doubled characters', () => {
    const reading = inventReading(inventText('AA11223'));
    expect(decodeUnderGrammar(reading, plain)?.text).toBe('AA11223');
  });

  test('decodeUnderGrammar skips the country code in front and text after the plate', () => {
    const reading = inventReading([
      ...inventText('DK'),
      '-',
      ...inventText('XY40812'),
      '-',
      ...inventText('B'),
    ]);
    expect(decodeUnderGrammar(reading, plain)?.text).toBe('XY40812');
  });

  test('decodeUnderGrammar takes the second-best symbol when the best does not fit the pattern', () => {
    const reading = inventReading(['A', '-', '8B', '-', '1', '-', 'O0', '-', '3', '-', '4', '-', '5']);
    expect(decodeUnderGrammar(reading, plain)?.text).toBe('AB10345');
  });

  test('decodeUnderGrammar reads confused letters as digits in a smoothed reading', () => {
    const reading = smoothConfusables(inventReading(inventText('ABIZO45'), 0.999));
    expect(decodeUnderGrammar(reading, plain)?.text).toBe('AB12045');
  });

  test('decodeUnderGrammar returns null when there are fewer steps than characters', () => {
    expect(decodeUnderGrammar(inventReading(['A', 'B', '1']), plain)).toBeNull();
    expect(decodeUnderGrammar({ steps: 0, probabilities: new Float32Array() }, plain)).toBeNull();
  });

  test('decodeUnderGrammar fills the whole pattern even when the last characters were hardly seen', () => {
    for (const seen of ['AB1234', 'AB123', 'B12345', 'A12345'])
      expect(
        decodeUnderGrammar(inventReading([...inventText(seen), '-', '-', '-', '-']), plain)?.text,
      ).toMatch(/^[A-Z]{2}\d{5}$/);
    expect(decodeUnderGrammar(inventReading([...inventText('AB1234'), '-', '-']), plain)?.text).toMatch(
      /^AB/,
    );
  });

  test('decodeUnderGrammar skips a step at a cost of 2.5 below its likeliest symbol', () => {
    const plate = inventText('AB12345');
    const alone = decodeUnderGrammar(inventReading(plate, 0.9), plain)!;
    const behind = decodeUnderGrammar(inventReading([...plate, 'X', 'X'], 0.9), plain)!;
    expect(behind.text).toBe('AB12345');
    const own = Math.log(0.9 + 0.1 / 37);
    expect(behind.logProbability - alone.logProbability).toBeCloseTo(2 * (own - 2.5), 5);
  });

  test('decodeUnderGrammar lowers the probability of rare letters', () => {
    const logOf = (letter: string) =>
      decodeUnderGrammar(inventReading([letter, '-', ...inventText('B12345')]), danishGrammar)!
        .logProbability;
    for (const [letter, share] of Object.entries({ F: 0.3, G: 0.3, I: 0.03, Q: 0.03, W: 0.03 }))
      expect(logOf(letter) - logOf('A')).toBeCloseTo(Math.log(share));
    expect(logOf('X')).toBeCloseTo(logOf('A'));
  });

  test('decodeUnderGrammar needs a gap step between equal neighbours', () => {
    expect(decodeUnderGrammar(inventReading([...'AB11111']), plain)?.text).not.toBe('AB11111');
  });

  test('decodeUnderGrammar reads two joined lines as one plate', () => {
    const joined = joinReadings(inventReading(inventText('AB12')), inventReading(inventText('345')));
    expect(decodeUnderGrammar(joined, plain)?.text).toBe('AB12345');
  });

  test('decodeUnderGrammar prefers common letters when the network is unsure, and reads rare ones when it is sure', () => {
    const wavering = inventReading(['QO', '-', 'B', '-', ...'1-2-3-4-5']);
    expect(decodeUnderGrammar(wavering, danishGrammar)?.text).toBe('OB12345');
    expect(decodeUnderGrammar(inventReading(inventText('QB12345')), danishGrammar)?.text).toBe('QB12345');
  });

  test('decodeUnderGrammar refuses a pattern of unknown kinds', () => {
    expect(() => decodeUnderGrammar(inventReading(['A']), { pattern: 'LX', letterPriors: {} })).toThrow(
      RangeError,
    );
  });
});

const anyReading: fc.Arbitrary<CharacterReading> = fc
  .array(
    fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), {
      minLength: stepLength,
      maxLength: stepLength,
    }),
    {
      minLength: 7,
      maxLength: 20,
    },
  )
  .map((rows) => {
    const normalised = rows.map((row) => row.map((value) => value / row.reduce((a, b) => a + b, 0)));
    return { steps: rows.length, probabilities: Float32Array.from(normalised.flat()) };
  });

test('a grammar never finds a likelier path than none, and always keeps its pattern', () => {
  fc.assert(
    fc.property(anyReading, fc.constantFrom(danishGrammar, ...europeanGrammars), (reading, grammar) => {
      const path = decodeUnderGrammar(smoothConfusables(reading), grammar)!;
      const shape = [...path.text].map((character) => (/\d/.test(character) ? 'D' : 'L')).join('');
      expect(shape).toBe(grammar.pattern);
      expect(path.logProbability).toBeLessThanOrEqual(decodeFreely(reading).logProbability + 1e-9);
    }),
    { numRuns: 60 },
  );
});

test('decodeUnderGrammar finds the likeliest path, as an exhaustive search does', () => {
  const grammar: PlateGrammar = { pattern: 'DD', letterPriors: {} };
  const short = anyReading.map((reading) => ({ ...reading, steps: 3 }));
  fc.assert(
    fc.property(short, (reading) => {
      const path = decodeUnderGrammar(reading, grammar)!;
      expect(path.logProbability).toBeCloseTo(bestByExhaustion(reading), 6);
    }),
    { numRuns: 25 },
  );
});

/** Tries every path of two digits in three steps, with pauses, repeats and skipped steps. */
function bestByExhaustion(reading: CharacterReading): number {
  const log = (step: number, index: number) =>
    Math.log(reading.probabilities[step * stepLength + index]! + 1e-9);
  const junk = (step: number) => log(step, junkIndex);
  const passedOver = (step: number) =>
    Math.max(junk(step), Math.max(...[...symbols].map((_, index) => log(step, index))) - 2.5);
  let best = Number.NEGATIVE_INFINITY;
  for (let a = 26; a < 36; a++) {
    for (let b = 26; b < 36; b++) {
      const paths = [log(0, a) + junk(1) + log(2, b)];
      if (a !== b) {
        paths.push(log(0, a) + log(1, a) + log(2, b), log(0, a) + log(1, b) + log(2, b));
        paths.push(passedOver(0) + log(1, a) + log(2, b), log(0, a) + log(1, b) + passedOver(2));
      }
      best = Math.max(best, ...paths);
    }
  }
  return best;
}

test('smoothing gives 0 a share of the probability of O, and the other way round', () => {
  const seen = inventReading(['O', '0'], 1);
  const smoothed = smoothConfusables(seen);
  expect(smoothed.probabilities[symbolIndex('0')]).toBeCloseTo(0.5);
  expect(smoothed.probabilities[37 + symbolIndex('O')]).toBeCloseTo(0.5);
});

test('smoothing lowers no probability and leaves its input unchanged', () => {
  const seen = inventReading(['B8', 'S', '-'], 0.8);
  const before = seen.probabilities.slice();
  const smoothed = smoothConfusables(seen);
  expect(seen.probabilities).toEqual(before);
  expect(smoothed.probabilities.every((probability, index) => probability >= before[index]!)).toBe(true);
});

test('letters and digits that look alike share probability, the more alike the more', () => {
  const heard = [...symbols].flatMap((seen) => {
    const { probabilities } = smoothConfusables(inventReading([seen], 1));
    const shares = [...symbols].map((other) => ({ other, share: probabilities[symbolIndex(other)]! }));
    return shares
      .filter(({ other, share }) => share > 0 && other !== seen)
      .map(({ other, share }) => `${seen} for ${other} ${Math.round(share * 100)} %`);
  });
  const letters = heard.filter((told) => /^[A-Z]/.test(told));
  const figures = heard.filter((told) => /^\d/.test(told));
  expect(letters).toEqual([
    ...['A for 4 10 %', 'B for 8 30 %', 'D for 0 20 %', 'G for 6 20 %', 'I for 1 50 %', 'J for 1 5 %'],
    ...['L for 1 5 %', 'O for 0 50 %', 'Q for 0 30 %', 'S for 5 30 %', 'T for 7 5 %', 'Z for 2 30 %'],
  ]);
  expect(figures.map((told) => told.replace(/^(.) for (.)/, '$2 for $1')).toSorted()).toEqual(letters);
});

test('smoothing treats each step separately', () => {
  const { steps, probabilities } = smoothConfusables(inventReading(['O', 'A'], 1));
  expect([steps, probabilities.length]).toEqual([2, 2 * stepLength]);
  expect(probabilities[stepLength + symbolIndex('0')]).toBe(0);
  expect(probabilities[stepLength + symbolIndex('4')]).toBeCloseTo(0.1);
});

test('symbolIndex finds a symbol in either case and rejects any other text', () => {
  expect([...symbols].map(symbolIndex)).toEqual([...symbols].map((_, index) => index));
  expect(symbolIndex('b')).toBe(symbolIndex('B'));
  for (const text of ['', 'AB', 'Æ', 'ß', '-']) expect(symbolIndex(text)).toBe(-1);
});

const ad = { make: 'Volkswagen', year: 2015 };
const clear = { plate: 'AB12345', score: -0.2, widthPx: 140 };
const vague = { plate: 'AB12345', score: -2.4, widthPx: 140 };
const narrow = { plate: 'AB12345', score: 0, widthPx: 79 };
const personal = { plate: 'BØMSEN', score: 0, widthPx: 140 };

describe('plateVerdict', () => {
  test('plateVerdict accepts a clear, wide reading at once, unless the register contradicts it', () => {
    expect(plateVerdict(clear, undefined, ad)).toBe('accepted');
    expect(plateVerdict(clear, null, ad)).toBe('accepted');
    expect(plateVerdict({ ...clear, score: -1, widthPx: 80 }, undefined, ad)).toBe('accepted');
  });

  test('plateVerdict rejects even a clear reading when the register names another make', () => {
    expect(plateVerdict(clear, { make: 'OPEL', year: 2015 }, ad)).toBe('rejected');
    expect(plateVerdict(clear, { make: 'VW', year: 1999 }, ad)).toBe('accepted');
  });

  test.each([vague, narrow, personal])('plateVerdict asks the register about %j', (candidate) => {
    expect(plateVerdict(candidate, undefined, ad)).toBe('ask_register');
  });

  test.each([vague, narrow, personal])(
    'plateVerdict accepts %j only when the register’s make and year fit the ad',
    (candidate) => {
      expect(plateVerdict(candidate, { make: 'VOLKSWAGEN', year: 2014 }, ad)).toBe('accepted');
      expect(plateVerdict(candidate, { make: 'VOLKSWAGEN', year: 2016 }, ad)).toBe('accepted');
      expect(plateVerdict(candidate, { make: 'VOLKSWAGEN', year: 2013 }, ad)).toBe('rejected');
      expect(plateVerdict(candidate, { make: 'VOLKSWAGEN', year: null }, ad)).toBe('rejected');
      expect(plateVerdict(candidate, { make: null, year: 2015 }, ad)).toBe('rejected');
      expect(plateVerdict(candidate, { make: 'VOLKSWAGEN', year: 2015 }, { make: null, year: null })).toBe(
        'rejected',
      );
      expect(plateVerdict(candidate, null, ad)).toBe('rejected');
    },
  );

  test('a score of exactly −3 is the worst that the register may confirm', () => {
    expect(plateVerdict({ ...clear, score: -3 }, undefined, ad)).toBe('ask_register');
    expect(choosePlate([{ ...vague, score: -3 }])?.score).toBe(-3);
    expect(choosePlate([{ ...vague, score: -3.01 }])).toBeNull();
  });

  test('plateVerdict rejects noise whatever the register says', () => {
    expect(plateVerdict({ ...clear, score: -3.01 }, { make: 'VW', year: 2015 }, ad)).toBe('rejected');
  });
});

describe('choosePlate', () => {
  test('choosePlate takes the first reading that is accepted at once', () => {
    const later = { plate: 'CD67890', score: 0, widthPx: 200 };
    expect(choosePlate([vague, clear, later])).toBe(clear);
    // Also when another plate was read less clearly in more photos.
    const other = { ...vague, plate: 'EF24680' };
    expect(choosePlate([other, other, clear])).toBe(clear);
  });

  test('choosePlate otherwise takes the plate seen in most photos, by its best reading', () => {
    const other = { plate: 'CD67890', score: -1.1, widthPx: 200 };
    const better = { ...vague, score: -1.5 };
    expect(choosePlate([other, vague, better])).toBe(better);
  });

  test('choosePlate takes the better score between plates seen equally often', () => {
    const other = { plate: 'CD67890', score: -1.1, widthPx: 200 };
    expect(choosePlate([vague, other])).toBe(other);
  });

  test('choosePlate returns null when there is only noise', () => {
    expect(choosePlate([])).toBeNull();
    expect(choosePlate([{ ...vague, score: -5 }])).toBeNull();
  });
});

test('isOrdinaryPlate accepts two letters and five digits, and no personal plate', () => {
  expect(isOrdinaryPlate('AB12345')).toBe(true);
  expect(['AB1234', 'ABC1234', 'BØMSEN', 'ab12345'].some(isOrdinaryPlate)).toBe(false);
});

test.each([
  'ab 12 345',
  'AB–12–345',
  'AB‑12.345',
  'ab\u00a012\u2009345',
  'AB—12345',
  'AB－12345',
  'AB−12345',
  ' AB12\u200b345 ',
  'AB·12·345',
  'ab_12_345',
  'AB • 12 • 345',
  'AB∙12⋅345',
  'ＡＢ　１２　３４５',
])('normalPlate reads %j as AB12345', (typed) => {
  expect(typed).toMatch(typedPlate);
  expect(normalPlate(typed)).toBe('AB12345');
});

test.each(['AB/12345', 'A', 'AB123456', 'AB 12 34?'])('typedPlate rejects %j', (typed) => {
  expect(typed).not.toMatch(typedPlate);
});
