import { once } from '#core/shared.ts';
import { factoryCodes } from './make-rows.ts';
import { type CarMake, carMakes } from './makes.ts';
import { foldText } from './text.ts';

/** A word of a title as written, and its letters and figures alone ("C-HR" → "chr") for comparing. */
export type Token = { text: string; key: string };

export function keyOf(text: string): string {
  return foldText(text)
    .replace(/[^a-z0-9#+]/g, '')
    .replace(/^\+|^#(?=[a-z])/, '');
}

export function tokenise(title: string): Token[] {
  return title
    .split(/[\s·|;()!*"_]+|,(?!\d)|(?<!\d),/)
    .map((text) => ({ text, key: keyOf(text) }))
    .filter((token) => token.key !== '')
    .slice(0, 60);
}

/** The key of several words taken as one ("id" + "3"); null when there are not so many. */
export function joinKeys(tokens: readonly Token[], from: number, length: number): string | null {
  if (from + length > tokens.length) return null;
  const key = tokens
    .slice(from, from + length)
    .map((token) => token.key)
    .join('');
  return key === '' ? null : key;
}

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Words of Danish ads that mean themselves, however near they lie to a name: no slip is looked for in them. */
export const plainWords = words(`
  januar februar marts april juni juli august september oktober november december romeo luksus passet passer panser ekstra style model modeller bilen minde mester poloer sport smart leder vekter volver
  auto automat automatik automatgear benzin diesel elbil hybrid electric elektrisk turbo stationcar stationsvogn combi kombi
  coupe cabriolet cabrio roadster sedan limousine tourer touring variant avant sportback active
  comfortline highline trendline ambition ambiente elegance style titanium trend edition limited comfort premium
  executive exclusive essentia enjoy cosmo dynamic dynamique expression authentique prestige allure attraction
  momentum kinetic summum inscription acenta tekna visia lounge emotion vision advance motion sense innovation
  quattro xdrive steptronic tiptronic multitronic powershift blue bluemotion ecoboost puretech skyactiv
  saelges saelger saelg solgt byttes bytte koebes nysynet synet velholdt velkoerende velkorende flot flotte paen paent
  lille stor billig billigt super lakker laekker meget rigtig perfekt familiebil personers pers demo gold pool fold boks rust lys tag gaas van alu rat suv dors doers
  hvid sort graa blaa rode groen solv soelv gull metal med uden laeder traek vinterhjul sommerhjul alufaelge
  service servicebog ejer ejers ejere garanti afgift moms leasing privat forhandler stand fuld fuldt udstyr
  eller ogsa ikke mere kort lang hoej lavt lave pris fast gode godt fine fint motor gear aarg aargang
  fremstaar koerer starter klar salg kan skal ved hos dele defekt skade klassiker veteran pendler bilen biler
  altitude andre anden noget nogle lige nyere seneste sidste drift mobil`);

/**
 * A model found at `from`, ending before `next`; `spoken` is the word that names series and engine in one
 * and belongs to the variant.
 */
export type FoundModel = { name: string; from: number; next: number; spoken: string | null };

/**
 * BMW, Mercedes-Benz and Lexus name cars by series and engine in one word ("320d", "C 220", "CT200h"): the series is the
 * model ("3-serie", "C-Klasse", "CT") and the word stays in the variant.
 */
export function seriesOf(make: string, tokens: readonly Token[], at: number): FoundModel | null {
  if (make === 'BMW') return bmwSeries(tokens, at);
  if (make === 'Lexus') return lexusSeries(tokens[at]!, at);
  if (make === 'Saab') return oldSaab(tokens, at);
  if (make === 'Tesla') return teslaModel(tokens[at]!, at);
  return make === 'Mercedes-Benz' ? mercedesClass(tokens, at) : null;
}

/** A 95 or 93 of the sixties; without its sign a later car is called so too ("Saab 95 2,0t" is a 9-5). */
function oldSaab(tokens: readonly Token[], at: number): FoundModel | null {
  const { key, text } = tokens[at]!;
  if (key !== text || !/^9[35]$/.test(key)) return null;
  const isOld = tokens.some((token) => /^(?:19[5-8]\d|v4|totakt|totakts|veteran|2takt)$/.test(token.key));
  return isOld ? { name: key, from: at, next: at + 1, spoken: null } : null;
}

/** "S75D", "X P100D": the model with the size of its battery. */
function teslaModel({ key, text }: Token, at: number): FoundModel | null {
  const model = /^([sx])p?\d{2,3}d?l?$/.exec(key)?.[1];
  return model
    ? { name: `Model ${model.toUpperCase()}`, from: at, next: at + 1, spoken: text.slice(1) }
    : null;
}

function lexusSeries({ key, text }: Token, at: number): FoundModel | null {
  const series = /^(ct|es|gs|is|lc|lm|ls|lx|nx|rc|rx|rz|sc|ux)\d{3}[a-z]{0,2}\+?$/.exec(key)?.[1];
  return series ? { name: series.toUpperCase(), from: at, next: at + 1, spoken: text } : null;
}

function bmwSeries(tokens: readonly Token[], at: number): FoundModel | null {
  const { key, text } = tokens[at]!;
  // "BMW 184 hk" and "BMW i3 120Ah" tell a power.
  const isPower =
    /^(?:hk|ps|km|tkm|nm|ah)$/.test(tokens[at + 1]?.key ?? '') || /(?:hk|ps|km|nm|ah|cm)$/.test(key);
  const engine = isPower ? null : /^m?([1-8])\d{2}[a-z]{0,3}$/.exec(key);
  if (engine) return { name: `${engine[1]}-serie`, from: at, next: at + 1, spoken: text };
  if (/^[1-8](?:serie|series|er)$/.test(key))
    return { name: `${key[0]}-serie`, from: at, next: at + 1, spoken: null };
  const pair = joinKeys(tokens, at, 2) ?? '';
  return /^[1-8](?:serie|series)$/.test(pair)
    ? { name: `${pair[0]}-serie`, from: at, next: at + 2, spoken: null }
    : null;
}

const spelledClass = /^([a-z]{1,3})(?:kl?ass?e?|class)$/;
/** "C220", "E63"; figures that do not end so, and these few, tell the body that was built ("S123", "W211"). */
const classCode = /^(?!r170|r230|s210|c140)([abcegsrvx])\d{2}0?[a-z]{0,4}$/;
const familyCode = /^(cl[aceks]?|gl[abcesk]?|ml|sl[ck]?|eq[abcestv])\d{2,3}[a-z]{0,4}\+?$/;

function mercedesClass(tokens: readonly Token[], at: number): FoundModel | null {
  for (const count of [1, 2]) {
    const key = joinKeys(tokens, at, count);
    if (key === null) break;
    const next = at + count;
    const spelled = spelledClass.exec(key)?.[1]?.toUpperCase();
    if (spelled === 'M') return { name: 'ML', from: at, next, spoken: null };
    if (spelled)
      return { name: spelled.length === 1 ? `${spelled}-Klasse` : spelled, from: at, next, spoken: null };
    const words = tokens.slice(at, next).map((token) => token.text);
    const letter = classCode.exec(key)?.[1]?.toUpperCase();
    if (letter) return { name: `${letter}-Klasse`, from: at, next, spoken: words.join('') };
    const family = familyCode.exec(key)?.[1]?.toUpperCase();
    if (family) return { name: family, from: at, next, spoken: words.join(' ') };
    const [, figure, engine] = olderCode.exec(key) ?? [];
    if (
      figure &&
      engine &&
      !tokens.some(({ key: other }) => /^[wsc]1\d{2}$|^(?:199[7-9]|20\d\d)$/.test(other))
    )
      return { name: olderNames[engine] ?? figure, from: at, next, spoken: words.join(' ') };
  }
  return null;
}

/** Before there were classes a Mercedes was called by its engine, with the letters of its body: "300 D", "280SE", "230 GE". */
const olderCode =
  /^(200|220|230|240|250|260|280|300|320|350|380|420|450|500|560|600)(d|td|te|e|ce|cd|se|sel|sec|ge|gd|g)$/;
const olderNames: Readonly<Record<string, string>> = {
  se: 'S-Klasse',
  sel: 'S-Klasse',
  sec: 'S-Klasse',
  ge: 'G-Klasse',
  gd: 'G-Klasse',
  g: 'G-Klasse',
};

/** A make as a title is compared with it: names of models by every key they are written with. */
export type MakeEntry = {
  make: CarMake;
  keys: string[];
  models: ReadonlyMap<string, string>;
  /** Keys of models that are believed right behind the make only. */
  classics: ReadonlySet<string>;
  /** Models by the names that the factory gives them ("e46"). */
  codes: ReadonlyMap<string, string>;
  /** The words that its names consist of, for mending slips: "golf", "variant", "xtrail". */
  words: ReadonlySet<string>;
};

function toEntry(make: CarMake): MakeEntry {
  const written = [
    ...make.models.map((name) => ({ text: name, name })),
    ...make.spellings.map(({ spelling, model }) => ({ text: spelling, name: model })),
  ];
  const models = new Map<string, string>();
  // A model's own name wins over another model's spelling.
  const classics = new Set<string>();
  for (const { text, name } of written) {
    const key = keyOf(text);
    if (models.has(key)) continue;
    models.set(key, name);
    if (make.classics.has(text)) classics.add(key);
  }
  const common = written.filter(({ text }) => !classics.has(keyOf(text)));
  const codes = Object.entries(factoryCodes[make.name] ?? {});
  return {
    make,
    keys: [make.name, ...make.aliases].map(keyOf),
    models,
    classics,
    codes: new Map(codes.flatMap(([model, row]) => row.split(' ').map((code) => [code, model] as const))),
    words: new Set(common.flatMap(({ text }) => text.split(/ /).map(keyOf)).filter((key) => key !== '')),
  };
}

/** The table of makes and models as a title is compared with it. */
export const makeEntries = once((): readonly MakeEntry[] => carMakes().map(toEntry));

/** Those that are meant where a title has slips or leaves the make out. */
export const commonEntries = once((): readonly MakeEntry[] =>
  makeEntries().filter(({ make }) => !make.isRare),
);

export const entriesByKey = once(
  (): ReadonlyMap<string, MakeEntry> =>
    new Map(makeEntries().flatMap((entry) => entry.keys.map((key) => [key, entry] as const))),
);

export function entryOf(name: string): MakeEntry {
  return makeEntries().find((entry) => entry.make.name === name)!;
}

/** All keys of models, each with the makes that have such a model. A rare make's models tell no make. */
export const ownersByKey = once((): ReadonlyMap<string, readonly MakeEntry[]> => {
  const owners = new Map<string, MakeEntry[]>();
  for (const entry of commonEntries())
    for (const key of entry.models.keys())
      if (!entry.classics.has(key)) owners.set(key, [...(owners.get(key) ?? []), entry]);
  return owners;
});

/** Every word that some name consists of: such a word is no slip of another. */
export const wordsOfNames = once(
  (): ReadonlySet<string> => new Set(commonEntries().flatMap(({ words }) => [...words])),
);

export function isModelOf(entry: MakeEntry, text: string): boolean {
  const key = keyOf(text);
  return (
    entry.models.has(key) || entry.codes.has(key) || seriesOf(entry.make.name, [{ text, key }], 0) !== null
  );
}

const evidenceWords = (list: string) => once((): ReadonlySet<string> => new Set(list.trim().split(/\s+/)));

/** Goods that share their words with cars ("Polo t-shirt", "Smart TV", "Golf jern"): beside one no name is believed alone. */
const goodsWords = evidenceWords(`
  tshirt skjorte troeje jakke kjole buks bukser sko stoevler stovler str stoerrelse solbriller taske rygsaek ur ure lufthavn
  jern saet koller koeller bold golfsaet boks reol stol stole bord sofa seng skab lampe tv tommer 
  tablet iphone ipad samsung huawei xperia nokia macbook gb ssd objektiv hoejttaler hojttalere hoejttalere spil 
  vinyl plader bog boger magasin blad lego bamse legetoej legetoj playmobil dukke puslespil konsol ps4 ps5 xbox guitar klaver
  keyboard cykel cykler mountainbike racercykel elcykel loebehjul lobehjul trailer campingvogn adria hobby kabe fendt dethleffs knaus yamaha kawasaki ducati ktm vespa harley puch thule knallert scooter motorcykel baad bad jolle
  paahaengsmotor traktor plaeneklipper maskine symaskine vaskemaskine slibemaskine boremaskine stoevsuger koeleskab fryser
  ovn grill telt haengelaas vindue vinduer doer barnestol autostol barnevogn klapvogn hund hvalpe
  hest kat billet billetter gavekort kaede parfume creme kop kopper glas vase ski snowboard minibar laas kabel oplader
  modelbil modelbiler harddisk processor laptop baerbar hovedtelefoner soundlink bestik tallerkner toej tojpakke`);

/** "Løbesko", "racercykel": goods that are written in one word. */
const goodsEnding =
  /(?:cykel|cykler|sko|stoevler|taske|lampe|kopper|kande|figur|plakat|jakke|bukser|jeans|troeje|legetoej|maskine|madras|kikkert|briller|klaver|smykke|aeske|bog|strik|emhaette)$/;

/** Sold with cars as well as alone. */
const wheels = /(?:daek|faelge|tagboks)$/;

/** What stands beside the names of cars: bodies, drives, gears, trims, sales talk of cars. */
const carWords = evidenceWords(`
  avant allroad sportback touring variant stc stcar stationcar stationsvogn sw st combi kombi estate tourer sedan coupe cabriolet
  cabrio roadster limousine spaceback sports sporttourer multispace tepee mcv stepway varevogn kassevogn pickup suv van cw
  diesel benzin hybrid phev hev mhev elbil electric el ev kwh turbo kompressor xdrive sdrive quattro 4matic 4motion allgrip awd 4wd 4x4 fwd
  dsg aut automat automatgear automatik tiptronic steptronic stronic edc cvt pdk manuel gear cdi tdi v6 v8
  hk km tkm nysynet nysyn synet syn ejer 1ejer servicebog aarg aargang pers prs personers saeder traek doers dors dr 3d 4d 5d 5doers
  comfortline highline trendline rline sline mline msport amg gti gtd gte rs fr gtline stline nline rdesign titanium trend ghia
  ambiente ambition elegance style cosmo enjoy sport active allure feel shine seduction intensive expression dynamique zen
  intens acenta tekna visia momentum kinetic summum inscription lounge pop premium limited executive exclusive comfort
  attraction avantgarde classic business edition advance vision inform intense instyle laureate recharge bluemotion performance
  longrange dualmotor vinterhjul sommerhjul afgift leasing engros motorskade bil biler bilen familiebil varebil studiebil`);

/** Words by which people sell anything; they stand before a name without belonging to it. */
const salesWords = evidenceWords(`
  paen paent flot flotte fin fine lille stor super velholdt velholdte velkoerende velkorende laekker billig god dejlig saelges saelg
  saelger sales sale til salg min mit vores vi kan byttes meget rigtig rigtigt nysynet nedsat tilbud hvid sort roed groen blaa graa soelv
  graa solv rod bla en et den stk trofaste elskede gamle familiebil pendlerbil brugsbil bil solgt koeb nu fra`);

/** Engines that only some makes call so. */
const engineMakes = once((): readonly [RegExp, ReadonlySet<string>][] =>
  (
    [
      ['tsi|tfsi|fsi|sdi|mpi|etsi|tgi', 'Volkswagen,Audi,Škoda,Seat,Cupra'],
      ['tdi', 'Volkswagen,Audi,Škoda,Seat,Cupra,Porsche,Nissan'],
      ['e?hdi|bluehdi|puretech|e?thp|e?vti', 'Peugeot,Citroën,DS,Opel,Fiat,MINI'],
      ['dci|tce|etech|bluedci', 'Renault,Dacia,Nissan,Mercedes-Benz,Opel,Mitsubishi'],
      ['cdti|ecotec|twinport|sidi', 'Opel,Chevrolet,Saab'],
      ['crdi|tgdi|cvvt', 'Kia,Hyundai,Genesis'],
      ['tdci|ecoboost|scti|tivct|duratec|ecoblue', 'Ford'],
      ['d4d|vvti|vvtie|hsd', 'Toyota,Lexus,Daihatsu'],
      ['cdi|bluetec|kompressor|4matic|bluetecs|cgi', 'Mercedes-Benz,Smart'],
      ['jtdm?|mjt|multijet|tjet|twinair|mair|multiair', 'Fiat,Alfa Romeo,Lancia,Jeep,Opel,Suzuki'],
      ['xdrive\\w*|sdrive\\w*|edrive\\w*', 'BMW'],
      ['skyg|skyd|skyactiv\\w*|eskyactiv\\w*|mzr|mzrcd', 'Mazda'],
      ['ivtec|vtec|idtec|ictdi|vtecturbo', 'Honda'],
      ['ddis|dualjet|boosterjet', 'Suzuki,Fiat'],
      ['digt', 'Nissan'],
      ['did|mivec', 'Mitsubishi'],
      ['vcdi', 'Chevrolet'],
    ] as const
  ).map(([pattern, makes]) => [new RegExp(`^(?:\\d+)?(?:${pattern})\\d*$`), new Set(makes.split(','))]),
);

/** No car has an engine of nine litres: "9.3" is a Saab. */
const displacement = /^[0-8][.,]\d/;
const powerWord = /^(?:hk|ps|kw|km|tkm|nm|ah|kwh)$/;
const power = /^\d+(?:[.,]\d)?(?:hk|ps|km|tkm|kwh|ah)$/;
const carYear = /^(?:19|20)\d\d$/;

export const isCarYear = ({ key }: Token) => carYear.test(key);
export const isPowerWord = (key: string | undefined) => key !== undefined && powerWord.test(key);
export const isDisplacement = ({ text }: Token) => displacement.test(text);
export const isSalesWord = ({ key }: Token) => salesWords().has(key);
/** What stands beside a car's name and is no part of it: a body, a drive, a trim. */
export const isBodyOrTrim = (key: string) => carWords().has(key) && !salesWords().has(key);
/** A word that cars are advertised with: a body, a trim, a year, an engine, sales talk. */
export const isOfCar = (token: Token) =>
  carWords().has(token.key) || isSalesWord(token) || isCarYear(token) || isEngineWord(token);
/** "1,6", "2.0tdi", "TSI": after one a figure is a power. */
export const isEngineWord = ({ text, key }: Token) =>
  displacement.test(text) || engineMakes().some(([pattern]) => pattern.test(key));

/** What the rest of a title says for its being of a car, and of which make. */
export type Evidence = {
  /** Points for a car, of any make: engine, year, body, trim, mileage; none below nought but for other goods. */
  car: number;
  /** Words of other goods, and none of a car. */
  isOfGoods: boolean;
  /** Points for or against a make, by the names of its engines. */
  forMake: (make: string) => number;
};

export function weigh(tokens: readonly Token[]): Evidence {
  const hasDisplacement = tokens.some(({ text }) => displacement.test(text));
  const hasPower = tokens.some(({ key }) => power.test(key) || powerWord.test(key));
  const engines = engineMakes().filter(([pattern]) => tokens.some(({ key }) => pattern.test(key)));
  const carCount = tokens.filter(({ key }) => carWords().has(key)).length;
  // "str. M" is a size, "S-tr." a gearbox.
  const isOfGoods = tokens.some(
    ({ key, text }) =>
      (goodsWords().has(key) || (goodsEnding.test(key) && !carWords().has(key))) && !/^s-/i.test(text),
  );
  const forCar =
    (hasDisplacement ? 2 : 0) +
    (engines.length > 0 ? 1 : 0) +
    (hasPower ? 1 : 0) +
    (tokens.some(isCarYear) ? 1 : 0) +
    Math.min(2, carCount * 1.25);
  const against =
    (isOfGoods ? (hasDisplacement ? 3 : 6) : 0) +
    // Cars are sold with wheels: beside an engine or a word of a car they say nothing.
    (!hasDisplacement && carCount === 0 && tokens.some(({ key }) => wheels.test(key)) ? 6 : 0);
  const forMake = (make: string) => {
    if (engines.length === 0) return 0;
    return engines.some(([, makes]) => makes.has(make)) ? 2 : -2;
  };
  return { car: forCar - against, isOfGoods: isOfGoods && forCar === 0, forMake };
}

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

const longestGeneration = 9;
/** What people write behind a model without a blank: bodies, engines and trims. */
const tails =
  /^(?:stationcar|ev|electric|avant|sportback|sb|allroad|touring|variant|stc|stcar|sw|cw|st|combi|kombi|tdi|gl|gls|glt|tsi|tfsi|hdi|dci|cdi|cdti|crdi|tdci|tourer|grantourer|gti|gtd|gte|rs|d[2-6]|t[3-8]|aut|diesel|cabriolet|coupe|xdrive|quattro|gt)$/;
const isWord = (key: string) => ownersByKey().has(key) && /^[a-z]{3,}$/.test(key);
const seriesWord = /^(?:[1-8]\d{2}(?:d|i|e|xd|xi|ci)|[abce]\d{3})$/;
const isName = (key: string) => ownersByKey().has(key) || seriesWord.test(key);
const tokenOf = (text: string): Token => ({ text, key: keyOf(text) });

/** Words that people wrote together, taken apart where each part is a name: "vwgolf", "Golf7", "A4avant", "Polo2012". */
export function unglue(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => partsOf(token) ?? [token]);
}

function partsOf(token: Token): Token[] | null {
  const { text, key } = token;
  if (ownersByKey().has(key) || entriesByKey().has(key) || !/[a-z]/.test(key) || text.length < 3) return null;
  return (
    behindMake(text) ??
    betweenSigns(text) ??
    beforeEngine(text) ??
    (text.length === key.length ? behindModel(text) : null)
  );
}

/** "Audi-A4", "VW/Golf": a make and what it is joined to. */
function betweenSigns(text: string): Token[] | null {
  const parts = text
    .split(/[-/_]/)
    .map(tokenOf)
    .filter(({ key }) => key !== '');
  return parts.length > 1 && entriesByKey().has(parts[0]!.key) && parts[0]!.key.length > 1 ? parts : null;
}

/** "Golf1,6", "Touran2.0TDI": a displacement behind a name. */
function beforeEngine(text: string): Token[] | null {
  const found = /^(\D{2,})(\d[.,]\d.*)$/.exec(text);
  if (!found) return null;
  const name = tokenOf(found[1]!);
  const parts = isName(name.key) || entriesByKey().has(name.key) ? [name] : partsOf(name);
  return parts && [...parts, tokenOf(found[2]!)];
}

/** "vwgolf", "Audia4", "fiat500", "skodaoctaviacombi". */
function behindMake(text: string): Token[] | null {
  for (let at = text.length - 1; at >= 2; at--) {
    const [make, rest] = [tokenOf(text.slice(0, at)), text.slice(at)];
    const entry = entriesByKey().get(make.key);
    if (!entry) continue;
    if (isModelOf(entry, rest)) return [make, tokenOf(rest)];
    const parts = behindModel(rest, entry);
    if (parts) return [make, ...parts];
  }
  return null;
}

/** "Golf7", "Megane4", "A4avant", "C220cdi", "Polo2012", "V70D5". */
function behindModel(text: string, entry?: MakeEntry): Token[] | null {
  const key = keyOf(text);
  for (let at = key.length - 1; at >= (entry ? 1 : 2); at--) {
    const name = key.slice(0, at);
    const isKnown = entry
      ? entry.models.has(name) || seriesOf(entry.make.name, [{ text: name, key: name }], 0) !== null
      : isName(name);
    if (!isKnown) continue;
    const rest = text.slice(at);
    if (isTail(name, keyOf(rest)) || (entry && /^(?:[a-k]|b\d)$/.test(keyOf(rest))))
      return [tokenOf(text.slice(0, at)), tokenOf(rest)];
  }
  return null;
}

function isTail(name: string, rest: string): boolean {
  if (/^\d$/.test(rest)) return isWord(name) && Number(rest) <= longestGeneration;
  if (/^(?:(?:19|20)\d\d|i{1,3}|iv|vi{0,3})$/.test(rest)) return isWord(name);
  // "Sprinter316", "Vito111", "Defender90".
  if (/^\d{2,3}[a-z]{0,3}$/.test(rest)) return /^(?:sprinter|vito|citan|viano|defender)$/.test(name);
  if (/^i[23]0$/.test(name) && rest === 'n') return true;
  const isFigure = /^\d+$/.test(rest) || (/\d$/.test(name) && /^\d/.test(rest));
  return !isFigure && (tails.test(rest) || isEngineWord({ text: rest, key: rest }));
}
