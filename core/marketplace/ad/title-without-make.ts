import { once } from '#core/once.ts';
import { seriesOf } from './model-series.ts';
import { type Evidence, isCarYear, isOfCar, isSalesWord, weigh } from './title-evidence.ts';
import { entryOf, type MakeEntry, ownersByKey, wordsOfNames } from './title-index.ts';
import type { NameMatch } from './title-make.ts';
import { modelIn, weakNames } from './title-model.ts';
import { nearestWord, toWordList } from './title-slips.ts';
import { joinKeys, type Token } from './title-tokens.ts';

/** Models that are everyday words or other goods: they need more words of a car beside them. */
const everydayWords = new Set(
  'accent accord across adam alto amazon ami ascona austral avenger baleno bayon beetle beta bison bora born boxer brava bravo caddy california capri cascada cayenne cayman charger cherokee cherry city colt combo commander compass continental cordoba corona cortina coupe crafter crown cube custom daily defender delta derby discovery dolphin duster eclipse edge element escort expert explorer express fiesta flex focus fox free frontera fusion galaxy ghost golf granada ibiza idea insight jazz jogger journey juke jumper junior kappa karl karma kona laguna leaf legacy legend leon liana liberty linea logan logo lotus magnum malaga marbella marea master materia matrix maverick midget mirage mobi modus mokka monza move mulsanne multipla musa mustang nemo neon nitro note ocean omega optima orion orlando outback panda partner patriot patrol phantom picasso picnic pilot pixo polo prelude pride probe pulsar puma quattro ranger rapid regal renegade roadster rocks rocky roma saga samara scala scorpio seal senator shuttle sierra signum silverado silvia sonata soul spark spider splash spring spyder stilo stinger storm strada stratus stream sunny swift talisman tang tempra terrano thema tigra tipo tivoli toledo tourer trafic transit transporter traveller trax twin uno vanette vantage vesta viper vision volt wind wraith wrangler yeti yukon zeta'.split(
    ' ',
  ),
);
/** Of several makes with such a model, the one that everybody drives. */
const everybodys: Readonly<Record<string, string>> = {
  '308': 'Peugeot',
  ateca: 'Seat',
  ds3: 'Citroën',
  ds4: 'Citroën',
  ds5: 'Citroën',
  etron: 'Audi',
  kalos: 'Chevrolet',
  lacetti: 'Chevrolet',
  leon: 'Seat',
  m3: 'BMW',
  matiz: 'Chevrolet',
  nubira: 'Chevrolet',
  s5: 'Audi',
  s6: 'Audi',
  voyager: 'Chrysler',
  ypsilon: 'Lancia',
  sierra: 'Ford',
  continental: 'Bentley',
};
const seriesMakes = once(() => ['BMW', 'Mercedes-Benz', 'Lexus'].map(entryOf));
/** "320d", "C220", "C63", "GLC 220d", "RX450h": a series only with the letters of its engine or of its class. */
const seriesWord = new RegExp(
  [
    '^(?:[1-8](?:1[468]|2[03458]|3[05]|4[05]|50|60)(?:d|i|e|xd|xi|ci|ti|xe)',
    '[1-8]serie',
    'm[1-8]\\d{2}[di]',
    '[abcegrsv]\\d{3}[a-z]{0,3}',
    'x(?:220|250|350)d?',
    '(?:cl[aceks]|gl[abceks]?|ml|sl[ck]?|eq[abcestv])\\d{3}[a-z]{0,3}',
    '(?:[acegs]|cl[ask]|gl[aces]|ml|slk?)(?:35|43|45|53|55|63|65)',
    '(?:ct|es|gs|is|lc|ls|nx|rc|rx|rz|ux)\\d{3}[a-z]{1,2})$',
  ].join('|'),
);
/** "golf 4", "golf v", "Clio III": the generation of a car. */
const generation = /^(?:[1-9]|i{1,3}|iv|vi{0,3}|mk\d|gti|gtd|gte)$/;

/** Names of two letters that an engine behind them tells to be meant: "TT 1,8 T", "Up! 1,0 60". */
const shortNames = new Set(['tt', 'up', 'ka', 'xe', 'xf', 'xj', 'xv']);
/** Of the names that also tell a body or a trim, those that tell their make too. */
const tellingNames = /^(?:cooper|etron|johncooper|abarth\d)/;

type Candidate = { entry: MakeEntry; at: number; length: number; points: number };

/** Points of a name alone; `null` for one that says nothing without its make. */
function pointsOfKey(written: string, words: number): number | null {
  const key = written.replace(/\+\d?$/, '');
  if (everydayWords.has(key) || shortNames.has(key)) return 1;
  if (/^[a-z]{4,}$/.test(key)) return 4;
  if (words > 1 && /[a-z]{3}/.test(key)) return 4;
  if (/^(?:19|20)\d\d$/.test(key)) return -1.5;
  if (/^\d{3,4}$/.test(key)) return 0.5;
  if (/^(?:[a-z]{2,}\d{1,3}[a-z]?|[a-z]\d{2,4}[a-z]?|\d{3}[a-z]{1,2})$/.test(key)) return 3;
  if (/^[a-z]\d$/.test(key)) return 1.5;
  if (/^[a-z]{3}$/.test(key)) return 2;
  return words > 1 || /\d[a-z]|[a-z]\d/.test(key) ? 2.5 : null;
}

/** Figures alone are a Peugeot's, or one of a make that calls its engines so. */
function pointsIn(owner: MakeEntry, key: string, words: number, evidence: Evidence): number | null {
  const isFigure = /^\d+$/.test(key);
  const isPlain = owner.make.name === 'Peugeot' && !/^(?:19|20)\d\d$/.test(key);
  if (isFigure && !isPlain && evidence.forMake(owner.make.name) <= 0) return null;
  // "V 70" is one where a title begins.
  if (words > 1 && /^[a-z]\d+$/.test(key)) return 1;
  return pointsOfKey(key, words);
}

function ownerOf(key: string, evidence: Evidence): MakeEntry | null {
  const owners = ownersByKey().get(key);
  if (!owners) return null;
  if (owners.length === 1) return owners[0]!;
  const byEngine = owners.filter(({ make }) => evidence.forMake(make.name) > 0);
  if (byEngine.length === 1) return byEngine[0]!;
  const known = everybodys[key];
  return known === undefined ? null : entryOf(known);
}

/** "C 220", "GLC 250d", "320 d", but not "A4 2,0" or "A3 1". */
const isSeriesInTwo = (tokens: readonly Token[], at: number) =>
  /^(?:[a-z]+ \d{3}[a-z]{0,2}|\d{3} [a-z]{1,2})$/.test(`${tokens[at]!.key} ${tokens[at + 1]!.key}`);

function candidateAt(tokens: readonly Token[], at: number, evidence: Evidence): Candidate | null {
  for (let length = Math.min(4, tokens.length - at); length >= 1; length--) {
    const key = joinKeys(tokens, at, length)!;
    // "3 Crossback" is a name, "1 2" in two words is none.
    if (length > 1 && /^\d+$/.test(key)) continue;
    const owner = ownerOf(key, evidence);
    // "9-3" is written with its sign; "93" is any number.
    const isSaab = /^9[-.][35]$/.test(tokens[at]!.text) && length === 1;
    const points = owner && (isSaab ? 1.5 : pointsIn(owner, key, length, evidence));
    const isWeak = owner !== null && weakNames.has(owner.models.get(key)!) && !tellingNames.test(key);
    if (owner && points !== null && !isWeak) return { entry: owner, at, length, points };
    if (length > 2 || !seriesWord.test(key) || (length === 2 && !isSeriesInTwo(tokens, at))) continue;
    const joined = [{ text: key, key }];
    const entry = seriesMakes().find((one) => seriesOf(one.make.name, joined, 0) !== null);
    if (entry) return { entry, at, length, points: 3 };
  }
  return null;
}

const nameWords = once(() =>
  toWordList([...ownersByKey().keys()].filter((key) => key.length > 4 && !everydayWords.has(key))),
);

function misspeltAt(tokens: readonly Token[], at: number, evidence: Evidence): Candidate | null {
  const { key } = tokens[at]!;
  const mayBeSlip = key.length > 4 && !isSalesWord(tokens[at]!) && !wordsOfNames().has(key);
  const near = mayBeSlip ? nearestWord(key, nameWords()) : null;
  const entry = near && ownerOf(near.key, evidence);
  return near && entry ? { entry, at, length: 1, points: (key.length > 6 ? 3.5 : 2.5) - near.slips } : null;
}

type Finder = (tokens: readonly Token[], at: number, evidence: Evidence) => Candidate | null;

/** "Polo 2012", "Pæn Fiesta nysynet": nothing beside the name that could be of other goods. */
const isAllOfCar = (tokens: readonly Token[], at: number, length: number) =>
  tokens.every((token, place) => (place >= at && place < at + length) || isOfCar(token));

function bestOf(
  tokens: readonly Token[],
  find: Finder,
  evidence: Evidence,
  isSurelyCar: boolean,
): Candidate | null {
  const first = tokens.findIndex((token) => !isCarYear(token) && !isSalesWord(token));
  let best: Candidate | null = null;
  for (let at = 0; at < tokens.length; at++) {
    const found = find(tokens, at, evidence);
    if (!found) continue;
    // A figure farther behind tells something else, and an everyday word mostly too.
    const isFirst = at === first || (at === 0 && found.points < 0);
    const isFigure = /^\d+$/.test(tokens[at]!.key);
    const isSupported = !isFigure && (isSurelyCar || evidence.forMake(found.entry.make.name) > 0);
    if (!isFirst && !isSupported && found.points <= 1) continue;
    const next = tokens[at + found.length]?.key ?? '';
    const points =
      found.points +
      (isFirst ? 1 : -0.25 * (at - first)) +
      (generation.test(next) && !isFigure ? 2 : 0) +
      evidence.car +
      (evidence.car > 0 && isAllOfCar(tokens, at, found.length) ? 1 : 0) +
      evidence.forMake(found.entry.make.name) +
      (isSurelyCar ? 2 : 0);
    if (best === null || points > best.points) best = { ...found, points };
    at += found.length - 1;
  }
  return best;
}

const believed = 3.5;

/**
 * A title without a make: a model is believed for its name and for what stands beside it, an engine, a year, a body, a
 * mileage, or because the rest of the ad says that it is a car.
 */
export function findByModel(tokens: readonly Token[], isSurelyCar: boolean): NameMatch | null {
  const evidence = weigh(tokens);
  const best =
    bestOf(tokens, candidateAt, evidence, isSurelyCar) ?? bestOf(tokens, misspeltAt, evidence, isSurelyCar);
  if (best === null || best.points < believed) return null;
  const { entry } = best;
  const model = modelIn(entry, tokens, { start: -1, end: -1 });
  if (model === null) return null;
  const span = { start: model.from, end: model.from };
  return { entry, span, model, sureness: Math.min(0.9, best.points / 10) };
}
