import { type MileageVerdict, mileageVerdict } from '../register/mileage-verdict.ts';
import type { Car } from './car.ts';
import { findingsIn } from './findings.ts';

/** Whether all readings and the ad's claim, made on the day of the last visit, can be one story. */
export function mileageVerdictOf({ story, mileageKm, scrapedAt }: Car): MileageVerdict {
  const readings = story.events.flatMap(({ date, mileageKm: km }) =>
    date !== null && km !== null ? [{ date, km }] : [],
  );
  const claim = mileageKm === null ? null : { date: scrapedAt.slice(0, 10), km: mileageKm };
  return mileageVerdict(readings, claim);
}

export type FindingCount = {
  findingCount: number;
  /** Those of them that weigh heavily. */
  heavyFindingCount: number;
};

/** How much there is to look out for, without what the day decides: it holds until the car is written again. */
export function countFindings(car: Car): FindingCount {
  const found = findingsIn(
    {
      events: car.story.events,
      facts: car.facts,
      cautions: car.rating.cautions,
      verdict: mileageVerdictOf(car).verdict,
      nextInspection: car.nextInspection,
    },
    null,
  );
  return {
    findingCount: found.length,
    heavyFindingCount: found.filter(({ weight }) => weight === 'heavy').length,
  };
}
