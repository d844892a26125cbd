import { type FoundModel, seriesOf } from './model-series.ts';
import { isCarYear, isDisplacement, isEngineWord, isOfCar, isPowerWord } from './title-evidence.ts';
import type { MakeEntry } from './title-index.ts';
import { nearestWord, toWordList, type WordList } from './title-slips.ts';
import { joinKeys, type Token } from './title-tokens.ts';

/** A model in a title: how well its place and its name tell that it is meant, and the slips that were mended. */
export type ModelMention = FoundModel & { weight: number; slips: number };

/** Names that also tell a body, an engine or a trim of another model: "VW T5 Transporter", "Cooper S Clubman". */
export const weakNames = new Set(
  'T4,T5,T6,CC,Cabrio,Cabriolet,Coupe,Roadster,Spider,GT,GTV,Cooper,Cooper S,Cooper D,Cooper SD,Cooper SE,One,One D,John Cooper Works,e,F,TF,80,90,100,200,S1,SC,LT,Abarth,Ion,e-tron,Electric,Grand Picasso,Ami,Move,Free'.split(
    ',',
  ),
);
const longestName = 5;

const wordLists = new Map<MakeEntry, WordList>();
function wordsOf(entry: MakeEntry): WordList {
  const known = wordLists.get(entry) ?? toWordList(entry.words);
  wordLists.set(entry, known);
  return known;
}

type Mended = { tokens: readonly Token[]; slips: readonly number[] };

/** The words of a title with slips mended towards a make's own: within one make there are few. */
function mend(entry: MakeEntry, tokens: readonly Token[], span: Span): Mended {
  const slips = tokens.map(() => 0);
  const mended = tokens.map((token, at) => {
    if (entry.words.has(token.key) || entry.keys.includes(token.key)) return token;
    const isBacked = at === span.end && !isOfCar(token);
    const near = nearestWord(token.key, wordsOf(entry), isBacked);
    if (!near) return token;
    slips[at] = near.slips;
    return { ...token, key: near.key };
  });
  return { tokens: mended, slips };
}

/** "Corsa E 1,4" is the Corsa of a generation; the electric one is written in one word, or is called electric. */
function isOtherLetter(tokens: readonly Token[], from: number, length: number): boolean {
  if (length < 2 || tokens[from + length - 1]!.key !== 'e') return false;
  return !tokens.some(({ key }) => /kwh$|^(?:el|elbil|electric|elektrisk|ev)$/.test(key));
}

function nameAt(
  entry: MakeEntry,
  tokens: readonly Token[],
  from: number,
  length: number,
): { name: string; key: string } | null {
  const key = joinKeys(tokens, from, length);
  if (key === null || isOtherLetter(tokens, from, length)) return null;
  if (tokens.slice(from, from + length).some(isDisplacement)) return null;
  const name = entry.models.get(key);
  if (name !== undefined) return { name, key };
  const bare = entry.keys.find((makeKey) => key.startsWith(makeKey));
  const rest = bare === undefined ? undefined : entry.models.get(key.slice(bare.length));
  return bare === undefined || rest === undefined ? null : { name: rest, key: key.slice(bare.length) };
}

/**
 * Whether a figure is the model's: one or two of them only right behind the make ("Mazda 3"), more also elsewhere, but
 * no year and no power ("1,6 TDI 105").
 */
function isFigureOfModel(entry: MakeEntry, tokens: readonly Token[], from: number, span: Span): boolean {
  const { key } = tokens[from]!;
  if (from === span.end) return true;
  if (key.length < 3 || isPowerWord(tokens[from + 1]?.key)) return false;
  const before = tokens[from - 1];
  if (before && /^(?:km|kr|ca)$/.test(before.key)) return false;
  // Few cars have as much power as a Peugeot has in its name.
  const mayBePower = Number(key) < 300 || isCarYear(tokens[from]!);
  if (mayBePower && from > span.end && (entry.make.name !== 'Peugeot' || (before && isEngineWord(before))))
    return false;
  if (mayBePower && before && isEngineWord(before)) return false;
  return from > span.end || (span.start - from <= 2 && !isCarYear(tokens[from]!));
}

/** The words that name the make; `end` is the word behind them. Both are -1 where no make is named. */
export type Span = { start: number; end: number };

/** How far a model may stand from its make: words between them cost, and one before the make is rarer. */
function weightOfPlace(from: number, next: number, span: Span): number {
  if (from === span.end) return 2;
  if (from > span.end) return 1.5 - 0.1 * (from - span.end);
  return next === span.start ? 1.4 : 1;
}

/** The model of a make that a title most likely means; null when it names none. */
export function modelIn(entry: MakeEntry, tokens: readonly Token[], span: Span): ModelMention | null {
  const mended = mend(entry, tokens, span);
  let best: ModelMention | null = null;
  let covered = 0;
  for (let from = 0; from < tokens.length; from++) {
    if (from >= span.start && from < span.end) continue;
    const mention = mentionAt(entry, tokens, mended, from, span);
    if (!mention || (mention.next <= covered && best !== null)) continue;
    covered = Math.max(covered, mention.next);
    if (best === null || mention.weight > best.weight) best = mention;
  }
  return best;
}

function mentionAt(
  entry: MakeEntry,
  tokens: readonly Token[],
  mended: Mended,
  from: number,
  span: Span,
): ModelMention | null {
  const most = from < span.start ? span.start - from : longestName;
  const series = seriesOf(entry.make.name, tokens, from);
  if (series && series.next - from <= most)
    return { ...series, weight: 3 + weightOfPlace(from, series.next, span), slips: 0 };
  for (let length = Math.min(most, longestName, tokens.length - from); length >= 1; length--) {
    const exact = nameAt(entry, tokens, from, length);
    const found = exact ?? nameAt(entry, mended.tokens, from, length);
    if (!found) continue;
    const isSigned = /^\d[-.]\d$/.test(tokens[from]!.text);
    if (/^\d+$/.test(found.key) && !isSigned && !isFigureOfModel(entry, tokens, from, span)) continue;
    if (/^[a-z]$/.test(found.key) && from !== span.end) continue;
    const slips = exact ? 0 : mended.slips.slice(from, from + length).reduce((sum, one) => sum + one, 0);
    const weight =
      (weakNames.has(found.name) ? 1 : 3) - 0.5 * slips + weightOfPlace(from, from + length, span);
    return { name: found.name, from, next: from + length, spoken: null, weight, slips };
  }
  return null;
}
