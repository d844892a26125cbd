import type { WireCarDetail } from '../contract/routes/cars.ts';
import { mileageVerdict } from '../register/mileage-verdict.ts';
import type { Car } from './car.ts';

/** The register's story as it leaves; it names nobody, so that everybody who may see the car may read it. */
export const wireStoryOf = ({ story }: Car): WireCarDetail['story'] => ({
  asked: story.asked,
  events: story.events.map(({ mileageKm, amountDkk, ...event }) => ({
    ...event,
    mileage: mileageKm,
    amount: amountDkk,
  })),
});

/** Whether all readings and the ad's claim, made on the day of the last visit, can be one story. */
export function wireMileageVerdict(car: Car): WireCarDetail['mileage_verdict'] {
  const readings = car.story.events.flatMap(({ date, mileageKm }) =>
    date !== null && mileageKm !== null ? [{ date, km: mileageKm }] : [],
  );
  const claim = car.mileageKm === null ? null : { date: car.scrapedAt.slice(0, 10), km: car.mileageKm };
  const { verdict, readingDays, fall, explanations } = mileageVerdict(readings, claim);
  return {
    verdict,
    reading_days: readingDays,
    explanations,
    fall: fall && {
      from: { date: fall.from.date, mileage: fall.from.km },
      to: { date: fall.to.date, mileage: fall.to.km },
      is_to_claim: fall.isToClaim,
    },
  };
}
