import type { PricedCar } from '#core/valuation/valuation.ts';
import { inventMarket } from './invented-market.ts';

const bodies = ['hatchback', 'estate', 'suv'] as const;
const regions = ['hovedstaden', 'fyn', 'nordjylland', null] as const;
const sellers = ['private', 'dealer', null] as const;
const words = ['', ' nysynet', ' anhængertræk', ' Panorama Sport'] as const;

/**
 * Cars of the invented market with everything that an ad may say and leave out: fuels, bodies, sellers, regions, prices from
 * new, months, several years of asking, and gaps in each of them.
 */
export function inventVariedMarket(count: number, seed: number): PricedCar[] {
  return inventMarket(count, seed, 'varied').map(({ truePrice, ...car }, index) => {
    const isDiesel = index % 3 === 0;
    const body = bodies[index % bodies.length]!;
    const region = regions[index % regions.length]!;
    const sellerType = sellers[index % sellers.length]!;
    const factor =
      (isDiesel ? 0.94 : 1) *
      (body === 'suv' ? 1.2 : 1) *
      (region === 'fyn' ? 0.97 : 1) *
      (sellerType === 'dealer' ? 1.06 : 1);
    return {
      ...car,
      fuel: index % 23 === 0 ? null : isDiesel ? 'diesel' : 'petrol',
      gearbox: index % 11 === 0 ? null : car.gearbox,
      body: index % 5 === 0 ? null : body,
      region,
      sellerType,
      month: index % 4 === 0 ? null : 1 + (index % 12),
      mileageKm: index % 13 === 0 ? null : car.mileageKm,
      horsepower: index % 7 === 0 ? null : car.horsepower,
      engineLitres: index % 9 === 0 ? null : 1.2 + 0.2 * (index % 4),
      variant: index % 10 === 0 ? null : car.variant,
      title: index % 10 === 0 ? null : `${car.title}${words[index % words.length]}`,
      newPrice: index % 2 === 0 ? null : Math.round(truePrice * 1.8 + 20_000 * (index % 5)),
      observedYear: car.observedYear - (index % 6) / 12,
      price: Math.round(car.price * factor),
    };
  });
}
