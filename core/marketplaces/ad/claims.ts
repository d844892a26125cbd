import { fuelPhrases, knownWord, type Meaning, unitOf } from './claim-words.ts';
import { amountOf, type Clause, type Figure, type Word } from './clauses.ts';
import type { Mileage } from './listing.ts';
import { isOfOtherVehicle } from './next-vehicle.ts';

/** A value that a clause gives the car; `weight`: how surely it is the car's, from 1 (a bare figure) to 4 (called so). */
export type Claim<Value> = { value: Value; weight: number; clause: Clause };
/** What claims come to: a value, or none; `unclear`: the clauses between which nobody but the seller can choose. */
export type Weighed<Value> = { value: Value | null; weight: number; others: Value[]; unclear: Clause[] };

const kmPerMile = 1.609344;
const kmPerScandinavianMile = 10;
const maxKm = 1_500_000;
/** "5 km fra Odense": a bare figure under this is about something else. */
const minBareKm = 500;
/** What is called a mileage, and counts in nothing: 189 may be thousands. */
const leastWithoutUnit = 1000;
const leastLabelledKm = 100;
/** "Kørt 189 km": thousands are meant as often as not. */
const mayBeThousands = (km: number) => km > 100 && km <= 450;

type Verdict = { weight: number } | 'other' | 'unclear';

const has = (word: Word, ...meanings: readonly Meaning[]) =>
  word.meanings.length > 0 && meanings.some((meaning) => word.meanings.includes(meaning));
const since = /^(?:siden|since|seit|sedan|sidan)$/;
const isNew = /^(?:ny|nyt|new|neu|nytt|start|begyndelsen|fabrik|day)$/;
/** Of which a figure tells, when one of them stands nearest before it. */
const othersBefore: readonly Meaning[] = [
  'part',
  'service',
  'interval',
  'warranty',
  'range',
  'yearly',
  'included',
  'distance',
  'limit',
  'inspection',
  'event',
  'record',
];
/** However the figure is called: another car, a wish, a contract. */
const othersAnywhere: readonly Meaning[] = [
  'wish',
  'swap',
  'otherCar',
  'limit',
  'yearly',
  'included',
  'interval',
  'warranty',
  'range',
  'otherTime',
];
const othersBehind: readonly Meaning[] = ['warranty', 'yearly', 'interval', 'range', 'otherCar'];
const distanceBehind = /^(?:herfra|radius|omkreds|away|entfernt|haerifran|herfra)$/;

const wordsBetween = (clause: Clause, from: number, to: number) =>
  clause.words.filter((word) => word.from >= from && word.to <= to);

/** What one figure of a distance is about, from its own clause. */
function judgeDistance(clause: Clause, figure: Figure, previousEnd: number, carried: boolean): Verdict {
  // "Alt fra 0-150.000 km".
  if (figure.isRate || (figure.isRange && /^0+\D/.test(figure.digits))) return 'other';
  const before = wordsBetween(clause, previousEnd, figure.from);
  const next = clause.figures.find(({ from }) => from >= figure.to)?.from ?? Number.POSITIVE_INFINITY;
  const behind = ownWordsBehind(clause, figure, next, before);
  const ahead = clause.folded.slice(previousEnd, figure.from);
  if (lastly.test(ahead) || ofOne.test(ahead)) return 'other';
  if (isAboutOther(behind.slice(0, 4), clause.folded.slice(figure.to))) return 'other';
  // "30.000 km inkl."
  if (behind.length === 1 && has(behind[0]!, 'included') && clause.place === 'description') return 'other';
  if (ableToRun.test(clause.folded.slice(0, figure.from)) || moreToRun.test(clause.folded.slice(figure.to)))
    return 'other';
  if (drivenLabel.test(clause.folded.slice(0, figure.from))) return { weight: 3 };
  const label = before.findLastIndex((word) => has(word, 'odometer'));
  // "Jeg har kørt 20.000 km": in all, or since it was bought.
  if (label > 1 && drivers.test(`${before[label - 2]!.text} ${before[label - 1]!.text}`)) return 'unclear';
  // "Har ikke kørt 200.000 endnu" says what it has not run.
  if (label > 0 && has(before[label - 1]!, 'negation')) return 'other';
  // "Jeg har selv kørt 40.000 km": the car had run before.
  // "Hvor den havde kørt 80.000": it has run more since.
  if (label > 0 && /^(?:selv|selbst|sjalv|zelf|havde|hade|hatte|had)$/.test(before[label - 1]!.text))
    return 'other';
  const isClocked = behind.slice(0, 3).some((word) => has(word, 'clock'));
  const isLabelled = label >= 0 || isClocked || carried;
  if (before.some((word) => has(word, ...othersAnywhere))) {
    const other = before.findLastIndex((word) => has(word, ...othersAnywhere));
    // "15.000 km/år inkl. Har kørt 21.000 km".
    const isToldAnew = before
      .slice(other + 1, label)
      .some(({ text }) => /^(?:har|has|hat|heeft|staar)$/.test(text));
    const isPast =
      label > other &&
      (isToldAnew || has(before[other]!, 'warranty', 'range', 'interval')) &&
      !has(before[other]!, 'wish', 'swap', 'otherCar');
    if (!isPast) return 'other';
  }
  const other = before.findLastIndex((word) => has(word, ...othersBefore) && !has(word, 'odometer'));
  if (label >= 0 && label > other) return isOfPart(before, label) ? 'other' : { weight: 3 };
  if (isClocked && other >= 0 && has(before[other]!, 'event')) return 'other';
  if (isClocked || carried || (figure.isUnitBefore && other < 0)) return { weight: 3 };
  if (other >= 0) return judgeBeside(clause, before, other);
  if (isLabelled) return { weight: 3 };
  if (before.at(-1) && has(before.at(-1)!, 'near')) return 'unclear';
  const isAlone = clause.words.filter((word) => word.meanings.length === 0).length <= 2;
  return { weight: clause.place === 'title' || isAlone ? 2 : 1 };
}

const drivers = /^(?:jeg|vi|we|ich|wir|jag|ik) (?:har|have|habe|haben|heb)$/;
/** "Kan sagtens køre 300.000 km mere". */
const ableToRun =
  /\b(?:kan|kunne|can|could|kann|kunde)\b[^\d]*\b(?:koere|kjoere|koera|do|run|fahren|laufen|rijden)\b[^\d]*$/;
const moreToRun =
  /^[\s.]*(?:(?:t\.?\s?)?(?:km|tkm|kilometer|mil|miles)[\s.]*)?(?:mere|oveni|oven i|yderligere|more|mehr|extra|endnu mere)(?![a-z])/;

/** "Kørsel: 289.000 km"; without the sign it is what somebody drives. */
const drivenLabel = /(?:^|[^a-z\s]\s*)koersel\s?:\s{0,2}(?:ca\.?\s?)?$/;

const unitEnd = (clause: Clause, figure: Figure) =>
  figure.unit === null || figure.isUnitBefore
    ? figure.to - 1
    : figure.to +
      (/^[\s./]*(?:t\.?\s?km|[td]km|[a-z]{1,9})?\b/.exec(clause.folded.slice(figure.to))?.[0].length ?? 0) -
      1;

/** "Kørt 88.000 rækkevidde 120 km": the word right before the next figure is about that one. */
function ownWordsBehind(clause: Clause, figure: Figure, next: number, before: readonly Word[]): Word[] {
  const behind = wordsBetween(clause, figure.to, next).filter(({ from }) => from > unitEnd(clause, figure));
  const last = behind.at(-1);
  const isOfNext =
    last !== undefined &&
    next - last.to <= 2 &&
    has(last, ...othersBehind) &&
    (behind.length > 1 || before.some((word) => has(word, 'odometer')));
  return isOfNext ? behind.slice(0, -1) : behind;
}

/** "Motoren er byttet til en der har gået 90.000 km". */
const ofOne =
  /\b(?:mot|til|mod|fra|for|gegen|voor) (?:en|et|ett|einen|een) (?:som|der|med|die|das|mit|met)\b[^\d]*$/;

/** "De sidste 3 år kun kørt 15.000 km". */
const lastly =
  /(?:\b(?:de|det|den|the|die|dem|i)\s(?:sidste|seneste|last|past|letzten|senaste|siste|laatste)|\b(?:sidste|seneste|last|past|letzten|senaste|siste|laatste)(?=\s(?:\d|par|halve|to|tre|two|three|zwei|drei)))\s(?:(?:\d{1,2}|par|halve|to|tre|two|three|zwei|drei)\s)?(?:aar|maaned(?:er)?|mdr|years?|months?|jahren?|monaten?|ar|jaar)(?![a-z])[^\d]*$/;

/** "40.000 km på to år". */
const inSomeTime =
  /^[^\d]{0,24}?(?:paa|in|over|i loebet af|inom|binnen)\s(?:de sidste |the last |den letzten )?(?:\d{1,2}|[a-z]+)\s(?:aar|years?|maaneder|mdr|jahren|ar|jaar|months)(?![a-z])/;

/** "25.000 km i den det sidste år". */
const lately =
  /^[^\d]{0,24}?(?:det|de|the|das|den|i)\s(?:sidste|seneste|last|letzte|letzten|senaste|siste)\s(?:halve |par |\d+ )?(?:aar|years?|maaned(?:er)?|months?|jahre?|aret|ar)(?![a-z])/;

function isAboutOther(behind: readonly Word[], text: string): boolean {
  if (inSomeTime.test(text) || lately.test(text)) return true;
  const joined = behind.findIndex(({ text: word }) =>
    /^(?:med|with|mit|met|og|and|und|och|men|but)$/.test(word),
  );
  return behind.some((word, at) => {
    const isJoined = joined >= 0 && at > joined;
    const following = behind[at + 1]?.text ?? '';
    // "30.000 km siden ny" is since the car was, "siden ny motor" is not.
    // "242.000 km jeg har haft den siden 2019".
    if (
      since.test(word.text) &&
      behind.slice(0, at).some(({ text: verb }) => /^(?:haft|ejet|owned)$/.test(verb))
    )
      return false;
    if (since.test(word.text))
      return !isNew.test(following) || (behind[at + 2] !== undefined && has(behind[at + 2]!, 'part'));
    if ((!isJoined && has(word, ...othersBehind)) || distanceBehind.test(word.text)) return true;
    if (/^(?:efter|after|nach|innan|foer)$/.test(word.text)) return true;
    // "Har lige kørt 2.000 km til Italien".
    if (at === 0 && /^(?:til|to|nach|till)$/.test(word.text) && behind[1]?.meanings.length === 0) return true;
    if (word.text === 'fra' || word.text === 'from')
      return at === 0 && following !== '' && !isNew.test(following) && !/^\D*fra\s+(?:19|20)\d\d/.test(text);
    // "60.000 km på ny motor", "160.000 km på rem".
    return (
      /^(?:paa|on|pa|auf|op)$/.test(word.text) &&
      behind.slice(at + 1).some((part) => has(part, 'part')) &&
      (has(behind[at + 1]!, 'part') || behind.slice(at + 1).some((part) => has(part, 'change')))
    );
  });
}

/** "Motoren har kun kørt 60.000 km", "ny kobling kørt 20.000 km": a part is what has run. */
function isOfPart(before: readonly Word[], label: number): boolean {
  const part = before.findLastIndex((word, at) => at < label && has(word, 'part') && !has(word, 'odometer'));
  // "Motor skiftet, den nye har kun kørt 40.000 km".
  if (part < 0)
    return before.some(
      (word, at) =>
        at < label &&
        at > 0 &&
        has(word, 'change') &&
        /^(?:den|det|the|der|die|het)$/.test(before[at - 1]!.text),
    );
  const between = before.slice(part + 1, label);
  // "Kobling kørt 40.000 km".
  if (part === 0 && between.length === 0 && wearing.test(before[0]!.text)) return true;
  const isChanged = before.slice(0, label).some((word) => has(word, 'change'));
  if (!between.every((word) => has(word, 'auxiliary', 'odometer', 'change', 'little'))) return false;
  const isAnd = between.some(({ text }) => /^(?:og|and|och|und)$/.test(text));
  // "Motoren er skiftet til en der har gået 120.000": there "en" is no Dutch "and".
  const isDutchAnd =
    between.some(({ text }) => text === 'en') && !between.some((word) => has(word, 'change'));
  if (isAnd || isDutchAnd) return false;
  // "Vinterdæk kørt 5.000 km".
  const isDefinite = /(?:en|et|ene|erne|daek|hjul|reifen|dekk|dack)$/.test(before[part]!.text);
  // At the end of a list of equipment they are part of it: "træk og alufælge kørt 289.000 km".
  if (part === 0 && /(?:faelge|bremser|skiver|felger)$/.test(before[0]!.text)) return true;
  return isDefinite || isChanged || between.some((word) => has(word, 'auxiliary'));
}

const wearing =
  /^(?:kobling|brems|turbo|tandrem|kaede|gearkass|batteri|daek|hjul|fael|kuppl|reifen|banden|clutch|brakes|tyres|akku)/;

/** A part, a service or an event stands nearest before the figure. */
function judgeBeside(clause: Clause, before: readonly Word[], other: number): Verdict {
  const word = before[other]!;
  const isAtIt = before.slice(other + 1).some((near) => has(near, 'near')) || has(word, 'near');
  if (!has(word, 'part', 'service', 'inspection', 'event')) return 'other';
  if (isAtIt) return 'other';
  const isChanged = before.some((near) => has(near, 'change'));
  if (has(word, 'inspection')) return { weight: clause.place === 'title' ? 2 : 1 };
  if (clause.place === 'title' && !isChanged && !has(word, 'event')) return { weight: 1 };
  return 'unclear';
}

/** "Kørt 2003": a figure that may be a year is a mileage where the word for one stands right before it. */
const isAfterLabel = ({ words }: Clause, figure: Figure): boolean => {
  const before = words.filter(({ to }) => to <= figure.from);
  const last = before.at(-1);
  // "Sidst kørt 2023".
  const isOfTime = /^(?:sidst|sidste|senest|last|zuletzt|senast)$/.test(before.at(-2)?.text ?? '');
  return last !== undefined && has(last, 'odometer') && !isOfTime;
};

const isDistance = ({ unit }: Figure) => unit === 'km' || unit === 'mile' || unit === 'mil';

/** What the clauses say the car has run. */
export function mileageClaims(clauses: readonly Clause[]): { claims: Claim<Mileage>[]; unclear: Clause[] } {
  const claims: Claim<Mileage>[] = [];
  const unclear: Clause[] = [];
  /** A label that ended its clause ("Kilometerstand", then "189.000"), and what the last figure was about. */
  let isCarried = false;
  let isListOfOthers = false;
  for (const [at, clause] of clauses.entries()) {
    let previousEnd = 0;
    let lastVerdict: Verdict | null = null;
    /** "Motor byttet i 2012 med 90.000 km": the year before this figure was of something else, and so may it be. */
    let goesOn = false;
    for (const figure of clause.figures) {
      const isLabelled = wordsBetween(clause, previousEnd, figure.from).some((word) => has(word, 'odometer'));
      const isClocked = clause.words.some((word) => word.from >= figure.to && has(word, 'clock'));
      const isFirst =
        figure === clause.figures[0] &&
        clause.words.every((word) => word.from > figure.from || has(word, 'auxiliary'));
      const isCarriedHere = isCarried && isFirst;
      const isCounted =
        isDistance(figure) ||
        ((isLabelled || isClocked || isCarriedHere) &&
          !figure.isDate &&
          // "Kørt 2010 benzin 155.000 km".
          (figure.year === null || (isAfterLabel(clause, figure) && !clause.figures.some(isDistance))) &&
          (figure.unit === null || (figure.unit === 'weight' && figure.hasThousands)));
      if (!isCounted) {
        // "Serviceret ved 15, 30 og 60.000 km": so are the figures behind.
        const isOfOther = wordsBetween(clause, previousEnd, figure.from).some((word) =>
          has(word, 'service', 'part', 'interval'),
        );
        if (isOfOther && figure.unit === null && figure.year === null) lastVerdict = 'other';
        if (
          figure.year !== null &&
          !/^\s*(?:\/|eller|el\b|or|oder|og|of)/.test(clause.folded.slice(figure.to))
        ) {
          goesOn = clause.place === 'description' && isOfOtherThings(clause, previousEnd, figure.from);
          previousEnd = figure.to;
        }
        continue;
      }
      const verdict: Verdict =
        (isListOfOthers && isBareUpTo(clause, figure.to) && !clause.isStart) ||
        isAddedTo(clauses[at - 1], clause) ||
        (lastVerdict === 'other' && isJoined(clause, previousEnd, figure.from))
          ? 'other'
          : goesOn && !isLabelled
            ? 'unclear'
            : judgeDistance(clause, figure, previousEnd, isCarriedHere);
      goesOn = false;
      previousEnd = figure.to;
      // "22 km/l, 149.000 km" is no list.
      lastVerdict = figure.isRate ? null : verdict;
      const read = mileageOf(clause, figure, isLabelled);
      if (read === null || verdict === 'other') continue;
      if (verdict === 'unclear' || read === 'unclear') unclear.push(clause);
      else if (read.km >= (verdict.weight >= 3 ? leastLabelledKm : minBareKm))
        claims.push({ value: read, weight: verdict.weight, clause });
    }
    if (lastVerdict !== null) isListOfOthers = lastVerdict === 'other';
    else if ((clause.figures.length > 0 && !isBareIn(clause)) || clause.isStart) isListOfOthers = false;
    isCarried =
      clause.figures.length === 0 &&
      clause.words.length > 0 &&
      clause.words.length <= 4 &&
      (has(clause.words.at(-1)!, 'odometer') || /^(?:km|kilometer)$/.test(clause.words[0]!.text));
  }
  return { claims, unclear };
}

function isOfOtherThings(clause: Clause, from: number, to: number): boolean {
  const before = wordsBetween(clause, from, to);
  const isChange = before.some((word) => has(word, 'change'));
  return before.some(
    (word) =>
      has(word, 'event', 'wish', 'swap', 'otherCar', 'limit') || (isChange && has(word, 'part', 'service')),
  );
}

/** "Skiftet ved 120 tkm og 180 tkm": nothing but "and" since the figure before. */
const isJoined = ({ folded }: Clause, from: number, to: number): boolean =>
  /^(?:[\s.]*(?:t\.?\s?)?(?:km|tkm|mil|miles))?[\s.]*(?:og|and|und|en|och|samt|\+|&)\s+(?:(?:ved|v|at|bei|bij|vid)\.?\s+)?$/.test(
    folded.slice(from, to),
  );

/** "Ny tandrem (150.000 km)", "7 års garanti (150.000 km)", "Winterreifen (3.000 km gelaufen)". */
const isOnlyDistance = ({ words }: Clause): boolean =>
  words.every((word) => unitOf(word.text) === 'km' || has(word, 'odometer'));

function isAddedTo(before: Clause | undefined, clause: Clause): boolean {
  const words = before?.words ?? [];
  return (
    (clause.isInBrackets || /^(?:og|and|und|och|eller|or)\b/.test(clause.folded) || isOfContract(words)) &&
    (isBareIn(clause) || (clause.place === 'description' && isOnlyDistance(clause))) &&
    words.some((word) => has(word, 'part', 'service', 'interval', 'warranty', 'range', 'included')) &&
    !words.some((word) => has(word, 'odometer'))
  );
}

/** "Binding 24 mdr. 10.000 km". */
const isOfContract = (words: readonly Word[]): boolean =>
  words.some((word) => has(word, 'included')) && unitOf(words.at(-1)!.text) === 'time';

const isBareUpTo = (clause: Clause, to: number) =>
  isBareIn(clause) ||
  (clause.figures.length > 1 &&
    isBareIn({ ...clause, words: clause.words.filter((word) => word.from < to) }));

/** Nothing but a figure and its unit. */
const isBareIn = (clause: Clause) =>
  clause.words.every(({ text }) => /^(?:km|t|tkm|mil|miles|eller|or|oder|og)$/.test(text));

function mileageOf(clause: Clause, figure: Figure, isLabelled: boolean): Mileage | null | 'unclear' {
  const { unit } = figure;
  const isMil = unit === 'mil' || (unit === null && /miltal|matarstallning/.test(clause.folded));
  const factor = unit === 'mile' ? kmPerMile : isMil ? kmPerScandinavianMile : 1;
  const counted = figure.value * factor;
  const km = Math.round(counted);
  if (!(km <= maxKm)) return null;
  if (figure.isMasked) return { km, precision: 'masked' };
  // "2014 km" is as well a year beside a unit.
  if (figure.year !== null && !isLabelled) return 'unclear';
  if (
    unit !== 'mile' &&
    unit !== 'mil' &&
    counted < leastWithoutUnit &&
    (unit === null || figure.isUnitBefore)
  )
    return km < 20 || /[.,]/.test(figure.digits) ? null : 'unclear';
  if (unit === 'km' && !figure.hasThousands && !figure.isGrouped && mayBeThousands(counted)) return 'unclear';
  const isRounded =
    figure.hasThousands ||
    figure.isRange ||
    (figure.value >= 1000 && (figure.value * (isMil ? factor : 1)) % 1000 === 0);
  return { km, precision: isRounded ? 'rounded' : 'exact' };
}

const toleranceKm = 5000;
const toleranceShare = 0.1;
export const agreeInKm = (a: number, b: number): boolean =>
  Math.abs(a - b) <= Math.max(toleranceKm, Math.max(a, b) * toleranceShare);
const sharpness = { exact: 2, rounded: 1, masked: 0 } as const;

const instrument =
  /\b(?:instrument(?:et|bordet|hus|huset)?|kombiinstrument|speedometer(?:et|s)?|speedo|(?:kilo|km ?)?(?:meter)?taeller(?:en)?|triptaeller|tacho(?:en|meter(?:et)?)?|odometer|vagmatare|matarstallningen)\b/;
const changedOrBroken =
  /\b(?:skiftet|udskiftet|byttet|ombyttet|nyt|ny|defekt|virker ikke|i stykker|gaaet i staa|changed|replaced|broken|not working|getauscht|gewechselt|defekt|bytt|trasig)\b/;
const inAll = /\b(?:reelt|i alt|ialt|samlet|total|totalt|in total|insgesamt|reelle)\b/;

/** The best claim; none where another one, hardly less sure, contradicts it, or where the odometer is not the first one. */
export function weighMileage(clauses: readonly Clause[]): Weighed<Mileage> {
  const { claims: all, unclear } = mileageClaims(clauses);
  const replaced = clauses.find(({ folded }) => instrument.test(folded) && changedOrBroken.test(folded));
  const claims = replaced ? all.filter(({ clause }) => inAll.test(clause.folded)) : all;
  if (replaced && claims.length === 0)
    return { value: null, weight: 0, others: [], unclear: [replaced, ...all.map(({ clause }) => clause)] };
  const best = claims.toSorted(
    (a, b) => b.weight - a.weight || sharpness[b.value.precision] - sharpness[a.value.precision],
  )[0];
  if (!best) return { value: null, weight: 0, others: [], unclear };
  const rivals = claims.filter(
    ({ value, weight }) => weight >= Math.min(2, best.weight) && !agreeInKm(value.km, best.value.km),
  );
  if (rivals.length === 0) return { value: best.value, weight: best.weight, others: [], unclear: [] };
  return {
    value: null,
    weight: 0,
    others: [best, ...rivals].map(({ value }) => value),
    unclear: [best, ...rivals].map(({ clause }) => clause),
  };
}

const earliest = 1920;
const latest = 2049;
const plausible = (year: number): boolean => year >= earliest && year <= latest;
const ofThisCentury = (digits: string): number => Number(digits) + (Number(digits) < 50 ? 2000 : 1900);
const yearOthers: readonly Meaning[] = [
  'inspection',
  'tax',
  'part',
  'service',
  'interval',
  'warranty',
  'change',
  'event',
  'limit',
  'wish',
  'swap',
  'otherCar',
  'record',
];
/** "årg. 13", "Bj. 09", "EZ 06/12", "1. reg. 12/13". */
const shortYear =
  /(?<![a-z])(?:aargang(?:en)?|aarg|argang|arg|aarsmodell?|modelaar|modellaar|baujahr|bauj|bj|my|ez|erstzulassung|bouwjaar|1\.?\s?reg|reg)\s*(?:er|fra|:|=|\.|-|'|’|\s)*(?:\d{1,2}[/.-])?'?(\d{2})(?![\d.,:/-]\d|\d|\s?(?:(?:t\.?\s?)?km(?![\s.:]{0,3}\d)|kr|hk|%))/;

/** "07 model". */
const shortYearBefore = /(?<![\w.,:/-])'?([089012]\d)[\s-]?(?:model|modell|aargang|aarg)(?![a-z])/;

/** "37.000 mil, -95". */
const dashedYearAlone = /^[-'’]([0-289]\d)$/;

/** "Hyundai i10 fra 11". */
const shortYearBehindFrom = /\bfra '?([089012]\d)$/;

const isModelName = ({ folded }: Clause, { year, from }: Figure): boolean =>
  year === 2008 && /peugeot e?-?\s?$/.test(folded.slice(0, from));

/** What the clauses say the year of the car is. */
export function yearClaims(clauses: readonly Clause[]): { claims: Claim<number>[]; unclear: Clause[] } {
  const claims: Claim<number>[] = [];
  const unclear: Clause[] = [];
  let carried = 0;
  const isOfNewThing = (clause: Clause, at: number) => clause.isInBrackets && namesNewThing(clauses[at - 1]);
  const own = clauses.filter(
    (clause, at) => !clause.words.some((word) => has(word, ...yearOthers)) && !isOfNewThing(clause, at),
  );
  const isOnlyYear =
    new Set(
      own.flatMap((clause) =>
        clause.figures.flatMap((figure) =>
          figure.unit === 'weight' || isModelName(clause, figure) || isAlike(clause, figure)
            ? []
            : (figure.year ?? []),
        ),
      ),
    ).size === 1;
  const yearsAmongFacts = new Set(
    clauses.flatMap((clause) =>
      clause.figures.flatMap((figure) =>
        figure.year !== null && isAmongFacts(clause, figure) ? [figure.year] : [],
      ),
    ),
  );
  for (const [at, clause] of clauses.entries()) {
    let previousEnd = 0;
    if (isOfNewThing(clause, at)) continue;
    for (const figure of clause.figures) {
      const isYear =
        figure.year !== null &&
        (figure.isDate || figure.unit === null || figure.unit === 'time') &&
        plausible(figure.year);
      if (!isYear) continue;
      const told = judgeYear(clause, figure, previousEnd, carried);
      // "1,4 TSI, 2012, 189.000 km": the one year of an ad, in a list of the car's facts.
      const isOfList =
        clause.words.length === 0
          ? isOnlyYear && isFact(clauses[at - 1], clause) && isFact(clauses[at + 1], clauses[at + 1])
          : clause.place === 'description' && clause.words.every(isOfCar);
      const verdict: Verdict =
        told === 'other' && isAmongFacts(clause, figure) && yearsAmongFacts.size === 1
          ? { weight: 3 }
          : isOfList && typeof told === 'object'
            ? { weight: Math.max(3, told.weight) }
            : isOfList && clause.words.length > 0
              ? { weight: 3 }
              : told;
      previousEnd = figure.to;
      if (verdict === 'unclear') unclear.push(clause);
      else if (verdict !== 'other') claims.push({ value: figure.year!, weight: verdict.weight, clause });
    }
    const short = clause.hasDigit
      ? (shortYear.exec(clause.folded) ??
          shortYearBefore.exec(clause.folded) ??
          dashedYearAlone.exec(clause.folded))?.[1]
      : undefined;
    if (short !== undefined && plausible(ofThisCentury(short)))
      claims.push({ value: ofThisCentury(short), weight: 3, clause });
    const fromShort = clause.place === 'title' ? shortYearBehindFrom.exec(clause.folded)?.[1] : undefined;
    if (fromShort !== undefined) claims.push({ value: ofThisCentury(fromShort), weight: 3, clause });
    const last = clause.words.at(-1);
    const isLabel = clause.figures.length === 0 && last !== undefined && clause.words.length <= 3;
    carried = isLabel && has(last, 'modelYear') ? 4 : isLabel && has(last, 'firstYear') ? 3 : 0;
  }
  return { claims, unclear };
}

/** "Ny bilradio (2023 model)": the year is the thing's; "ny pris (2014 model)" says nothing of a thing. */
const namesNewThing = (before: Clause | undefined): boolean =>
  before?.words.some((word, at, words) => {
    const thing = words[at + 1];
    return (
      /^(?:ny|nye|nyt|nytt|nya|new|neue[rs]?)$/.test(word.text) &&
      thing !== undefined &&
      !has(thing, 'inspection', 'modelYear', 'otherCar') &&
      !/^(?:i|og|pris|bil|ejer|annonce|paa)$/.test(thing.text)
    );
  }) ?? false;

/**
 * "7 pers 2005 326.000 km", "2012 kørt 189.000 km": a bare year of a description without stops, with facts of the car, or
 * an end, on both sides.
 */
function isAmongFacts(clause: Clause, { from, to, isDate }: Figure): boolean {
  if (clause.place !== 'description' || isDate) return false;
  const before = [...clause.words, ...clause.figures].filter((one) => one.to <= from);
  const behind = [...clause.words, ...clause.figures].filter(
    (one) => one.from >= to && !('text' in one && joining.test(one.text)),
  );
  if (before.some((one) => 'text' in one && has(one, 'wish', 'swap', 'otherCar'))) return false;
  const last = before.toSorted((a, b) => b.to - a.to)[0];
  const next = behind.toSorted((a, b) => a.from - b.from)[0];
  const isFactOfCar = (one: Word | Figure | undefined) =>
    one !== undefined &&
    ('text' in one
      ? one.text.length > 1 && !has(one, ...yearOthers) && !notOfCar.has(unitOf(one.text)) && isOfCar(one)
      : one.year === null && isFactFigure(one));
  const isEnd = (one: Word | Figure | undefined) => one === undefined;
  return (
    (isFactOfCar(last) && (isFactOfCar(next) || isEnd(next))) ||
    (clause.isStart && isEnd(last) && isFactOfCar(next))
  );
}

const joining = /^(?:og|med|and|with|och|und|mit)$/;
/** "2 mdr. 2025" and "4.000 kr. 2024" are of something done to the car. */
const notOfCar: ReadonlySet<Figure['unit']> = new Set(['time', 'crowns', 'size', 'percent']);
const factUnits: ReadonlySet<Figure['unit']> = new Set([
  'km',
  'mil',
  'mile',
  'horsepower',
  'litre',
  'kilowattHour',
  'cubic',
]);
const isFactFigure = ({ unit, digits, isRate }: Figure) =>
  !isRate && (factUnits.has(unit) || /^[0-8][.,]\d$/.test(digits));

/** "2005, synet til august": the year is not the inspection's, which has its month. */
const datedInspection =
  /^(?:ny)?syn(?:et|es)? (?:til|i|ind) (?:jan|feb|mar|apr|maj|jun|jul|aug|sep|okt|nov|dec|\d{1,2}[/-])/;

/** Nothing that has a year of its own stands beside a bare one in its sentence; `later` is the second of the two. */
const isFact = (beside: Clause | undefined, later: Clause | undefined): boolean =>
  beside === undefined ||
  later?.isStart === true ||
  datedInspection.test(beside.folded) ||
  !beside.words.some((word) => has(word, ...yearOthers)) ||
  beside.words.some((word) => has(word, 'negation'));

/** "1,6 TDI 2014 kørt 189.000 km": words of the car's own facts. */
const isOfCar = (word: Word): boolean =>
  unitOf(word.text) !== null ||
  has(word, 'odometer') ||
  knownWord(word.text).rows.some((row) => row in fuelPhrases || row === 'automatic' || row === 'manual') ||
  /^(?:aut|st|stc|stcar|van|kun|ca|cirka|d|doers?|pers|personers?|trins|sort|hvid|roed|blaa|graa|soelv|groen|gul|brun|metal|estate|cabriolet|cabrio|coupe|sedan|stationcar|hatchback|suv|mpv|veteranbil|varebil|kassevogn|saelges|saelger|selges|saljes|verkaufe)$/.test(
    word.text,
  );

const inDenmark = /\b(?:i|in|paa) (?:dk|danmark|denmark|daenemark|danske plader)\b/;

/** "Fra maj 2013", "fra slutningen af 2006". */
const partOfYear =
  /^(?:jan|feb|mar|apr|ma[jiy]|jun|jul|aug|sep|o[kc]t|nov|de[cz]|slut|start|begyndelse|midt|primo|ultimo|sommer|efteraar|foraar|vinter|early|late|ende|anfang|maaned|af$|of$)/;

const isDay = /^\d{1,2}\D+\d{1,2}\D/;

/** "Den er fra 2016" calls it the car's year. */
const ofTheCar = /^\W*(?:bilen|den|min|modellen|the car|it) (?:er|is) $/;

/** "Porsche 944 turbo 1986", "Corolla sedan 1998", "1,4 turbo fra 2013". */
const ofName = /^(?:turbo|sedan)$/;

/** "Fremstår som en model 2020" is older. */
const alike =
  /\b(?:(?:fremstaar|fremtraeder|ser ud|koerer)(?: \w+)? som|ligner|looks like|wie) (?:en|et|a|ein|eine) (?:ny(?:ere)? )?(?:model |aargang |aarg\.? )?$/;
const isAlike = ({ folded }: Clause, { from }: Figure): boolean => alike.test(folded.slice(0, from));

function judgeYear(clause: Clause, figure: Figure, previousEnd: number, carried: number): Verdict {
  if (isAlike(clause, figure)) return 'other';
  const before = wordsBetween(clause, previousEnd, figure.from).filter(
    ({ text, from }) =>
      !ofName.test(text) ||
      (clause.place === 'description' && !/\d[.,]\d\s$/.test(clause.folded.slice(0, from))),
  );
  const behind = clause.words.filter(({ from }) => from >= figure.to);
  const following = behind[0];
  const gap = following ? clause.folded.slice(figure.to, following.from) : '';
  // "2012 årgang", but "APK tot 2026 Bouwjaar 2012".
  const next = clause.figures.find(({ from }) => from >= figure.to);
  const isOfNext = following && next?.year && next.from - following.to <= 3;
  if (following && !isOfNext && gap.length <= 2 && has(following, 'modelYear') && !figure.isDate)
    return { weight: 4 };
  // "Det er en 2009'er".
  if (
    /^'?er(?![a-z])/.test(clause.folded.slice(figure.to)) &&
    !before.some((word) => has(word, ...yearOthers))
  )
    return { weight: 3 };
  if (/^\s?-\s?(?:19|20)?\d{2}(?!\d)/.test(clause.folded.slice(figure.to)) && !figure.isDate) return 'other';
  // "Skal være fra 2010 eller nyere".
  if (
    /^\s*(?:\+|(?:eller|og|and|or|oder|of|och) (?:nyere|aeldre|frem|opefter|op|newer|later|neuer|nyare|nieuwer|senere))/.test(
      clause.folded.slice(figure.to),
    )
  )
    return 'other';
  if (/\d(?:\s?x\s?|[.,])?$/.test(clause.folded.slice(0, figure.from))) return 'other';
  if (before.length === 0 && carried > 0 && figure === clause.figures[0]) return { weight: carried };
  let weight = 0;
  let isFar = false;
  for (const [at, word] of [...before.entries()].toReversed()) {
    const isNear = at >= before.length - 5;
    if (has(word, 'modelYear') && isNear) return weightIfOwn(before, at, 4);
    // "Indregistreret i DK 2015": an imported car was registered before.
    if (has(word, 'firstYear') && isNear && isOfNewCar(before, at)) return 'other';
    if (has(word, 'firstYear') && isNear)
      return word.text !== 'ny' && inDenmark.test(clause.folded.slice(word.to, figure.from))
        ? 'unclear'
        : weightIfOwn(before, at, 3);
    if (at === before.length - 1 && has(word, 'near') && !has(word, 'fromYear')) return 'other';
    // "Indregistreret som ny den 3. maj 2011".
    if (word.text === 'ny' && before[at - 1]?.text === 'som') continue;
    const isFrom = has(word, 'fromYear') && before.slice(at + 1).every(({ text }) => partOfYear.test(text));
    if (isFrom) {
      weight = ofTheCar.test(clause.folded.slice(0, word.from)) ? 4 : 3;
      continue;
    }
    if (isFar ? has(word, 'inspection', 'warranty') : has(word, ...yearOthers)) return 'other';
    isFar ||=
      word.meanings.length === 0 &&
      clause.place === 'title' &&
      word.text.length > 1 &&
      !partOfYear.test(word.text);
    // "TÜV abgelaufen in 01.2026": only a date may belong to a word further away.
    if (isFar && !figure.isDate) break;
  }
  if (weight > 0) return { weight };
  // "10/2027 TÜV", "verfügbar ab 30.05.2026".
  const isOfEvent =
    (following && gap.length <= 2 && has(following, 'inspection')) || isDay.test(figure.digits);
  if (figure.isDate && isOfEvent) return 'other';
  if (clause.place === 'title') {
    const isOfPart = before.length === 0 && following !== undefined && has(following, 'change', 'part');
    return { weight: isOfPart ? 1 : 2 };
  }
  return clause.words.length === 0 ? { weight: 1 } : 'other';
}

/** "Da vi har købt ny Golf 2022"; "solgt ny hos Kia i 2018" is this car. */
const isOfNewCar = (before: readonly Word[], at: number): boolean => {
  const thing = before[at + 1];
  return (
    before[at]!.text === 'ny' &&
    thing !== undefined &&
    !partOfYear.test(thing.text) &&
    !/^(?:i|hos|af|fra|den|d|til|primo|ultimo|paa|ved)$/.test(thing.text)
  );
};

/** "Ny motor fra årgang 2016": what stands before the label has its year. */
function weightIfOwn(before: readonly Word[], label: number, weight: number): Verdict {
  const isOther = before
    .slice(Math.max(0, label - 4), label)
    .some(
      (word) =>
        has(word, 'wish', 'swap', 'otherCar') ||
        (has(word, 'part') && has(before[label - 1]!, 'fromYear', 'near')),
    );
  return isOther ? 'other' : { weight };
}

/** Neighbouring years are one car's: made in one, sold in the next. */
const agreeInYear = (a: number, b: number): boolean => Math.abs(a - b) <= 1;

export function weighYear(clauses: readonly Clause[], leastWeight: number): Weighed<number> {
  const { claims, unclear } = yearClaims(clauses);
  const counted = claims.filter(({ weight }) => weight >= leastWeight);
  const best = counted.toSorted((a, b) => b.weight - a.weight)[0];
  if (!best) return { value: null, weight: 0, others: [], unclear };
  const rivals = counted.filter(
    ({ value, weight }) => weight === best.weight && !agreeInYear(value, best.value),
  );
  if (rivals.length === 0) return { value: best.value, weight: best.weight, others: [], unclear: [] };
  return {
    value: null,
    weight: best.weight,
    others: [best, ...rivals].map(({ value }) => value),
    unclear: [best, ...rivals].map(({ clause }) => clause),
  };
}

const yearsOfMore =
  /^\s?-?\s?>|^\s?(?:-|–|\/|\+|til|og|eller|and|or|und|oder|och)\s?(?:(?:19|20)?\d{2}(?!\d)|nyere|op|frem)/;
const notOfName =
  /^(?:koebte|solgte|fik|hentede|havde|kom|naeste|koersel|siddet|passer|samme|ligesom|end|koster|bilbasen|dba)$/;
/**
 * "Fiat Panda 2014 0.9 Twinair", "140 hk Highline 2009": the one bare year of a description, right behind a word of which
 * `isOfName` says that it is of the car's own name, body, trim or engine; `own` is what is said of this car. Null where anything else claims another year.
 */
export function yearBesideName(
  clauses: readonly Clause[],
  own: readonly Clause[],
  isOfName: (words: readonly string[]) => boolean,
): number | null {
  const { claims, unclear } = yearClaims(clauses);
  const inTitle = new Set(
    clauses.flatMap(({ place, figures }) => (place === 'title' ? figures.map(({ digits }) => digits) : [])),
  );
  const years = new Set(claims.filter(({ value }) => !inTitle.has(String(value))).map(({ value }) => value));
  let isFound = false;
  for (const clause of own)
    for (const figure of clause.figures) {
      const { year, from, to, isDate, digits } = figure;
      if (year === null || isDate || !plausible(year) || clause.place === 'title' || inTitle.has(digits))
        continue;
      if (isAlike(clause, figure) || yearsOfMore.test(clause.folded.slice(to))) continue;
      const before = clause.words.filter((word) => word.to <= from).slice(-6);
      const next = clause.words.find((word) => word.from >= to);
      if (before.some((word) => has(word, ...yearOthers) || notOfName.test(word.text))) continue;
      if (next?.text === 'koster') continue;
      if (next && has(next, 'inspection', 'tax', 'warranty', 'service', 'event', 'change')) continue;
      const beside = /(?:[a-z0-9][^\s/()]*\s+){1,3}$/.exec(clause.folded.slice(Math.max(0, from - 40), from));
      // "2019 Skoda Karoq".
      const isFirst =
        clause.folded.slice(0, from).trim() === '' && next !== undefined && isOfName([next.text]);
      if (!isFirst && (beside === null || !isOfName(beside[0].trim().split(/\s+/)))) continue;
      isFound = true;
      years.add(year);
    }
  return isFound && years.size === 1 && unclear.length === 0 ? [...years][0]! : null;
}

const kwToHp = 1.35962;
/** Fewer kilowatts are those of a charger. */
const leastKwHp = 40;
/** "Hk: 115". */
const labelledPower =
  /(?:(?<![a-z\d])(?:hk|hestekraefter|heste|ps|hp|pk)\s?[:=]\s?|(?<![a-z\d]|\d\s)hk\.\s|(?:^|[^a-z\d\s]\s?)(?:hk|ps|hp|pk) (?=\d+\s?(?:$|[^a-z\d\s.,])))(\d{2,3})(?!\d|[.,]\d|\s?kw)/;
/** What clauses of this car say of its power. */
export function powerClaims(clauses: readonly Clause[]): Claim<number>[] {
  const claims: Claim<number>[] = [];
  for (const clause of clauses) {
    if (!clause.hasDigit) continue;
    const labelled = Number(labelledPower.exec(clause.folded)?.[1] ?? 0);
    if (labelled > 0) claims.push({ value: labelled, weight: 1.5, clause });
    for (const figure of clause.figures) {
      const isPower = figure.unit === 'horsepower' || figure.unit === 'kilowatt';
      if (
        !isPower ||
        figure.isUnitBefore ||
        figure.isGrouped ||
        figure.isRate ||
        !/^\d{2,4}(?:[.,]\d)?$/.test(figure.digits) ||
        isOfOtherVehicle(clause, figure)
      )
        continue;
      if (figure.unit === 'kilowatt' && clause.words.some((word) => has(word, 'charge', 'range', 'limit')))
        continue;
      const hp = Math.round(amountOf(figure.digits) * (figure.unit === 'kilowatt' ? kwToHp : 1));
      const least = figure.unit === 'kilowatt' ? leastKwHp : 20;
      if (hp >= least && hp <= 1500)
        claims.push({
          value: hp,
          weight: (clause.place === 'title' ? 2 : 1) + (figure.unit === 'horsepower' ? 0.5 : 0),
          clause,
        });
    }
  }
  return claims;
}
