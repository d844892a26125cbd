import { once } from '#core/shared.ts';
import {
  anyOf,
  automaticWords,
  badges,
  fuelCodes,
  fuelPhrases,
  fuelWords,
  gearNouns,
  knownWord,
  manualWords,
  movedByElectricity,
  ownerWords,
  type PhraseRow,
  shortAutomaticWords,
  unitOf,
} from './claim-words.ts';
import { powerClaims, weighMileage, weighYear, yearBesideName } from './claims.ts';
import { type Clause, clausesOfAd } from './clauses.ts';
import {
  type Fuel,
  type Gearbox,
  type ListingFlag,
  type ListingPrice,
  listingFlags,
  type Mileage,
  type UnclearFact,
} from './listing.ts';
import { ownParts } from './next-vehicle.ts';
import { type Offers, offersOf, priceKindOf } from './offer.ts';
import { offerWords } from './offer-words.ts';
import type { OfferFacts } from './parts.ts';
import { isDownPayment, isPlaceholderAmount } from './price.ts';
import { foldText, plateInText } from './text.ts';
import {
  isBodyOrTrim,
  isEngineWord,
  isSalesWord,
  keyOf,
  ownersByKey,
  type Token,
  tokenise,
} from './title-matching.ts';

/** The facts of a car that only the seller's words hold. What they do not say clearly is null. */
export type TextFacts = {
  year: number | null;
  /** Years that the words call the car's own ("årgang", "modelår"), one or contradicting ones. */
  calledYears: number[];
  mileage: Mileage | null;
  /** Other readings of the mileage, where none is surely the car's. */
  otherMileages: Mileage[];
  horsepower: number | null;
  engineLitres: number | null;
  fuel: Fuel | null;
  gearbox: Gearbox | null;
  previousOwners: number | null;
  plateInText: string | null;
  unclear: UnclearFact[];
};

/** Reads title and description together; the title comes first because it is the more careful of the two. */
export function readTextFacts(
  title: string,
  description: string | null,
  clauses: readonly Clause[] = clausesOfAd(title, description),
): TextFacts {
  const claiming = clauses.filter(({ isQuestion, place }) => !isQuestion || place === 'title');
  const mileage = weighMileage(claiming);
  const ofThisCar = ownParts(clauses);
  const own = ofThisCar.filter(({ isQuestion, place }) => !isQuestion || place === 'title');
  const isOfName = namesOf(title);
  const called = weighYear(claiming, 3);
  const beside =
    called.value === null && called.others.length === 0 && called.unclear.length === 0
      ? yearBesideName(claiming, own, isOfName)
      : null;
  const year = beside === null ? called : { ...called, value: beside };
  const sentences = (unclear: readonly Clause[]) => [...new Set(unclear.map(({ text }) => text))].slice(0, 3);
  return {
    year: year.value,
    calledYears:
      year.weight === 4 ? [...new Set([...year.others, ...(year.value === null ? [] : [year.value])])] : [],
    mileage: mileage.value,
    otherMileages: mileage.others,
    horsepower: horsepowerIn(own),
    engineLitres: engineLitresIn(ofThisCar, isOfName),
    fuel: fuelIn(own),
    gearbox: gearboxIn(own),
    previousOwners: readOwners(foldedOf(clauses)),
    plateInText: plateInText(`${title}\n${description ?? ''}`),
    unclear: [
      ...(mileage.unclear.length > 0
        ? [{ fact: 'mileage' as const, words: sentences(mileage.unclear) }]
        : []),
      ...(year.unclear.length > 0 ? [{ fact: 'year' as const, words: sentences(year.unclear) }] : []),
    ],
  };
}

const notOfName = /^(?:1?ejer|leasing|engros|motorskade|vinterhjul|sommerhjul)$/;

/** Whether the last of some words is one of the title's own, a body, a trim or an engine, or stands right behind one of those. */
type IsOfName = (words: readonly string[]) => boolean;
function namesOf(title: string): IsOfName {
  const isFree = ({ key }: Token) =>
    knownWord(key).meanings.length === 0 && unitOf(key) === null && !notOfName.test(key);
  const own = new Set(
    tokenise(title)
      .filter((token) => isFree(token) && !isSalesWord(token))
      .map(({ key }) => key),
  );
  const isOfName = (token: Token | undefined): boolean =>
    token !== undefined &&
    (own.has(token.key) || (isBodyOrTrim(token.key) && isFree(token)) || isEngineWord(token));
  return (words) => {
    const [last, before] = words.map((text) => ({ text, key: keyOf(text).replace(/\+$/, '') })).toReversed();
    if (isOfName(last)) return true;
    // "Hybrid H3 2020", "1.5 dCi 90 2016".
    const isShort = before && isEngineWord(before) ? /^\d{2,3}$/ : /^[a-z]\d$/;
    return isShort.test(last?.key ?? '') && isOfName(before);
  };
}

const foldedOf = (clauses: readonly Clause[]) => clauses.map(({ folded }) => folded).join('\n');

const alternatives = (codes: string) => codes.replaceAll(' ', '|');
const allCodes = `${alternatives(fuelCodes.diesel)}|${alternatives(fuelCodes.petrol)}`;

/** "1,6 TDI 105": the bare figure that Danish titles put behind the engine's code. */
const codedPower = once(() => {
  const coded = `\\d[.,]\\d\\s*(?:${allCodes})\\s+(\\d{2,3})(?![\\d.,]|\\s\\d{3}(?!\\d)|\\s*(?:km|t\\.?km|tkm|kr|k\\b|nm|kw))`;
  return {
    title: new RegExp(coded),
    // In a description the figure may be of anything: "1.9 TDI 189".
    description: new RegExp(`${coded}(?=\\s(?:dsg|aut|manuel|(?:19|20)\\d{2}(?!\\d)))`),
  };
});

/** "105 hk", "77 kW", or the figure behind the engine's code; none where the ad names two that differ. */
function horsepowerIn(clauses: readonly Clause[]): number | null {
  const claims = powerClaims(clauses).toSorted((a, b) => b.weight - a.weight);
  const best = claims[0];
  if (best) {
    const isContradicted = claims.some(
      ({ value, weight }) => weight === best.weight && Math.abs(value - best.value) > best.value * 0.05,
    );
    return isContradicted ? null : best.value;
  }
  for (const { place, folded } of clauses) {
    const value = Number(codedPower()[place].exec(folded)?.[1] ?? 0);
    if (value >= 20 && value <= 1500) return value;
  }
  return null;
}

const litresBeforeUnit = once(
  () =>
    new RegExp(
      `(?<![\\d.,/])((?!7[.,]5)[0-8][.,]\\d{1,2})(?!\\d)\\s*(?:${allCodes}|l(?![a-z/]|\\s*/|\\s*pr)|liters?\\b(?!\\s*(?:/|pr))|litre\\b|benzin|bensin|benzine|diesel|turbo|t\\b|v[68]\\b|hybrid|d\\b|i\\b)`,
    ),
);
/** "Golf 7.5" is the facelift of a seventh one. */
const litresAlone =
  /(?<=^|\s)((?!7[.,]5)[0-8][.,]\d{1,2})(?=\s|$)(?!\s*(?:l\s*(?:\/|pr)|liter pr|km|t\.?km|mio|%|tons?|m\b|"|kr|mil))/;

/** "1,2 70 hk", "1,5 3 cyl", "1.4 motor". */
const litresBeforePower =
  /(?<![\d.,/-]|(?:paa|sek|forbrug) )([0-6][.,]\d{1,2}) (?:\d{2,3} ?(?:hk|hp|ps|heste)|\d ?cyl|motor)(?![a-z])/;
const litresBehindName =
  /((?:[a-z0-9][^\s/()]* ){1,3})([0-6][.,]\d{1,2})(?=t?(?:\s|$))(?!\s*(?:l\s*(?:\/|pr|paa)|liter|km|t\.?km|mio|%|\st\b|tons?|m\b|cm|kw|ah|v\b|sek|"|kr|mil))/;

/**
 * "1,6 TDI", "2.0 liter", "1.4 benzin", or a bare "1,6" in the title; to one decimal, as engines are named
 * ("1,25" is a 1.2). Consumption ("5,2 l/100"), oil and what is towed are something else.
 */
function engineLitresIn(clauses: readonly Clause[], isOfName: IsOfName): number | null {
  const own = clauses.filter(
    ({ hasDigit, folded, words }) =>
      hasDigit &&
      !words.some(({ meanings }) => meanings.includes('tow') || meanings.includes('range')) &&
      !/\b(?:olie|motorolie|forbrug|verbrauch|bagagerum)\b/.test(folded),
  );
  const isTitle = ({ place }: Clause) => place === 'title';
  return (
    litresOf(own, (clause) => {
      const match = litresBeforeUnit().exec(clause.folded);
      return match && !isTitle(clause) && /\d\s*t$/.test(match[0]) ? undefined : match?.[1];
    }) ??
    litresOf(own, (clause) => (isTitle(clause) ? litresAlone.exec(clause.folded)?.[1] : undefined)) ??
    litresOf(own, (clause) => {
      if (isTitle(clause)) return undefined;
      const [, name, behindName] = litresBehindName.exec(clause.folded) ?? [];
      const words = name?.trim().split(' ') ?? [];
      const isBehindName = isOfName(words) || isModelName(words.at(-1) ?? '');
      return litresBeforePower.exec(clause.folded)?.[1] ?? (isBehindName ? behindName : undefined);
    })
  );
}

/** "Chevrolet Matiz 0,8" below a title that names no car. */
const isModelName = (word: string): boolean => /^[a-z]{4}/.test(word) && ownersByKey().has(keyOf(word));

function litresOf(clauses: readonly Clause[], find: (clause: Clause) => string | undefined): number | null {
  for (const clause of clauses) {
    const litres = Math.floor(Number(find(clause)?.replace(',', '.') ?? 0) * 10 + 1e-9) / 10;
    if (litres >= 0.5 && litres <= 8.5) return litres;
  }
  return null;
}

type FuelPattern = readonly [Fuel, RegExp];
const fuelPatterns = once((): readonly FuelPattern[] =>
  Object.entries(fuelPhrases).map(([fuel, phrases]) => [fuel as Fuel, anyOf(phrases)]),
);
/** Badges without their make: "320d", "Volvo … D4". */
const makeless: readonly FuelPattern[] = [
  [
    'diesel',
    /(?<![\d.,])[1-4][.,]\d(?:\s?d(?!\w|\.\s?\d)|\s?t?tid\b)|\b[1-8]\d{2}x?d\b|drive\d{2}d\b|volvo\b.*\bd[2-5]\b/,
  ],
  ['petrol', /\b[1-8]\d{2}i\b|drive\d{2}i\b/],
  ['electric', /(?<![\d.,])\d{2,3}(?:[.,]\d)?\s?kwh\b/],
];
const moved = once(
  () =>
    new RegExp(
      `\\b(?:el|electric|elektrisk|elektriske|elektrische)[\\s.-]{1,2}(?:${anyOf(movedByElectricity).source})`,
      'g',
    ),
);
const negated =
  /(?<![a-z])[a-z]+\s?[:=]\s?(?:nej|nein|nee|no)(?![a-z])|(?<![a-z])(?:ikke|ingen|uden|ej|not|no|nicht|kein|keine|ohne|inte|ingen|utan|uten|niet|geen)\s(?:(?:kendte|nogen|en|et|a|an|any|ein|eine|noget|har|er|som|paa|laengere|mere)\s)?[a-z]+/g;
const stated = once(
  () =>
    new RegExp(
      `^(?:(?:braendstof|drivmiddel|drivstoff|bransle|kraftstoff|brandstof|fuel|fuel type|motortype)\\W{1,3})?(${anyOf('el, elektrisk, elektricitet, electricity, strøm').source}|${Object.values(
        fuelWords,
      )
        .map((words) => anyOf(words).source)
        .join('|')})\\.?$`,
    ),
);

function fuelsOf({ folded, hasDigit, rows }: Clause): Fuel[] {
  const likely = fuelPatterns().filter(([fuel]) => rows.has(fuel));
  if (likely.length === 0 && !hasDigit) return [];
  const text = folded
    .replace(negated, ' ')
    .replace(moved(), ' ')
    .replace(/(\d[.,]\d)(?=[a-z]{2})/g, '$1 ');
  return [...likely, ...(hasDigit ? makeless : [])]
    .filter(([, pattern]) => pattern.test(text))
    .map(([fuel]) => fuel);
}

/** The most special kind that is named; of both plain fuels neither, unless one is only the name of an engine. */
function chooseOf(clauses: readonly Clause[]): Fuel | null {
  const named = new Set(clauses.flatMap(fuelsOf));
  const special = (['plugin_hybrid', 'hybrid', 'hydrogen', 'electric', 'gas'] as const).find((fuel) =>
    named.has(fuel),
  );
  if (special) return special;
  if (!named.has('diesel') || !named.has('petrol')) return [...named][0] ?? null;
  const words = clauses.map(({ folded }) => folded.replace(negated, ' ')).join('\n');
  return anyOf(fuelWords.diesel).test(words) && anyOf(fuelWords.petrol).test(words) ? null : 'diesel';
}

/** A fuel that stands alone in a clause wins ("Swift 1,2 Hybrid, Benzin" runs on petrol), then the title, then the text. */
function fuelIn(own: readonly Clause[]): Fuel | null {
  for (const { folded } of own) {
    const word = folded.length < 40 ? stated().exec(folded)?.[1] : undefined;
    if (word === undefined) continue;
    return fuelPatterns().find(([, pattern]) => pattern.test(word))?.[0] ?? 'electric';
  }
  const isTitle = ({ place }: Clause) => place === 'title';
  return chooseOf(own.filter(isTitle)) ?? chooseOf(own.filter((clause) => !isTitle(clause)));
}

/** The fuel that a badge tells within its make: "Superb iV", "XC60 T8", "C 300 e". */
export function fuelOfBadge(make: string | null, title: string): Fuel | null {
  if (make === null) return null;
  const folded = foldText(title);
  return badges.find(([of, badge]) => of === make && badge.test(folded))?.[2] ?? null;
}

const manual = once(() => anyOf(manualWords));
const shortAutomatic = once(
  () => new RegExp(`(?<![a-z-])(?:${shortAutomaticWords.replaceAll(', ', '|')})(?![a-z])\\.?`, 'g'),
);
const gearNoun = once(() => new RegExp(`^[\\s-]*(?:${anyOf(gearNouns).source})`));
const gearNounBefore = once(
  () => new RegExp(`(?:${anyOf(`${gearNouns}, geartype, gearing, getriebeart`).source})\\W{1,3}$`),
);
const gearCount =
  /(?<![\d.,])[56]-?\s?(?:trins|gears?|vaxlad|gang|speed|versnellingen|trinns|gear)\b(?!\w*aut)/;

/** "Aut." is of the gear where it ends the words, before a figure or beside a word for gears. */
function isGearAutomatic({ folded, place }: Clause): boolean {
  for (const match of folded.matchAll(shortAutomatic())) {
    const rest = folded.slice(match.index + match[0].length).trim();
    if (/android\W*$/.test(folded.slice(0, match.index))) continue;
    if (rest === '' || gearNoun().test(rest) || gearNounBefore().test(folded.slice(0, match.index)))
      return true;
    if (
      /^[\d/+&]/.test(rest) ||
      /^(?:og|med|m|d?iesel|benzin|and|with|mit|nysynet|synet|service\w*|aarg\w*|model\w*|mod|km|kun|koert|traek|servo|abs|fra (?:19|20)\d\d)\b/.test(
        rest,
      )
    )
      return true;
    if (place === 'title' && !equipmentBehind.test(rest)) return true;
  }
  return false;
}
const equipmentBehind =
  /^(?:lys|nedblaend|klima|noed|parker|lang|fjern|headl|wiper|light|door|air|start|viskere|doer|bakspejl|bremse|hold|cruise|fart|styr|camper)/;

/** One of both, called so or by its number of gears; neither where the ad names both. */
function gearboxIn(clauses: readonly Clause[]): Gearbox | null {
  for (const place of ['title', 'description'] as const) {
    const own = clauses.filter((clause) => clause.place === place);
    const saying = (row: PhraseRow) =>
      own
        .filter((clause) => clause.rows.has(row))
        .map((clause) => ({ ...clause, folded: clause.folded.replace(negated, ' ') }));
    const isAutomatic =
      saying('automatic').some(({ folded }) => automatic().test(folded)) ||
      saying('shortAutomatic').some(isGearAutomatic);
    const isManual = saying('manual').some(({ folded }) => namesManual(folded));
    if (isAutomatic !== isManual) return isAutomatic ? 'automatic' : 'manual';
    if (isAutomatic) return null;
    const counts = (clause: Clause) => clause.hasDigit && gearCount.test(clause.folded.replace(negated, ' '));
    if (own.some(counts)) return 'manual';
  }
  return null;
}

/** "Manuelt justerbare sæder" and an owner's manual are no gearbox. */
const namesManual = (folded: string): boolean => {
  const found = manual().exec(folded);
  if (!found) return false;
  const behind = folded.slice(found.index + found[0].length);
  return (
    !/^\s*(?:justerb|indstil|regul|klima|air|included|medfoelger|haves|foelger|betjen|book|in dutch|headl|seat)|^\s*(?:\/|\+|&|og|samt)\s*(?:instruk|service)/.test(
      behind,
    ) &&
    !/(?:original|instruktions?|owners?|service|user|dansk|tysk|svensk|engelsk)\W{0,3}$/.test(
      folded.slice(0, found.index),
    )
  );
};

/** "Klimaautomatik" and "automatik-klima" are no gearbox. */
const automatic = once(
  () => new RegExp(`${anyOf(automaticWords).source}(?![\\s-]*(?:klima|lys|bakspejl|noed|parker))`),
);

const ownersByFigure =
  /(?<![\d.,])([1-9])\.?\s*(?:ejere?|ejers|owners?|eigare|agare|eiere|eier|hand)\b|(?:antal ejere|(?<!previous )owners)\W{1,3}([1-9])(?!\d)/;
/** Those before the present one. "En tidligere ejer har skiftet motor" does not count them, "kun en tidligere ejer" does. */
const formerOwnersByFigure =
  /(?<![\d.,])([0-9]) (?:tidligere ejere?|previous owners?)\b|(?:antal tidligere ejere|tidligere ejere?(?=:)|previous owners)\W{1,3}([0-9])(?!\d)/;
const formerOwnerWords = ['ingen', 'kun en', 'to', 'tre', 'fire'];
const formerOwnersByWord = new RegExp(`\\b(${formerOwnerWords.join('|')}) tidligere ejere?\\b`);
const ownersByWord = once(() => ownerWords.map((words) => anyOf(words)));

/** How many have owned the car, its present owner counted. */
function readOwners(folded: string): number | null {
  const former = formerOwnersByFigure.exec(folded);
  if (former) return Number(former[1] ?? former[2]) + 1;
  const word = formerOwnersByWord.exec(folded)?.[1];
  if (word !== undefined) return formerOwnerWords.indexOf(word) + 1;
  const figure = ownersByFigure.exec(folded);
  if (figure) return Number(figure[1] ?? figure[2]);
  const at = ownersByWord().findIndex((pattern) => pattern.test(folded));
  return at < 0 ? null : at + 1;
}

export type FlagFacts = OfferFacts & {
  /** Two of its readings contradict each other, or the one there is cannot be believed. */
  isMileageDoubtful: boolean;
  isWrittenOff?: boolean | null | undefined;
  year?: number | null;
  /** The ad's own words were not on the page. */
  isInPart?: true | undefined;
};

/** "Skal synes igen i november 2027", "skal synes 11/27": when it is due, as for every car. */
const notDue =
  '(?!\\W+(?:(?:igen|naeste gang|foerst|senest|inden|til|i|d|den)\\W+)*(?:\\d{1,2}\\W+){0,2}(?:(?:jan|feb|mar|apr|maj|jun|jul|aug|sep|okt|nov|dec)[a-z]*\\W+)?(?:20)?(?:2[5-9]|3\\d)(?!\\d| ?(?:dag|uge|km|kr)))';
const state = once(() => ({
  defect: anyOf(offerWords.defect),
  imported: new RegExp(`(?<!(?:ikke|ej|ingen) )${anyOf(offerWords.imported).source}`),
  freshInspection: new RegExp(`(?<!ikke )${anyOf(offerWords.freshInspection).source}`),
  noInspection: new RegExp(`${anyOf(offerWords.noInspection).source}${notDue}`),
  noPlates: anyOf(offerWords.noPlates),
}));
/** "Aldrig skadet eller kørt galt", "kørt galt: nej", "motor gået 320.000 km" or "efter", "olie på motoren skal skiftes". */
const noDefect =
  /(?<![a-z])(?:ingen|uden|ikke|ej|aldrig|hverken|nul|kein|keine|inga|geen) (?:(?:kendte|nogen|kanda|vaeret|eller|og|\w*skade\w*|koert galt|defekt\w*) )*(?:koert galt|defekt\w*|\w*skade\w*|motorschaden|unfallwagen)|(?:koert galt|skadet|defekt\w*)\W{1,3}nej\b|banker ikke|gaaet (?:(?:ca|kun|over|omkring|naesten)\W+)?(?:\d|efter\b|igennem\b)|faerdig (?:\w{4,}et\b|indkoert|i \d)|(?:i|paa|til|ved|af|mellem(?: \w+ og)?) (?:motor|gearkasse)\w* skal skiftes|(?:skiftet|renoveret|ny motor).*(?:knaekket|sprunget) tandrem/g;
/** "Afmeldt" and nothing else. */
const isTakenOff = /^afmeldt\W*$/;

/**
 * What makes an ad unfit for comparison or lowers confidence, in the order of `listingFlags`: what it was found to
 * offer (`offer.ts`), what its price is, and what its words say of the car's state.
 */
export function findFlags(
  facts: FlagFacts,
  clauses: readonly Clause[] = clausesOfAd(facts.title, facts.description),
  offers: Offers = offersOf(facts, clauses),
): ListingFlag[] {
  const isParts = offers.has('parts');
  const foldedAt = (where: Clause['place']) => foldedOf(clauses.filter(({ place }) => place === where));
  const says = (row: keyof ReturnType<typeof state>) =>
    clauses.some(({ folded, rows }) => rows.has(row) && state()[row].test(folded));
  const isDefect =
    facts.isWrittenOff === true ||
    clauses.some(
      ({ folded, rows, place, isQuestion }, at) =>
        !(isQuestion && /^(?:nej|aldrig)\b/.test(clauses[at + 1]?.folded ?? '')) &&
        ((rows.has('defect') && state().defect.test(folded.replace(noDefect, ''))) ||
          (place === 'title' && /\bskadet\b/.test(folded.replace(noDefect, '')))),
    );
  const applies: Record<ListingFlag, boolean> = {
    not_a_car: offers.has('other_vehicle'),
    wanted: offers.has('wanted'),
    parts: isParts,
    leasing: offers.has('lease') || offers.has('rent'),
    ex_vat: offers.has('ex_vat'),
    ex_tax: offers.has('without_tax') || offers.has('export'),
    wholesale: offers.has('wholesale'),
    placeholder_price:
      offers.has('several') ||
      (facts.price !== null &&
        isSymbolic(facts.price, facts, isParts, !isDefect && priceKindOf(offers) !== 'leasing')),
    defect: isDefect,
    imported: says('imported'),
    no_inspection: says('noInspection'),
    fresh_inspection: says('freshInspection'),
    foreign_currency: facts.price !== null && facts.price.currency !== 'DKK',
    doubtful_mileage: facts.isMileageDoubtful,
    down_payment: isDownPayment(foldedAt('title'), foldedAt('description'), facts.price?.amount ?? null),
    no_plates: says('noPlates') || clauses.some(({ folded }) => isTakenOff.test(folded)),
    conditions_unread: facts.isInPart ?? false,
  };
  return listingFlags.filter((flag) => applies[flag]);
}

/** A car for less than a set of tyres: 12, 49 and 149 are there to be found first, or stand for thousands. */
const leastCarPrice = 1000;
/** A car of these years that drives is worth more than scrap: for less it is a part, a month of it, or no price. */
const laterYears = 2010;
const leastLaterPrice = 3000;

function isSymbolic(
  { amount, currency }: ListingPrice,
  { make, isAmongVehicles, year }: FlagFacts,
  isParts: boolean,
  isSoldWhole: boolean,
): boolean {
  const isCar = !isParts && (make !== null || isAmongVehicles === true);
  const isLater = isSoldWhole && currency === 'DKK' && (year ?? 0) >= laterYears;
  return isPlaceholderAmount(amount) || (isCar && amount < (isLater ? leastLaterPrice : leastCarPrice));
}
