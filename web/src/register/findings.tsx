import { Fragment } from 'react';
import { confirmedIn, type FindingWeight, type Found, findingsIn } from '#core/cars/findings.ts';
import { isOffered } from '#core/cars/listing-life.ts';
import type { LockedCar, WireCarDetail, WireTold } from '#core/contract/routes/cars.ts';
import { roundingKm } from '#core/register/mileage.ts';
import { faultsNamedBefore, storyTopics } from '#core/register/story.ts';
import { calendarDay } from '#core/shared.ts';
import { wordsOfFinding } from '../cars/car-card.tsx';
import { formatKroner, formatMileage, knownWord, wordOf } from '../i18n/format.ts';
import { type CarTexts, type StoryTexts, useCarTexts } from '../i18n/text-parts.ts';
import { Icon, type IconName } from '../ui/icon.tsx';

/** A text whose quotes from a Danish register have quotation marks and their own language for screen readers. */
export function SaidText({ said }: { said: readonly Said[] }) {
  return said.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its position
    <Fragment key={place}>
      {place > 0 && ' '}
      {typeof part === 'string' ? part : <Quoted {...part} next={said[place + 1]} />}
    </Fragment>
  ));
}

/** A quote among sentences: a semicolon follows before another quote, which may contain commas, and a full stop before a sentence. */
const Quoted = ({ quoted, next }: { quoted: string; next: Said | undefined }) => (
  <>
    <q lang="da">{quoted}</q>
    {next !== undefined && (typeof next === 'string' ? '.' : ';')}
  </>
);

/** A wire car in the shape that the finding rules expect. */
export const findableOf = ({
  story: { events },
  facts,
  cautions,
  mileage_verdict: { verdict },
  naeste_syn: nextInspection,
  register_state: registerState,
}: WireTold) => ({ events, facts, cautions, verdict, nextInspection, registerState });

/** The serious findings, shown beside the price to every reader. */
export function HeavyFindings({ car }: { car: WireTold }) {
  const t = useCarTexts();
  const heavy = findingsIn(findableOf(car), new Date().toISOString().slice(0, 10)).filter(
    ({ weight }) => weight === 'heavy',
  );
  return <FindingLines found={heavy} t={t} />;
}

/** The warnings of a locked car, one per line, how many things registers were asked about, and no other fact of it. */
export function LockedFindings({ car: { findings, asked } }: { car: LockedCar }) {
  const t = useCarTexts();
  const isStolen = findings?.some(({ kind }) => kind === 'theft');
  const said = findings && asked && asked.length > 0 ? t.facts.askedRest : t.facts.nothing;
  return (
    <div className="mt-5">
      {findings && <p className="text-control font-semibold">{t.car.lockedFindings}</p>}
      {findings && <FindingLines found={findings} t={t} />}
      <p className="mt-3 text-meta text-ink-2">
        {asked ? said(asked.length, storyTopics.length) : t.car.lockedUnasked}
        {asked && !asked.includes('theft') && !isStolen && ` – ${t.car.lockedTheft}`}
      </p>
    </div>
  );
}

function FindingLines({ found, t }: { found: readonly { in: string; kind: string }[]; t: CarTexts }) {
  const lines = found.flatMap((name) => wordsOfFinding(name, t) ?? []);
  if (lines.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1 text-body/5 font-semibold text-poor">
      {lines.map((line) => (
        <li key={line} className="flex items-start gap-2">
          <Icon name="warning" size={18} className="mt-px shrink-0" />
          {line}
        </li>
      ))}
    </ul>
  );
}

/** A value of ad or register in the reader's language: "electric" → "El", "187000" → "187.000 km". */
export function factValue(
  kind: WireTold['facts'][number]['kind'],
  value: string,
  saidBy: 'ad' | 'register',
  t: CarTexts,
): string {
  if (kind === 'fuel_differs') return wordOf(t.filters.fuels, value);
  if (kind === 'gearbox_differs') return wordOf(t.filters.gearboxes, value);
  if (kind === 'owners_differ')
    return saidBy === 'ad' ? t.car.ownersInAd(Number(value)) : t.car.ownerChanges(Number(value));
  if (kind.startsWith('mileage_') && /^\d+$/.test(value)) return formatMileage(Number(value));
  return value;
}

/** By how many kilometres the ad's mileage lies above what the odometer showed afterwards; 0 if it does not. */
export function aboveLaterReading({ mileage: claimed, mileage_seen: seen, story }: WireTold): number {
  if (typeof claimed !== 'number' || !seen) return 0;
  const later = story.events.flatMap(({ date, mileage }) =>
    date !== null && mileage !== null && date > calendarDay(seen) ? [claimed - mileage] : [],
  );
  return Math.max(0, ...later);
}

/** The readings with their days and other possible explanations than fraud; never an accusation. */
export function verdictText(
  car: WireTold & Partial<Pick<WireCarDetail, 'deal'>>,
  t: StoryTexts,
  date: (day: string | null) => string,
): string {
  const { verdict, fall, explanations, reading_days, has_slip } = car.mileage_verdict;
  const aboveKm = aboveLaterReading(car);
  const isAbove = aboveKm > roundingKm;
  const aboutAd = isAbove ? t.story.adAbove : aboveKm > 0 ? t.story.adNear(formatMileage(aboveKm)) : null;
  const withAd = (text: string) => (aboutAd === null ? text : `${text} ${aboutAd}`);
  if (verdict === 'too_few') {
    const isUndated = reading_days === 0 && car.story.events.some(({ mileage }) => mileage !== null);
    return withAd(isUndated ? t.story.undatedOnly : t.story.tooFew(reading_days));
  }
  if (!fall)
    return withAd(
      has_slip
        ? t.story.risesButSlip(reading_days)
        : t.story.rises(
            reading_days,
            car.mileage === null || aboveKm > 0 ? null : car.is_mileage_typed ? 'typed' : 'ad',
          ),
    );
  const [from, day, to] = [
    formatMileage(fall.from.mileage),
    date(fall.from.date),
    formatMileage(fall.to.mileage),
  ];
  const fell = fall.is_to_claim
    ? (car.is_mileage_typed ? t.story.fellTyped : t.story.fellInAd)(from, day, to)
    : t.story.fell(from, day, to, date(fall.to.date));
  const reasons = explanations.map((each) => t.story.explanation[each]).join(', ');
  const isPriced = fall.is_to_claim && !car.is_mileage_typed && car.deal && car.deal !== 'no_estimate';
  return [fell, t.story.canBe(reasons), ...(isPriced ? [t.story.pricedByAd] : [])].join(' ');
}

export type StoryEvent = WireTold['story']['events'][number];
/** Our own text, or a quote from a Danish register. */
export type Said = string | { quoted: string };

/** A register's wording in the reader's language if known, else unchanged. */
export const saidWord = (said: string, t: StoryTexts): Said =>
  knownWord(t.story.said, said) ?? { quoted: said };

const saidBy = (source: string, words: string, day: string | null) =>
  day ? `${source}: ${words} (${day}).` : `${source}: ${words}.`;

/** The event's source, wording and day. */
function saidOn({ said, date: on, source: from }: StoryEvent, t: StoryTexts, date: SayDate): Said[] {
  const word = said && saidWord(said, t);
  const source = t.story.source[from];
  const day = on && date(on);
  if (!word) return day ? [`${source}, ${day}.`] : [];
  if (typeof word === 'string') return [saidBy(source, t.findings.quoted(word), day)];
  return [day ? `${source}, ${day}:` : `${source}:`, word];
}

/** The faults that earlier reports named, too. */
function namedBefore(event: StoryEvent, { story }: WireTold, t: StoryTexts, date: SayDate): Said[] {
  return faultsNamedBefore(event, story.events).flatMap(({ dates, faults }): Said[] => {
    const reports = dates.map(date).join(` ${t.findings.and} `);
    return faults.length === event.faults.length
      ? [t.findings.namedBefore(reports, dates.length, faults.length)]
      : [t.findings.inReportsOf(reports, dates.length), ...faults.map((fault) => ({ quoted: fault }))];
  });
}

/** A finding from the register's events, with what to ask about it. */
function storyText(
  { kind, event }: Extract<Found<StoryEvent, never>, { in: 'story' }>,
  car: WireTold,
  t: StoryTexts,
  date: SayDate,
): Said[] {
  const words = (): Said[] => (event ? saidOn(event, t, date) : []);
  const inspected = (): Said[] => [
    ...(event!.faults.length === 0 ? words() : [`${t.story.source[event!.source]}, ${date(event!.date)}:`]),
    ...event!.faults.map((fault) => ({ quoted: fault })),
    ...namedBefore(event!, car, t, date),
  ];
  const said: Partial<Record<typeof kind, () => Said[]>> = {
    theft: words,
    written_off: words,
    bankruptcy: words,
    mileage_not_logical: () => [verdictText(car, t, date)],
    hard_use: words,
    faults: inspected,
    faults_repaired: inspected,
    inspection_due: () => [t.findings.inspectionDue(date(car.naeste_syn))],
    insurance_gap: () => [t.findings.gap(date(event!.date), date(event!.until))],
    recall: words,
  };
  return [...(said[kind]?.() ?? []), t.findings.ask[kind]];
}

/** The registered debt, if the register names amounts. */
function debtText(car: WireTold, t: StoryTexts): string | null {
  const dkk = car.story.events.reduce(
    (sum, { kind, amount }) => sum + (kind === 'debt' ? (amount ?? 0) : 0),
    0,
  );
  return dkk > 0 ? t.findings.debtOf(formatKroner(dkk)) : null;
}

type Topic = WireTold['story']['asked'][number];

/** All topics that a register can be asked about, with their names. */
export const storyTopicsOf = (t: StoryTexts): [Topic, string][] =>
  Object.entries(t.story.topic) as [Topic, string][];

/** The official place to look up a topic; for personal data, the seller. */
type OfficialPlace = { name: string; url: string; isSellers?: true };

const vehicleRegister: OfficialPlace = {
  name: 'motorregister.skat.dk',
  url: 'https://motorregister.skat.dk',
};
const sellersView: OfficialPlace = { ...vehicleRegister, isSellers: true };

const officialPlaces: Readonly<Record<Topic, OfficialPlace>> = {
  inspections: vehicleRegister,
  mileage: vehicleRegister,
  owners: sellersView,
  leasing: vehicleRegister,
  debt: { name: 'tinglysning.dk', url: 'https://www.tinglysning.dk' },
  insurance: vehicleRegister,
  import: sellersView,
  status: vehicleRegister,
  theft: { name: 'politi.dk', url: 'https://politi.dk' },
  recalls: { name: 'ec.europa.eu/safety-gate', url: 'https://ec.europa.eu/safety-gate' },
};

/** A register may tell of a theft without having been asked about thefts. */
const isToldOf = (topic: Topic, { story }: WireTold): boolean =>
  story.asked.includes(topic) || (topic === 'theft' && story.events.some(({ kind }) => kind === 'theft'));

/** Topics that no register was asked about, grouped by the official place to look. */
export function notAskedOf(car: WireTold, t: StoryTexts): { place: OfficialPlace; topics: string[] }[] {
  const byPlace = new Map<OfficialPlace, string[]>();
  for (const [topic, name] of storyTopicsOf(t)) {
    if (isToldOf(topic, car)) continue;
    const place = officialPlaces[topic];
    byPlace.set(place, [...(byPlace.get(place) ?? []), name]);
  }
  return [...byPlace].map(([place, topics]) => ({ place, topics }));
}

export type Finding = {
  key: string;
  weight: FindingWeight;
  icon: IconName;
  isGood: boolean;
  title: string;
  text: Said[];
};
type Fact = WireTold['facts'][number];
type FoundHere = Found<StoryEvent, Fact>;
type SayDate = (day: string | null) => string;

/** The values of ad and register, each with its name. */
function factSaid(
  { kind, fact }: Extract<FoundHere, { in: 'fact' }>,
  { is_mileage_typed: isTyped }: WireTold,
  t: StoryTexts,
  date: SayDate,
): string[] {
  const { ad, register, date: day } = fact;
  // Within a sentence a fuel or gearbox is a common noun.
  const isNoun = kind === 'fuel_differs' || kind === 'gearbox_differs';
  const sideSays = (value: string, who: 'ad' | 'register') => {
    const text = factValue(kind, value, who, t);
    return isNoun ? text.toLowerCase() : text;
  };
  if (kind === 'claims_fresh_inspection')
    return [day ? t.facts.lastInspectedOn(date(day)) : t.facts.neverInspected];
  if (kind === 'inspection_overdue') return day ? [t.facts.wasDueOn(date(day))] : [];
  const registerSays = (value: string) => {
    if (kind === 'mileage_below_inspection')
      return saidBy(t.story.source.inspection_report, value, day && date(day));
    return day !== null && value !== day
      ? t.facts.registerSaysOn(value, date(day))
      : t.facts.registerSays(value === day ? date(day) : value);
  };
  return [
    ...(ad
      ? [(isTyped && kind.startsWith('mileage_') ? t.facts.youTyped : t.facts.adSays)(sideSays(ad, 'ad'))]
      : []),
    ...(register ? [registerSays(sideSays(register, 'register'))] : []),
    ...(!register && day ? [`${date(day)}.`] : []),
  ];
}

/** A contradiction with source, date and advice; never an accusation. */
function factText(
  found: Extract<FoundHere, { in: 'fact' }>,
  car: WireTold,
  t: StoryTexts,
  date: SayDate,
): Said[] {
  const debt = found.kind === 'debt' ? debtText(car, t) : null;
  return [...factSaid(found, car, t, date), ...(debt ? [debt] : []), t.facts.advice[found.kind]];
}

/** What is read from the price as well as from the seller's words. */
const aboutPrice = ['foreign_currency', 'ex_vat', 'ex_tax', 'wholesale'];

function adviceOn(kind: string, t: StoryTexts): string {
  if (kind === 'placeholder_price') return t.facts.placeholderAdvice;
  return aboutPrice.includes(kind) ? t.facts.priceAdvice : t.facts.cautionAdvice;
}

/** A claim of the seller to ask about, beside what the register says. */
function cautionText(kind: string, car: WireTold, t: StoryTexts, date: SayDate): Said[] {
  const isValid = car.naeste_syn !== null && !car.facts.some((fact) => fact.kind === 'inspection_overdue');
  const isAgainst = kind === 'no_inspection' && isValid;
  return [adviceOn(kind, t), ...(isAgainst ? [t.facts.validUntil(date(car.naeste_syn))] : [])];
}

function wordsOf(found: FoundHere, car: WireTold, t: StoryTexts, date: SayDate): [string, Said[]] {
  if (found.in === 'fact') return [t.facts.kind[found.kind], factText(found, car, t, date)];
  if (found.in === 'caution') return [t.facts.caution[found.kind], cautionText(found.kind, car, t, date)];
  const faults = found.event?.faults.length ?? 0;
  const title =
    faults > 0 && (found.kind === 'faults' || found.kind === 'faults_repaired')
      ? t.findings.faultsFound[found.kind](faults)
      : t.facts.kind[found.kind];
  return [title, storyText(found, car, t, date)];
}

/** What the registers told, with whose car it is where that is known. */
type ToldCar = WireTold & Partial<Pick<WireCarDetail, 'is_private' | 'availability'>>;

/** When a silent register is asked again: hourly for listed cars, with the next page for own cars. */
function againOf(
  { register_state: state, is_private: isPrivate, availability }: ToldCar,
  t: StoryTexts,
): string[] {
  if (state !== 'pending' || availability === undefined) return [];
  if (isPrivate) return [t.facts.askedWhenSent];
  return isOffered(availability) ? [t.facts.askedHourly] : [];
}

/** States how many topics were asked, and nothing about the rest. */
function stateOf(car: ToldCar, hasFacts: boolean, t: StoryTexts): Finding[] {
  const topics = storyTopicsOf(t);
  const asked = topics.filter(([topic]) => car.story.asked.includes(topic)).map(([, name]) => name);
  const about: Record<WireTold['register_state'], string | null> = {
    found: hasFacts
      ? asked.length > 0
        ? t.facts.askedRest(asked.length, topics.length)
        : null
      : t.facts.nothing(asked.length, topics.length),
    pending: t.facts.pending,
    unread: t.facts.unread,
    // It is a finding of its own.
    absent: null,
    no_plate: t.facts.noPlate,
  };
  const title = about[car.register_state];
  const isGood = car.register_state === 'found' && asked.length > 0;
  if (!title) return [];
  const text = isGood ? [t.facts.askedAbout(asked.join(', '))] : againOf(car, t);
  return [{ key: 'register', weight: 'light', icon: isGood ? 'check' : 'help', isGood, title, text }];
}

/** All findings, most serious first, each with what to ask the seller; `today` as "YYYY-MM-DD". */
export function findingsOf(car: ToldCar, t: StoryTexts, date: SayDate, today: string): Finding[] {
  const all = findingsIn(findableOf(car), today);
  const told = all.map((found): Finding => {
    const [title, text] = wordsOf(found, car, t, date);
    const isDay = found.kind === 'inspection_overdue' || found.kind === 'inspection_due';
    const icon = isDay ? 'calendar' : 'warning';
    return { key: `${found.in} ${found.kind}`, weight: found.weight, icon, isGood: false, title, text };
  });
  const confirmed = confirmedIn(car.facts).map(({ kind, ad, date: day }): Finding => {
    const title = ad === null ? t.facts.kind.fresh_inspection_confirmed : t.facts.inspectedSince;
    return {
      key: kind,
      weight: 'light',
      icon: 'check',
      isGood: true,
      title,
      text: [t.facts.inspectedOn(date(day)), ...(ad === null ? [] : [t.facts.adIsOlder(date(ad))])],
    };
  });
  const hasFacts = all.some((found) => found.in !== 'caution');
  return [...told, ...confirmed, ...stateOf(car, hasFacts, t)];
}
