import { seriesOf } from './model-series.ts';
import { entryOf, type MakeEntry, makeEntries } from './title-index.ts';
import { nearestName } from './title-repair.ts';
import { joinKeys, type Token } from './title-tokens.ts';

type FoundMake = { entry: MakeEntry; next: number };

/**
 * Models that are everyday words or other goods: believed only where the title begins with one and an engine or a
 * mileage follows.
 */
const everydayWords = new Set(
  'accord across adam alto amazon avenger born bravo caddy california capri charger colt combo compass coupe cube daily delta edge escort expert explorer focus fusion galaxy idea insight jazz journey junior legend leon logan master matrix midget move multipla musa mustang note omega orion outback panda partner patrol patriot picnic polo prelude puma pulsar ranger rapid roadster rocks roma samara scala sierra soul spark spider splash spring sprinter swift symbioz trax transit tourer traveller vision volt wind'.split(
    ' ',
  ),
);
const engineWord = /^\d[.,]\d|^\d+(?:hk|km|tkm)$|^(?:tdi|tsi|tfsi|hdi|bluehdi|dci|cdti|crdi|cdi|d4d|hk|km)$/i;
const bodyWord = /^(?:avant|allroad|sportback|touring|variant|stc|stcar|sw|combi|kombi|estate|tourer)$/;
const carYear = /^(?:19|20)\d\d$/;

function indexModels(pattern: RegExp): Map<string, MakeEntry | null> {
  const owners = new Map<string, MakeEntry | null>();
  for (const entry of makeEntries) {
    for (const { key } of entry.models) {
      if (!pattern.test(key)) continue;
      const owner = owners.get(key);
      owners.set(key, owner === undefined || owner === entry ? entry : null);
    }
  }
  return owners;
}

/** By words, by letters with figures ("A4", "XC60", "i20") and by figures alone ("308", "5008"). */
const ownersOfWords = indexModels(/^[a-z]{4,}$/);
const ownersOfCodes = indexModels(/^[a-z]{1,3}\d{1,3}[a-z]?$/);
const ownersOfFigures = indexModels(/^\d{3,4}$/);
const modelWords = [...ownersOfWords.keys()].filter((key) => !everydayWords.has(key)).map((key) => ({ key }));
/** Of two makes with such a model, the one that everybody drives. */
ownersOfFigures.set('308', entryOf('Peugeot'));
ownersOfWords.set('leon', entryOf('Seat'));
const seriesMakes = ['BMW', 'Mercedes-Benz'].map(entryOf);
/** "320d", "C220", "E 200": a series only with the letters of its engine or of its class. */
const seriesWord =
  /^(?:[1-8]\d{2}(?:d|i|e|xd|xi|ci|ti|xe)|m[1-8]\d{2}[di]|(?:[abces]|cl[as]|gl[abce])\d{3}[a-z]{0,3})$/;

function bySeries(tokens: readonly Token[], at: number): MakeEntry | null {
  const { key } = tokens[at]!;
  if (!seriesWord.test(key) || ownersOfCodes.get(key)) return null;
  return seriesMakes.find((entry) => seriesOf(entry.make.name, [tokens[at]!], 0) !== null) ?? null;
}

function ownerAt(
  tokens: readonly Token[],
  at: number,
  isFirst: boolean,
  hasEngine: boolean,
): MakeEntry | null {
  const { key } = tokens[at]!;
  if (everydayWords.has(key)) return isFirst && hasEngine ? (ownersOfWords.get(key) ?? null) : null;
  const named = ownersOfWords.get(key) ?? ownersOfWords.get(joinKeys(tokens, at, 2) ?? '');
  if (named) return named;
  if (!isFirst) return null;
  const coded = ownersOfCodes.get(key) ?? bySeries(tokens, at);
  if (coded) return coded;
  return hasEngine && !carYear.test(key) ? (ownersOfFigures.get(key) ?? null) : null;
}

/**
 * A title without a make: believed when a model of one make stands in it beside an engine, a year, a body or a mileage,
 * or where the rest of the ad says that it is a car.
 */
export function findByModel(tokens: readonly Token[], isSurelyCar: boolean): FoundMake | null {
  const hasEngine = tokens.some(({ text }) => engineWord.test(text));
  const hasCarWords = hasEngine || tokens.some(({ key }) => carYear.test(key) || bodyWord.test(key));
  if (!hasCarWords && !isSurelyCar) return null;
  const first = tokens.findIndex(({ key }) => !carYear.test(key));
  for (let at = 0; at < tokens.length; at++) {
    const entry = ownerAt(tokens, at, at === first, hasEngine);
    if (entry) return { entry, next: at };
  }
  return hasEngine ? bySlip(tokens, first) : null;
}

/** Without a make only the word that the title begins with is taken for a misspelt model, and no short one. */
function bySlip(tokens: readonly Token[], first: number): FoundMake | null {
  const key = tokens[first]?.key ?? '';
  const near = key.length > 4 ? nearestName(key, modelWords) : null;
  const entry = near && ownersOfWords.get(near.key);
  return entry ? { entry, next: first } : null;
}
