import type { WireCarDetail } from '../contract/routes/cars.ts';
import type { Car } from './car.ts';
import { daysListed, isAgeKnown } from './days-listed.ts';

type Comparable = NonNullable<WireCarDetail['why']>['comparables'][number];

/** A car that another was compared with, as that one's page tells of it. `factor` makes its price comparable. */
export function toComparable(car: Car, factor: number): Comparable {
  const isUnseen = car.availability === 'unseen';
  return {
    id: car.id,
    title: car.title,
    price: car.priceDkk,
    adjusted_price: Math.round(car.priceDkk * factor),
    year: car.year,
    mileage: car.mileageKm,
    gone_after_days: car.goneAt === null || isUnseen ? null : daysListed(car, car.goneAt),
    is_age_known: isAgeKnown(car),
    last_seen: isUnseen ? car.scrapedAt : null,
  };
}
