import { plainWords } from './title-words.ts';

/**
 * Letters left out, doubled, wrong or swapped between two words, counted up to `limit` (Damerau 1964, optimal string
 * alignment); above it `limit` + 1.
 */
export function countSlips(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
      // Before the first letter of a word there is none that could be the other's.
      if (one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return Math.min(last[other.length]!, limit + 1);
}

/** A short word is another word after two slips, a shorter one after one; figures are never slips ("207" is no 208). */
function slipsAllowed(key: string, leastLetters: number): number {
  if (!/^[a-z]+$/.test(key) || key.length < leastLetters) return 0;
  return key.length >= 7 ? 2 : 1;
}

/** Letters that sound alike where a word begins: "Kaptur", "Wolvo", "Safira". */
const alike = ['ck', 'vw', 'sz', 'cs', 'fv', 'jy', 'kq', 'iy'];
const mayBegin = (one: string, other: string) =>
  one[0] === other[0] || alike.some((pair) => pair.includes(one[0]!) && pair.includes(other[0]!));

/** One bit for each letter of a word: words that share few letters are far apart without being compared. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) - 97);
  return bits;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

const undouble = (word: string) => word.replace(/(.)\1+/g, '$1');

type Word = { key: string; meaning: unknown; letters: number };
export type WordList = readonly Word[];

/** Words of at least four letters and no figures, prepared for `nearestWord`; two of one meaning never rival. */
export function toWordList(
  keys: Iterable<string>,
  meaningOf: (key: string) => unknown = (key) => key,
): WordList {
  return [...new Set(keys)]
    .filter((key) => /^[a-z]{4,}$/.test(key))
    .map((key) => ({ key, meaning: meaningOf(key), letters: lettersOf(key) }));
}

/**
 * The one word of a list nearest to a misspelt one, with its slips; null when there is none, or two are as near.
 * `isBacked`: its place tells that a name is meant, so that short words and first letters may be wrong too ("VW Plo").
 */
export function nearestWord(
  key: string,
  words: WordList,
  isBacked = false,
): { key: string; slips: number } | null {
  const allowed = plainWords.has(key) ? 0 : slipsAllowed(key, isBacked ? 3 : 4);
  if (allowed === 0) return null;
  const letters = lettersOf(key);
  const undoubled = undouble(key);
  let best: Word | null = null;
  let least = allowed + 1;
  let isTied = false;
  for (const word of words) {
    if (countBits(letters ^ word.letters) > 2 * allowed) continue;
    // Two slips in a short name, or one in its first letter, make another word of it.
    const isShort = word.key.length < 6 || key.length < 6;
    const isBegun = mayBegin(key, word.key);
    if (isShort && !isBegun && (!isBacked || key.length < 4)) continue;
    const limit = isShort || !isBegun ? 1 : allowed;
    const counted = countSlips(key, word.key, limit);
    if (counted > limit) continue;
    // A letter too few or too many of two alike is the commonest slip: "Corola" is no Corona.
    const slips = undouble(word.key) === undoubled ? counted / 2 : counted;
    if (slips === least && word.meaning !== best?.meaning) isTied = true;
    if (slips < least) [best, least, isTied] = [word, slips, false];
  }
  return best === null || isTied ? null : { key: best.key, slips: least };
}
