import type { Listing, Mileage } from '#core/marketplace/ad/listing.ts';
import type { CarFact } from './car.ts';

export type BelievedMileage = { mileage: Mileage | null; facts: CarFact[]; isDoubtful: boolean };

/** From this age on a car that has hardly been driven is a figure to ask about. */
const leastYears = 3;
const unusualKmPerYear = 1000;
/** So little is no mileage at all but a field that had to be filled in. */
const unbelievableKmPerYear = 250;

/** Grouped by a blank, as both languages may. */
const toKm = ({ km }: Mileage): string => `${String(km).replace(/\B(?=(\d{3})+$)/g, '\u00a0')} km`;
const fact = (kind: CarFact['kind'], ad: string): CarFact => ({ kind, ad, register: null, date: null });

/**
 * What of an ad's mileage is believed, against its own words and the car's age, with the facts that a reader is shown of
 * it. `year`: of the car, where it is known.
 */
export function doubtMileage(
  { mileage, otherMileage, unclear }: Pick<Listing, 'mileage' | 'otherMileage' | 'unclear'>,
  year: number | null,
  now: string,
): BelievedMileage {
  const years = year === null ? 0 : Number(now.slice(0, 4)) - year;
  const isOdd = (limit: number) => mileage !== null && years >= leastYears && mileage.km < limit * years;
  const words = mileage === null ? unclear.filter(({ fact: of }) => of === 'mileage') : [];
  const facts =
    words.length > 0
      ? words.map((open) => fact('mileage_unclear', open.words.join(' / ')))
      : otherMileage
        ? [
            fact(
              'mileage_readings_differ',
              [mileage, otherMileage]
                .flatMap((read) => read ?? [])
                .map(toKm)
                .join(' / '),
            ),
          ]
        : [];
  if (isOdd(unusualKmPerYear)) facts.push(fact('mileage_low_for_age', toKm(mileage!)));
  return {
    mileage: isOdd(unbelievableKmPerYear) ? null : mileage,
    facts,
    isDoubtful: facts.length > 0,
  };
}
