import { isCarYear, isSalesWord, weigh } from './title-evidence.ts';
import { entriesByKey, entryOf, type MakeEntry, makeEntries, ownersByKey } from './title-index.ts';
import { type ModelMention, modelIn, type Span } from './title-model.ts';
import { nearestWord, toWordList } from './title-slips.ts';
import { joinKeys, keyOf, type Token } from './title-tokens.ts';

/** A make in a title with the model named beside it; `sureness` from 0 to 1. */
export type NameMatch = { entry: MakeEntry; span: Span; model: ModelMention | null; sureness: number };

/** Makes that are words of their own ("car seat", "mini bike"): believed where a title begins, or beside a model. */
const wordsToo = new Set(
  'Seat,MINI,Smart,DS,MG,RAM,Land Rover,Genesis,Lotus,Lincoln,Rover,Fisker,Alpine,Ora,Seres,Voyah'.split(','),
);
const longestMake = 3;

/** "Alfa Romoe", "Aston Marton": makes of two words, the second misspelt. */
const twoWords = makeEntries.map(({ make }) => make.name).filter((name) => /^\p{L}+ \p{L}+$/u.test(name));
const beginsTwoWords = new Set(twoWords.map((name) => keyOf(name.split(' ')[0]!)));
const twoWordMakes = toWordList(twoWords.map(keyOf));

function makeAt(tokens: readonly Token[], at: number): { entry: MakeEntry; span: Span } | null {
  // A range of models that everyone calls by its own name.
  if (joinKeys(tokens, at, 2) === 'rangerover' || tokens[at]!.key === 'rangerover')
    return { entry: entryOf('Land Rover'), span: { start: at, end: at } };
  const pair = beginsTwoWords.has(tokens[at]!.key) ? joinKeys(tokens, at, 2) : null;
  const near = pair === null ? null : nearestWord(pair, twoWordMakes);
  if (near) return { entry: entriesByKey.get(near.key)!, span: { start: at, end: at + 2 } };
  for (let length = longestMake; length >= 1; length--) {
    const key = joinKeys(tokens, at, length);
    const entry = key === null ? undefined : entriesByKey.get(key);
    if (entry) return { entry, span: { start: at, end: at + length } };
  }
  return null;
}

/** The make that a title names as the product or its table spells it; of several the one with its model beside it. */
export function findMake(tokens: readonly Token[]): NameMatch | null {
  let best: NameMatch | null = null;
  let most = 0;
  let order = 0;
  for (let at = 0; at < tokens.length; at++) {
    const found = makeAt(tokens, at);
    if (!found) continue;
    const { entry, span } = found;
    const model = modelIn(entry, tokens, span);
    at = Math.max(at, span.end - 1);
    // "Leon Cupra 290" is the Seat of that trim.
    if (entry.make.name === 'Cupra' && !isAtStart(tokens, span) && model?.from !== span.end) continue;
    const isWordToo = wordsToo.has(entry.make.name);
    if (isWordToo && model === null && !isAtStart(tokens, span)) continue;
    if (model === null && weigh(tokens).isOfGoods) continue;
    const weight = (isWordToo && model === null ? 1 : 3) + (model?.weight ?? 0) - order;
    order += 1;
    if (weight <= most) continue;
    const sureness = model === null || model.slips === 0 ? 1 : 0.9;
    [best, most] = [{ entry, span, model, sureness }, weight];
  }
  return best;
}

const isAtStart = (tokens: readonly Token[], { start }: Span) => tokens.slice(0, start).every(isCarYear);

const makeWords = toWordList(entriesByKey.keys(), (key) => entriesByKey.get(key));

/**
 * "Peugoet 208", "Toyata 1,4 D-4D": a word one or two slips from a make, believed beside one of its models, and a long
 * one also among words of cars.
 */
export function findMisspeltMake(tokens: readonly Token[], isSurelyCar: boolean): NameMatch | null {
  for (let at = 0; at < tokens.length; at++) {
    const { key } = tokens[at]!;
    if (ownersByKey.has(key) || isSalesWord(tokens[at]!)) continue;
    const near = nearestWord(key, makeWords);
    const entry = near && entriesByKey.get(near.key);
    if (!entry) continue;
    const span = { start: at, end: at + 1 };
    const model = modelIn(entry, tokens, span);
    const isNear = model !== null && (key.length > 5 || model.slips === 0);
    if (isNear) return { entry, span, model, sureness: model.slips === 0 ? 0.9 : 0.7 };
    const evidence = weigh(tokens);
    if (key.length > 5 && near.slips === 1 && model === null && (isSurelyCar || evidence.car >= 2))
      return { entry, span, model, sureness: 0.6 };
  }
  return null;
}
