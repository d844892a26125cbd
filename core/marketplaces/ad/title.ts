import { once } from '#core/shared.ts';
import { yearInTitle } from './mileage.ts';
import { cleanLine, foldText } from './text.ts';
import {
  commonEntries,
  type Evidence,
  entriesByKey,
  entryOf,
  type FoundModel,
  isCarYear,
  isDisplacement,
  isEngineWord,
  isOfCar,
  isPowerWord,
  isSalesWord,
  joinKeys,
  keyOf,
  type MakeEntry,
  nearestWord,
  ownersByKey,
  seriesOf,
  type Token,
  tokenise,
  toWordList,
  unglue,
  type WordList,
  weigh,
  wordsOfNames,
} from './title-matching.ts';

/** A model in a title: how well its place and its name tell that it is meant, and the slips that were mended. */
export type ModelMention = FoundModel & { weight: number; slips: number };

/** Names that also tell a body, an engine or a trim of another model: "VW T5 Transporter", "Cooper S Clubman". */
export const weakNames = new Set(
  'T1,T2,T3,T4,T5,T6,T7,CC,Cabrio,Cabriolet,Coupe,Roadster,Spider,GT,GTV,Cooper,Cooper S,Cooper D,Cooper SD,Cooper SE,One,One D,John Cooper Works,e,F,TF,80,90,100,200,S1,SC,LT,Abarth,Ion,e-tron,Electric,Grand Picasso,Ami,Move,Free,V8'.split(
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
    if (entry.words.has(token.key) || entry.models.has(token.key) || entry.keys.includes(token.key))
      return token;
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
  // "Audi B4 80".
  if (from === span.end + 1 && entry.make.name === 'Audi' && /^[bc]\d$/.test(tokens[span.end]!.key))
    return true;
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
    if (entry.classics.has(found.key) && !isClassicAt(tokens, from + length, from === span.end)) continue;
    const slips = exact ? 0 : mended.slips.slice(from, from + length).reduce((sum, one) => sum + one, 0);
    const weight =
      (weakNames.has(found.name) ? 1 : 3) - 0.5 * slips + weightOfPlace(from, from + length, span);
    return { name: found.name, from, next: from + length, spoken: null, weight, slips };
  }
  return codeAt(entry, tokens, from, span) ?? letteredAt(entry, tokens, from, span);
}

/** "Trabant 601S", "Renault 4L", "BMW 2002tii": a figure right behind its make with the letters of its trim. */
function letteredAt(
  entry: MakeEntry,
  tokens: readonly Token[],
  from: number,
  span: Span,
): ModelMention | null {
  const { key, text } = tokens[from]!;
  const figure = /^(\d{1,4})[a-z]{1,3}$/.exec(key)?.[1];
  const name = figure === undefined ? undefined : entry.models.get(figure);
  if (name === undefined || from !== span.end || isPowerWord(key.replace(/^\d+/, ''))) return null;
  const next = from + 1;
  return { name, from, next, spoken: text, weight: 2 + weightOfPlace(from, next, span), slips: 0 };
}

/** "Fiat 125", but no "Fiat 125 hk" and no "Skoda 1000 kr". */
const isClassicAt = (tokens: readonly Token[], next: number, isBehindMake: boolean) =>
  isBehindMake && !isPowerWord(tokens[next]?.key) && !/^(?:kr|cc|ccm|gears?)$/.test(tokens[next]?.key ?? '');

/** "BMW E46", "Mercedes W 124", "Porsche 987": a car by the name that its factory gives it, where it is called nothing else. */
function codeAt(entry: MakeEntry, tokens: readonly Token[], from: number, span: Span): ModelMention | null {
  for (const length of [2, 1]) {
    const key = joinKeys(tokens, from, length);
    const name = key === null ? undefined : entry.codes.get(key);
    if (key === null || name === undefined || (length === 2 && tokens[from]!.key.length > 1)) continue;
    if (/^\d+$/.test(key) && !isFigureOfModel(entry, tokens, from, span)) continue;
    const next = from + length;
    const spoken = tokens
      .slice(from, next)
      .map(({ text }) => text)
      .join('');
    return { name, from, next, spoken, weight: 2 + weightOfPlace(from, next, span), slips: 0 };
  }
  return null;
}

/** A make in a title with the model named beside it; `sureness` from 0 to 1. */
export type NameMatch = { entry: MakeEntry; span: Span; model: ModelMention | null; sureness: number };

/** Makes that are words of their own ("car seat", "mini bike"): believed where a title begins, or beside a model. */
const wordsToo = new Set(
  'Seat,MINI,Smart,DS,MG,RAM,Land Rover,Genesis,Lotus,Lincoln,Rover,Fisker,Alpine,Ora,Seres,Voyah,Think,Firefly,Saturn,Singer,Morgan,Mobilize,Invicta,Proton,Triumph,Microcar,KTM,Jensen,Plymouth,Denza,Matra'.split(
    ',',
  ),
);
/** Makes that are everyday words: believed only right before one of their models ("MAN TGE"). */
const everydayMakes = new Set(
  'AC,Asia,Ariel,Bristol,Checker,Ebro,Glas,Hope,International,JDM,Kaiser,Lloyd,Lucid,MAN,Marcos,Mega,Mercury,Nash,Noble,Panther,Riley,Standard,Venturi'.split(
    ',',
  ),
);
/** Words of their own, however near they lie to a make: "Picanto Infinity Sky" is a trim. */
const nearMakes = new Set(['infinity']);
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
    if (everydayMakes.has(entry.make.name) && model?.from !== span.end) continue;
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
  const isLong = key.length > 5 && near.slips === 1 && !nearMakes.has(key);
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

/** Words that sell and words that other fields hold: a variant ends before the first of them. */
const notVariant =
  /^(?:\d[\d.]*km|km|kr|kr\.|dkk|t\.?km|tkm|aargang|aarg|model|fra|nysynet|synet|syn|saelges|til|salg|billig|flot|paen|velholdt|super|fin|lav|med|m|kun|koert|inkl|pris|bytte|byttes|ny|nye|god|obs|ring|sommerhjul|vinterhjul)$/;

/** "Finansiel leasing", "privat- eller flexleasing", "tidl. leasingbil": words that belong to the one behind them. */
const beforeLeasing =
  /^(?:(?:privat|erhvervs|finansiel|operationel|split|flex|saeson|eller|og|evt|tidl|tidligere)\W*)+$/;
const noLeasing = /^(?:ingen|ikke|ej|uden|u\/?)$/;

const mostWords = 8;

/**
 * What a title says after the model, without the year: "1,6 TDI 105 Comfortline". `spoken` is a word that
 * named series and engine at once ("320d").
 */
export function toVariant(tokens: Token[], spoken: string | null, year: number | null): string | null {
  const words = spoken ? [spoken] : [];
  for (const token of tokens) {
    const folded = foldText(token.text).replace(/[.:!?-]+$/, '');
    if (year && token.key.endsWith(String(year))) continue;
    if (folded.includes('leasing')) {
      while (beforeLeasing.test(foldText(words.at(-1) ?? ''))) words.pop();
      if (folded.startsWith('u/')) continue;
      if (!noLeasing.test(foldText(words.at(-1) ?? ''))) break;
      words.pop();
      continue;
    }
    if (notVariant.test(folded) || /^\d{2,3}[.,]?(?:\d{3}|xxx)$/.test(folded)) break;
    words.push(token.text);
  }
  return cleanLine(words.slice(0, mostWords).join(' '), 60);
}

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
/** "E46", "W124": what the factories of these makes call their cars is known without them. An E63 is a Mercedes as well. */
const factoryCode = /^(?!e63)(?:[ef]\d{2}|[ws]\d{3})$/;
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
    const coded = length === 1 && factoryCode.test(key) && seriesMakes().find(({ codes }) => codes.has(key));
    if (coded) return { entry: coded, at, length, points: 1.5 };
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

function misspeltWithoutMakeAt(tokens: readonly Token[], at: number, evidence: Evidence): Candidate | null {
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
    bestOf(tokens, candidateAt, evidence, isSurelyCar) ??
    bestOf(tokens, misspeltWithoutMakeAt, evidence, isSurelyCar);
  if (best === null || best.points < believed) return null;
  const { entry } = best;
  const model = modelIn(entry, tokens, { start: -1, end: -1 });
  if (model === null) return null;
  const span = { start: model.from, end: model.from };
  return { entry, span, model, sureness: Math.min(0.9, best.points / 10) };
}

export type TitleFacts = {
  make: string | null;
  model: string | null;
  variant: string | null;
  year: number | null;
};

/**
 * Make, model, variant and year from an ad's title: "2013 BMW X5 · xDrive50i Sport Utility 4D", "VW Golf VII
 * 1,4 TSi 125", "Golf 1.6 TDI årg. 2012". Names come back as `makes.ts` spells them; series that are named
 * by figures become "3-serie" and "C-Klasse". What the title does not say is null. A model without its make
 * is believed beside car words in the title, or where the rest of the ad says that it is a car
 * (`isSurelyCar`).
 */
export function readTitle(title: string, isSurelyCar = false): TitleFacts {
  const tokens = unglue(tokenise(title));
  const found = matchName(tokens, isSurelyCar);
  if (!found) return { make: null, model: null, variant: null, year: yearInTitle(title, []) };
  const { entry, model } = found;
  const year = yearInTitle(
    title,
    model ? tokens.slice(model.from, model.next).map((token) => token.text) : [],
  );
  return {
    make: entry.make.name,
    model: model?.name ?? null,
    variant: toVariant(restOf(tokens, found), model?.spoken ?? null, year),
    year,
  };
}

/** How surely a title names its make and model, from 0 (it names none) to 1 (both as the table spells them). */
export function surenessOfTitle(title: string, isSurelyCar = false): number {
  return matchName(unglue(tokenise(title)), isSurelyCar)?.sureness ?? 0;
}

/** Whether a title names other goods ("jakke", "plakat") and no word of cars. */
export const namesGoods = (title: string): boolean => weigh(unglue(tokenise(title))).isOfGoods;

function matchName(tokens: readonly Token[], isSurelyCar: boolean): NameMatch | null {
  return findMake(tokens) ?? findMisspeltMake(tokens, isSurelyCar) ?? findByModel(tokens, isSurelyCar);
}

/** What stands behind make and model, and the engine between them ("VW 1,4 TSI Golf"). */
function restOf(tokens: readonly Token[], { span, model }: NameMatch): Token[] {
  if (!model) return tokens.slice(span.end);
  const between = model.from > span.end ? tokens.slice(span.end, model.from) : [];
  return [...between.filter(isEngineWord), ...tokens.slice(Math.max(span.end, model.next))];
}

const longMakes = once(() =>
  toWordList(
    [...entriesByKey().keys()].filter((key) => key.length > 5),
    (key) => entriesByKey().get(key),
  ),
);

/** The product's spelling of a make ("VOLKSWAGEN", "vw", "Toyata" → "Toyota"); null for one it does not know. */
export function canonicalMake(text: string): string | null {
  const key = keyOf(text);
  const near = entriesByKey().has(key) ? null : nearestWord(key, longMakes());
  return entriesByKey().get(near?.slips === 1 ? near.key : key)?.make.name ?? null;
}

/**
 * The product's spelling of a make's model and what else the text says ("golf vi 2.0tdi" → "Golf", "vi
 * 2.0tdi"; "quashqai" → "Qashqai"); null for an unknown one.
 */
export function canonicalModel(make: string, text: string): { model: string; rest: string | null } | null {
  const known = canonicalMake(make);
  if (known === null) return null;
  const tokens = tokenise(text);
  const found = modelIn(entryOf(known), tokens, { start: 0, end: 0 });
  return found && found.from === 0
    ? { model: found.name, rest: toVariant(tokens.slice(found.next), found.spoken, null) }
    : null;
}
