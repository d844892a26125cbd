import type { WireCarDetail } from '../contract/routes/cars.ts';
import type { Car } from './car.ts';
import { mileageVerdictOf } from './count-findings.ts';

/** The register's story as it leaves; it names nobody, so that everybody who may see the car may read it. */
export const wireStoryOf = ({ story }: Car): WireCarDetail['story'] => ({
  asked: story.asked,
  events: story.events.map(({ mileageKm, amountDkk, ...event }) => ({
    ...event,
    mileage: mileageKm,
    amount: amountDkk,
  })),
});

/** The verdict as it leaves. */
export function wireMileageVerdict(car: Car): WireCarDetail['mileage_verdict'] {
  const { verdict, readingDays, fall, explanations, hasSlip } = mileageVerdictOf(car);
  return {
    verdict,
    reading_days: readingDays,
    explanations,
    ...(hasSlip && { has_slip: true as const }),
    fall: fall && {
      from: { date: fall.from.date, mileage: fall.from.km },
      to: { date: fall.to.date, mileage: fall.to.km },
      is_to_claim: fall.isToClaim,
    },
  };
}
