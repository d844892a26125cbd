import { once } from '#core/shared.ts';
import {
  anyOf,
  automaticWords,
  fuelPhrases,
  fuelWords,
  gettingWords,
  knownWord,
  type Meaning,
  manualWords,
  shortAutomaticWords,
} from './claim-words.ts';
import type { Clause, Figure } from './clauses.ts';
import { offerWords } from './offer-words.ts';

const patterns = once(() => ({
  getting: anyOf(gettingWords, 'g'),
  /** Named by what moves it, it is a vehicle; of a fuel or a gear that is told beside it, words before decide. */
  vehicle: anyOf(
    `${fuelWords.electric}, ${fuelWords.plugin_hybrid}, ${fuelWords.hybrid}, ${fuelWords.hydrogen}, ${offerWords.otherVehicle}, firmabil`,
  ),
  car: anyOf(`${fuelPhrases.diesel}, ${fuelPhrases.petrol}, *bil, car, auto`),
  gear: anyOf(`${automaticWords}, ${manualWords}, ${shortAutomaticWords}`),
}));

/** "Sælges pga. elbil". */
const reason = /^(?:pga|p\W?g\W?a|grundet|paa gr|pa gr|wegen|vanwege|due|because)/;
/** Nobody gets a car without being one. */
const ofPerson =
  /^(?:koeb|kop|kjoep|inkop|kauf|anschaffung|purchase|aanschaf|kun|koerekort)[a-z]*\W(?:af|av|eines|of|van|koere|til)$/;
/** "Da wir ein Elektroauto gekauft haben", "da vores nye elbil er kommet": what is said behind the vehicle. */
const coming =
  /^\W+(?:[a-z]+\W+){0,2}(?:kommer|kommet|ankommet|leveret|koebt|bestilt|paa vej|gekauft|bestellt|umgestiegen|gekocht|besteld)\b/;
const why = /\b(?:da|fordi|idet|nu|ny|vores nye|weil|omdat)\W(?:(?!den|det|denne|bilen|som)[a-z]+\W){0,3}$/;
const person =
  /^(?:jeg|vi|kone|konen|mand|manden|datter|datteren|soen|soennen|kaereste|kaeresten|familien|han|hun|ich|wir|frau|mann|jag|fru|hustru|we|wife|husband|ik|wij|vrouw)$/;
/** What the verb may be said of besides a person: this car, and who reads the ad. */
const otherSubject =
  /^(?:bil|bilen|koeber|vognen|den|denne|dette|det|der|som|it|this|car|du|i|man|you|motor\w*|gear\w*|turbo\w*)$/;
/** Between the verb and the vehicle they say that something else is got, or this car. */
const blocking =
  /^(?:den|det|denne|dette|bilen|som|as|als|du|dig|man|you|i|in|hos|fra|from|von|ved|da|og|and|und|min|mit|mine|vores|my|our|meine\w*|unsere\w*|saelge\w*|solgt|kun)$/;
const small =
  /^(?:en|et|ett|ein|eine|einen|eines|a|an|ny|nye|nyt|nytt|nya|nyere|new|neue[nrs]?|anden|andet|mig|os|oss|mir|uns|sig|lille|stoerre|mindre|storre|bigger|smaller|fuld|full|fully|ren|brugt|nu|now|jetzt|lige|selv|bil|car|auto|med|m|mit|with|foerste)$/;
/** "Pga. skift til", "vanwege aanschaf van". */
const leading = /^(?:til|af|av|of|van|to|auf|eines)$/;
const article = /^(?:en|et|ett|ein|eine|einen|eines|a|an)$/;

const mayTell = ['getting', 'electric', 'plugin_hybrid', 'hybrid'] as const;
const lettersOf = (text: string): string[] => text.match(/[a-z]+/g) ?? [];

/**
 * Where a clause begins to speak of the vehicle that the seller has or gets beside this one: "sælges, da vi har købt
 * elbil", "min kone skal have automatgear". Null where it does not.
 */
export function nextVehicleAt({ folded, rows }: Clause): number | null {
  if (!mayTell.some((row) => rows.has(row))) return null;
  for (const { index, 0: getting } of folded.matchAll(patterns().getting)) {
    const before = lettersOf(folded.slice(0, index)).slice(-6);
    const behind = folded.slice(index + getting.length);
    const isReason = reason.test(getting);
    // "Ved køb af bil medfølger vinterhjul".
    if (before.at(-1) === 'ved') continue;
    // "Lav afgift pga. elbil".
    if (isReason ? before.some((word) => /afgift|skat|billig/.test(word)) : isOfOther(before)) continue;
    const isOfPerson = ofPerson.test(getting) || before.some((word) => person.test(word));
    if (isVehicleGot(behind, isReason ? 'reason' : isOfPerson ? 'person' : 'nobody')) return index;
  }
  const vehicle = patterns().vehicle.exec(folded);
  const comes = vehicle && coming.exec(folded.slice(vehicle.index + vehicle[0].length));
  if (!vehicle || !comes) return null;
  // "Elbil er købt", but "elbil købt i 2020".
  const isAll = vehicle.index + vehicle[0].length + comes[0].length === folded.length;
  return why.exec(folded.slice(0, vehicle.index))?.index ?? (isAll && vehicle.index === 0 ? 0 : null);
}

/** "Bilen har fået nyt automatgear": what stands nearest before the verb is no person. */
const isOfOther = (before: readonly string[]): boolean =>
  before.findLastIndex((word) => otherSubject.test(word)) > before.findLastIndex((word) => person.test(word));

/** "Nyt hybrid batteri", "automatgear olie", "ny generator"; "elbil" is all of a vehicle, whatever follows. */
const isPartOfCar = ({ 0: word, index, input }: RegExpExecArray): boolean =>
  knownWord(word).meanings.includes('part') ||
  (!/(?:bil|bilen|autos?|gear)$/.test(word) &&
    /^[\s-]*(?:batteri|lade|motor|kabel|pakke|system|anlaeg|del|stik|pumpe|filter|traek|krog|holder)/.test(
      input.slice(index + word.length),
    ));

function isVehicleGot(behind: string, by: 'person' | 'reason' | 'nobody'): boolean {
  const { vehicle, car, gear } = patterns();
  const between = (pattern: RegExp): string[] | null => {
    const found = pattern.exec(behind);
    if (found === null || isPartOfCar(found)) return null;
    const text = behind.slice(0, found.index);
    return /\d/.test(text) ? null : lettersOf(text);
  };
  const isPlain = (words: readonly string[] | null, mostOthers: number) =>
    words !== null &&
    words.length <= 5 &&
    !words.some((word) => blocking.test(word)) &&
    words.filter((word) => !small.test(word)).length <= mostOthers;
  // "Pga. skift til elbil", but "pga. manglende brug elbil fra 2019".
  if (by === 'reason') {
    const words = between(vehicle);
    return isPlain(words, words?.some((word) => leading.test(word)) ? 2 : 0);
  }
  if (isPlain(between(vehicle), 2)) return true;
  const toCar = between(car);
  // "Da vi har købt stor bil", but "købt billig diesel".
  const isCarNamed = by === 'person' && /(?:bil|car|auto)$/.test(car.exec(behind)?.[0] ?? '');
  if (isPlain(toCar, isCarNamed ? 1 : 0) && (by === 'person' || article.test(toCar?.at(-1) ?? '')))
    return true;
  const toGear = between(gear);
  return by === 'person' && isPlain(toGear, 0) && /^(?:|med|m|mit|with)$/.test(toGear?.at(-1) ?? '');
}

/** What is said of this car, before the seller speaks of another vehicle. */
export const beforeNextVehicle = (clause: Clause): Clause => {
  const end = nextVehicleAt(clause);
  return end === null ? clause : upTo(clause, end);
};

const upTo = (clause: Clause, end: number): Clause => ({
  ...clause,
  folded: clause.folded.slice(0, end),
  words: clause.words.filter(({ to }) => to <= end),
  figures: clause.figures.filter(({ to }) => to <= end),
});

const means = ({ words }: Clause, ...meanings: readonly Meaning[]) =>
  words.find((word) => word.meanings.length > 0 && meanings.some((one) => word.meanings.includes(one)));

/**
 * What the clauses say of this car: not what the seller wishes, has beside it or would take for it ("bytter gerne til
 * diesel"), nor another car.
 */
export function ownParts(clauses: readonly Clause[]): Clause[] {
  const ends = clauses.map(nextVehicleAt);
  return clauses.flatMap((clause, at) => {
    // "Da vi har købt ny bil (elbil)".
    if (clause.isInBrackets && typeof ends[at - 1] === 'number') return [];
    const end = Math.min(
      ends[at] ?? Number.POSITIVE_INFINITY,
      means(clause, 'swap')?.from ?? Number.POSITIVE_INFINITY,
    );
    const own = end < clause.folded.length ? upTo(clause, end) : clause;
    return means(own, 'wish', 'otherCar', 'variant') ? [] : [own];
  });
}

const besideFigure = once(() => {
  const vehicle = anyOf(`${offerWords.otherVehicle}, ${offerWords.otherMake}`).source;
  return {
    before: new RegExp(`${vehicle}\\W+(?:med|m|paa|with|mit|with a|med en)\\W+$`),
    behind: new RegExp(`^\\W*[a-z]+\\W+(?:${vehicle})(?!\\W*(?:traek|krog|stik))`),
  };
});
/** "Båd med 60 hk påhængsmotor", "60 hk Yamaha". */
export const isOfOtherVehicle = ({ folded, rows, place }: Clause, { from, to }: Figure): boolean =>
  place === 'description' &&
  (rows.has('otherVehicle') || rows.has('otherMake')) &&
  (besideFigure().before.test(folded.slice(0, from)) || besideFigure().behind.test(folded.slice(to)));
