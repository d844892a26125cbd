import type { Car } from '#core/cars/car.ts';
import { type CarMoment, lastBy, momentDays, stepsOf } from '#core/cars/moments.ts';
import { hourOf, hourStart } from './automated-search.ts';
import {
  isEntry,
  isNewcomer,
  type NewsReader,
  type TellRule,
  type ToldOfFind,
  type ToldOfStep,
  toldOfFind,
  toldOfStep,
} from './tell-rule.ts';

/** For so many days back a rule is tried. */
export const replayDays = momentDays;

type Watched = Pick<Car, 'id' | 'firstSeenAt' | 'moments'>;

/** When a search found a car. `isTold`: false for cars that its owner was shown by an import of their own. */
export type Find = { at: string; isTold: boolean };

/** Something that the rule would have told. */
export type Replayed = {
  kind: ToldOfFind | ToldOfStep;
  carId: string;
  at: string;
  priceDkk: number;
  /** The price before a drop. */
  fromDkk: number | null;
};

/**
 * When a search of the list that runs every hour since `startTime` finds a car; null if it never did. A car that stood there
 * before is found only when it comes to fit by its price or mileage, and only if its owner wants such cars.
 */
export function findByFilter(
  car: Watched,
  fits: (moment: CarMoment) => boolean,
  { rule, startTime }: { rule: TellRule; startTime: string },
): Find | null {
  const isNew = car.firstSeenAt > startTime;
  if (!isNew && !isNewcomer(car, fits, { rule, startTime })) return null;
  for (const moment of car.moments) {
    if (moment.at <= startTime) continue;
    // The first full hour that is not before it.
    const at = hourStart(hourOf(new Date(Date.parse(moment.at) - 1)) + 1);
    const then = lastBy(car.moments, at)!;
    const known = { ...car, moments: car.moments.filter((each) => each.at <= at) };
    if (then.isOffered && fits(then) && (isNew || isEntry(known, { startTime }))) return { at, isTold: true };
  }
  return null;
}

/**
 * The car as a reader may judge its past. A reader without premium learns nothing of when it was amazing, which would be a way
 * around what is locked: their replay judges such a moment like any other, without its estimate, and may count news that were
 * locked for them then.
 */
const asSeenBy = (moments: readonly CarMoment[], { isPremium }: NewsReader): CarMoment[] =>
  moments.map((moment) =>
    moment.isAmazing && !isPremium ? { ...moment, isAmazing: false, belowPercent: null } : moment,
  );

/** What the rule would have told of one car since the search found it, each kind and price once, as alerts are told. */
export function replayCar(
  car: Watched,
  { at, isTold }: Find,
  { rule, startTime }: { rule: TellRule; startTime: string },
  reader: NewsReader,
): Replayed[] {
  const moments = asSeenBy(car.moments, reader);
  const told = new Map<string, Replayed>();
  const tell = (kind: Replayed['kind'], moment: CarMoment, when: string) => {
    const key = `${kind}#${moment.priceDkk}`;
    const fromDkk = kind === 'price_drop' ? moment.fromDkk! : null;
    if (!told.has(key)) told.set(key, { kind, carId: car.id, at: when, priceDkk: moment.priceDkk, fromDkk });
  };
  const then = lastBy(moments, at);
  if (then && isTold) {
    const known = { ...car, moments: moments.filter((each) => each.at <= at) };
    const kind = toldOfFind(rule, then, isEntry(known, { startTime }), reader);
    if (kind) tell(kind, then, at);
  }
  for (const { before, after } of stepsOf(moments)) {
    if (after.at <= at) continue;
    for (const kind of toldOfStep(rule, before, after, reader)) tell(kind, after, after.at);
  }
  return [...told.values()];
}

/**
 * Since when cars are known completely: the latest begin of a record that is younger than its car, because cars stored by older
 * versions have none; `from` if all go back so far.
 */
export const watchedSince = (cars: readonly Watched[], from: string): string =>
  [
    from,
    ...cars.flatMap(({ firstSeenAt, moments: [first] }) => (first && first.at > firstSeenAt ? first.at : [])),
  ]
    .sort()
    .at(-1)!;
