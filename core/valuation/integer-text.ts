/**
 * Lists of whole numbers as text that packs well: each number is one character, small ones of one byte, so that gzip sees
 * how often each number comes and not its digits. Numbers near 0 are cheapest, of either sign.
 */
const firstCode = 0x23;
/** The one printable sign above it that JSON would escape. */
const backslash = 0x5c;
/** What fits in one character below the surrogates; larger numbers take two. */
const oneCharacter = 50_000;
const twoCharacters = 5_000;

const signOf = (digit: number) => {
  const code = firstCode + digit;
  return String.fromCharCode(code >= backslash ? code + 1 : code);
};

const digitAt = (text: string, at: number) => {
  const code = text.charCodeAt(at);
  return code - firstCode - (code > backslash ? 1 : 0);
};

/** Throws a RangeError for what is no whole number or above 125 million. */
export function packIntegers(values: readonly number[]): string {
  return values
    .map((value) => {
      const folded = value < 0 ? -2 * value - 1 : 2 * value;
      if (!Number.isInteger(value) || folded >= oneCharacter * twoCharacters)
        throw new RangeError(`${value} cannot be packed`);
      if (folded < oneCharacter) return signOf(folded);
      return signOf(oneCharacter + Math.floor(folded / oneCharacter)) + signOf(folded % oneCharacter);
    })
    .join('');
}

export function unpackIntegers(text: string): number[] {
  const values: number[] = [];
  for (let at = 0; at < text.length; at++) {
    let folded = digitAt(text, at);
    if (folded >= oneCharacter) {
      at += 1;
      folded = (folded - oneCharacter) * oneCharacter + digitAt(text, at);
    }
    values.push(folded % 2 === 1 ? -(folded + 1) / 2 : folded / 2);
  }
  return values;
}

/** Numbers of so many decimals. */
export const packDecimals = (values: readonly number[], decimals: number): string =>
  packIntegers(values.map((value) => Math.round(value * 10 ** decimals)));

export const unpackDecimals = (text: string, decimals: number): number[] =>
  unpackIntegers(text).map((value) => value / 10 ** decimals);

/** Numbers that mostly rise or stay, as their steps. */
export const packSteps = (values: readonly number[]): string =>
  packIntegers(values.map((value, place) => value - (values[place - 1] ?? 0)));

export function unpackSteps(text: string): number[] {
  let sum = 0;
  return unpackIntegers(text).map((step) => {
    sum += step;
    return sum;
  });
}
