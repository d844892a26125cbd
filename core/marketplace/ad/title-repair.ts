import { seriesOf } from './model-series.ts';
import { type MakeEntry, makeEntries } from './title-index.ts';
import { keyOf, type Token } from './title-tokens.ts';

const makeKeys = new Map(makeEntries.flatMap((entry) => entry.keys.map((key) => [key, entry] as const)));
const wordKeys = makeEntries.flatMap(({ models }) => models.map(({ key }) => key));
const knownKeys = new Set([...makeKeys.keys(), ...wordKeys]);
/** Models of letters alone, which a generation's figure may follow without a blank: "Golf7", "Megane4". */
const letterModels = new Set(wordKeys.filter((key) => /^[a-z]{3,}$/.test(key)));
const longestGeneration = 9;

function isModelOf(entry: MakeEntry, text: string): boolean {
  const key = keyOf(text);
  return (
    entry.models.some((model) => model.key === key) || seriesOf(entry.make.name, [{ text, key }], 0) !== null
  );
}

/** The places at which a word that is no name of its own falls into names: "vwgolf", "Golf7", "Audia4". */
function cutsOf({ text, key }: Token): number[] | null {
  // Only plain letters and figures, where text and key have the same places.
  if (knownKeys.has(key) || text.length !== key.length || !/^[a-z]/.test(key)) return null;
  const generation = /^([a-z]+)(\d)$/.exec(key);
  if (generation && letterModels.has(generation[1]!) && Number(generation[2]) <= longestGeneration)
    return [generation[1]!.length];
  for (let at = key.length - 1; at >= 2; at--) {
    const entry = makeKeys.get(key.slice(0, at));
    if (!entry || (entry.keys[0]!.length < 3 && at > 2)) continue;
    const rest = text.slice(at);
    if (rest.length >= 2 && isModelOf(entry, rest)) return [at];
    const glued = /^([a-z]+)(\d)$/.exec(key.slice(at));
    if (glued && isModelOf(entry, glued[1]!)) return [at, at + glued[1]!.length];
  }
  return null;
}

/** Words that people wrote together, taken apart where each part is a name. */
export function unglue(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => {
    const cuts = cutsOf(token);
    if (!cuts) return [token];
    const ends = [...cuts, token.text.length];
    return ends.map((end, place) => {
      const text = token.text.slice(cuts[place - 1] ?? 0, end);
      return { text, key: keyOf(text) };
    });
  });
}

/**
 * Letters left out, doubled, wrong or swapped between two words, counted up to `limit` (Damerau 1964, optimal string
 * alignment); above it `limit` + 1.
 */
function countSlips(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return Math.min(last[other.length]!, limit + 1);
}

/** A short word is another word after two slips, a shorter one after one; figures are never slips ("207" is no 208). */
function slipsAllowed(key: string): number {
  if (!/^[a-z]{4,}$/.test(key)) return 0;
  return key.length >= 7 ? 2 : 1;
}

/** Danish words that lie one slip from a name and mean themselves. */
const ownWords = new Set(
  'passet passer panser ekstra style model modeller bilen minde festa master mester poloer sport smart leder volver turan foresat vekter fokus'.split(
    ' ',
  ),
);

/** The one name nearest to a misspelt word; null when there is none, or two are as near. */
export function nearestName<T extends { key: string }>(key: string, names: Iterable<T>): T | null {
  const allowed = ownWords.has(key) ? 0 : slipsAllowed(key);
  let best: T | null = null;
  let least = allowed + 1;
  let isTied = false;
  for (const name of names) {
    if (allowed === 0 || name.key.length < 5 || name.key[0] !== key[0]) continue;
    const slips = countSlips(key, name.key, allowed);
    if (slips < least) [best, least, isTied] = [name, slips, false];
    else if (slips === least && best !== null && name.key !== best.key) isTied = true;
  }
  return isTied ? null : best;
}

/** The make that a misspelt word means ("Peugot", "Wolksvagen" is too far); null when none is near enough. */
export function nearestMake(key: string): MakeEntry | null {
  const names = [...makeKeys].map(([name, entry]) => ({ key: name, entry }));
  return nearestName(key, names)?.entry ?? null;
}
