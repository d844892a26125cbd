import { once } from '#core/once.ts';
import { isCarYear, isOfCar, isSalesWord, weigh } from './title-evidence.ts';
import { commonEntries, entriesByKey, entryOf, type MakeEntry, ownersByKey } from './title-index.ts';
import { type ModelMention, modelIn, type Span } from './title-model.ts';
import { nearestWord, toWordList } from './title-slips.ts';
import { joinKeys, keyOf, type Token } from './title-tokens.ts';

/** A make in a title with the model named beside it; `sureness` from 0 to 1. */
export type NameMatch = { entry: MakeEntry; span: Span; model: ModelMention | null; sureness: number };

/** Makes that are words of their own ("car seat", "mini bike"): believed where a title begins, or beside a model. */
const wordsToo = new Set(
  'Seat,MINI,Smart,DS,MG,RAM,Land Rover,Genesis,Lotus,Lincoln,Rover,Fisker,Alpine,Ora,Seres,Voyah,Think,Firefly,Saturn,Singer,Morgan,Mobilize,Invicta,Proton,Triumph,Microcar,KTM,Jensen,Plymouth,Denza,Matra'.split(
    ',',
  ),
);
const longestMake = 3;
/** A title of nothing but makes is nobody's car, and would cost a look at each. */
const mostMakes = 4;

/** Makes of two words, one of which may be misspelt: "Alfa Romoe", "Aston Marton", "Rage Rover". */
const inTwo = once(() => {
  const names = [...commonEntries().map(({ make }) => make.name), 'Range Rover'].filter((name) =>
    /^\p{L}+ \p{L}+$/u.test(name),
  );
  return {
    parts: new Set(names.flatMap((name) => name.split(' ').map(keyOf))),
    whole: toWordList(names.map(keyOf)),
  };
});

function inTwoWords(tokens: readonly Token[], at: number): string | null {
  const pair = joinKeys(tokens, at, 2);
  const { parts, whole } = inTwo();
  if (pair === null || !(parts.has(tokens[at]!.key) || parts.has(tokens[at + 1]!.key))) return null;
  return whole.some(({ key }) => key === pair) ? pair : (nearestWord(pair, whole)?.key ?? null);
}

function makeAt(tokens: readonly Token[], at: number): { entry: MakeEntry; span: Span } | null {
  const pair = inTwoWords(tokens, at);
  // A range of models that everyone calls by its own name.
  if (pair === 'rangerover' || tokens[at]!.key === 'rangerover')
    return { entry: entryOf('Land Rover'), span: { start: at, end: at } };
  if (pair !== null) return { entry: entriesByKey().get(pair)!, span: { start: at, end: at + 2 } };
  for (let length = longestMake; length >= 1; length--) {
    const key = joinKeys(tokens, at, length);
    const entry = key === null ? undefined : entriesByKey().get(key);
    if (entry) return { entry, span: { start: at, end: at + length } };
  }
  return null;
}

/** The make that a title names as the product or its table spells it; of several the one with its model beside it. */
export function findMake(tokens: readonly Token[]): NameMatch | null {
  let best: NameMatch | null = null;
  let most = 0;
  let order = 0;
  for (let at = 0; at < tokens.length && order < mostMakes; at++) {
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

const makeWords = once(() =>
  toWordList(
    commonEntries().flatMap(({ keys }) => keys),
    (key) => entriesByKey().get(key),
  ),
);

/**
 * "Peugoet 208", "Toyata 1,4 D-4D": a word one or two slips from a make, believed beside one of its models, and a long
 * one also among words of cars.
 */
export function findMisspeltMake(tokens: readonly Token[], isSurelyCar: boolean): NameMatch | null {
  for (let at = 0; at < tokens.length; at++) {
    const found = misspeltAt(tokens, at, isSurelyCar);
    if (found) return found;
  }
  return null;
}

function misspeltAt(tokens: readonly Token[], at: number, isSurelyCar: boolean): NameMatch | null {
  const { key } = tokens[at]!;
  const isName = ownersByKey().has(key);
  const near = isName || isSalesWord(tokens[at]!) ? null : nearestWord(key, makeWords());
  const entry = near && entriesByKey().get(near.key);
  if (!near || !entry) return isOfCar(tokens[at]!) ? null : backedAt(tokens, at);
  const span = { start: at, end: at + 1 };
  const model = modelIn(entry, tokens, span);
  const isBehind = model?.from === span.end && model.slips <= 1;
  if (model && (key.length > 5 || model.slips === 0 || isBehind))
    return { entry, span, model, sureness: model.slips === 0 ? 0.9 : 0.7 };
  const isLong = key.length > 5 && near.slips === 1;
  if (isLong && model === null && (isSurelyCar || weigh(tokens).car >= 2))
    return { entry, span, model, sureness: 0.6 };
  return null;
}

/** "Fod Fiesta", "olvo V60", "Opl Corsa": a short word, or a first letter, with the make's own model right behind it. */
function backedAt(tokens: readonly Token[], at: number): NameMatch | null {
  const near = nearestWord(tokens[at]!.key, makeWords(), true);
  const entry = near && entriesByKey().get(near.key);
  if (!entry) return null;
  const span = { start: at, end: at + 1 };
  const model = modelIn(entry, tokens, span);
  const isBacked = model !== null && model.from === span.end && model.slips === 0 && model.weight >= 5;
  return isBacked ? { entry, span, model, sureness: 0.7 } : null;
}
