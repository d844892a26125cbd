import { type MileageVerdict, mileageVerdict } from '../register/mileage-verdict.ts';
import { readingsOf } from '../register/story.ts';
import type { Car } from './car.ts';
import { type Findable, findingsIn } from './findings.ts';

/** Whether all readings and the ad's claim, made on the day of the last visit, can be one story. */
export function mileageVerdictOf({
  story,
  mileageKm,
  scrapedAt,
}: Pick<Car, 'story' | 'mileageKm' | 'scrapedAt'>): MileageVerdict {
  const claim = mileageKm === null ? null : { date: scrapedAt.slice(0, 10), km: mileageKm };
  return mileageVerdict(readingsOf(story.events), claim);
}

export type FindingCount = {
  findingCount: number;
  /** Those of them that weigh heavily. */
  heavyFindingCount: number;
};

/** What findings of a car are found in. `cautions`: of its rating. */
export const findableOf = (
  car: Omit<Car, 'rating'>,
  cautions: readonly string[],
): Findable<Car['story']['events'][number], Car['facts'][number]> => ({
  events: car.story.events,
  facts: car.facts,
  cautions,
  verdict: mileageVerdictOf(car).verdict,
  nextInspection: car.nextInspection,
  registerState: car.registerState,
});

/** How much there is to look out for, without what the day decides: it holds until the car is written again. */
export function countFindings(car: Car): FindingCount {
  const found = findingsIn(findableOf(car, car.rating.cautions), null);
  return {
    findingCount: found.length,
    heavyFindingCount: found.filter(({ weight }) => weight === 'heavy').length,
  };
}
