import { yearFraction } from '#core/valuation/subject.ts';
import type { CarFacts } from '#core/valuation/valuation.ts';
import type { Car } from './car.ts';

export function valuationFacts(car: Omit<Car, 'rating'>): CarFacts {
  return {
    id: car.id,
    make: car.make,
    model: car.model,
    variant: car.variant,
    title: car.title,
    year: car.year,
    month: car.firstRegistration ? Number(car.firstRegistration.slice(5, 7)) : null,
    mileageKm: car.mileageKm,
    fuel: car.fuel,
    gearbox: car.gearbox,
    horsepower: car.horsepower,
    engineLitres: car.engineLitres,
    body: null,
    sellerType: car.sellerType,
    region: car.city,
    newPrice: null,
    observedYear: yearFraction(car.listedAt ?? car.firstSeenAt),
  };
}
