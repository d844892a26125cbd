import fc from 'fast-check';
import { doubtMileage } from '#core/cars/build-car.ts';
import { fuels, gearboxes, type Listing } from '#core/marketplaces/ad/listing.ts';
import { randomSequence } from '#core/valuation/statistics.ts';
import type { BenchCar } from '#tests/bench/valuation/measure.ts';
import { listingOfAd } from '#tests/support/score-ads.ts';
import { type SloppyAd, sloppyAdsOf } from '#tests/support/sloppy-ads.ts';

/**
 * The cars as a reader knows them from ads that private people wrote of them in a hurry, and nothing else: what the ad says
 * of other things is between, what it does not say is null. The same seed gives the same ads.
 */
export function writeAndRead(
  cars: readonly BenchCar[],
  seed: number,
  read: (ad: SloppyAd) => Listing = listingOfAd,
): BenchCar[] {
  return cars.map((car, place) => {
    const { make, model, variant, mileageKm: km, year, horsepower } = car;
    const ads = sloppyAdsOf('da', {
      name: `${make} ${model}`,
      engine: variant ?? '',
      km,
      year,
      fuel: fuels.find((fuel) => fuel === car.fuel) ?? null,
      gearbox: gearboxes.find((gearbox) => gearbox === car.gearbox) ?? null,
      horsepower,
    });
    const [ad] = fc.sample(ads, { numRuns: 1, seed: seed * 100_000 + place });
    const listing = read({ ...ad!, priceDkk: car.price });
    const doubt = doubtMileage(listing, listing.year, String(Math.floor(car.observedYear)));
    return {
      ...car,
      make: listing.make,
      model: listing.model,
      variant: listing.variant,
      title: listing.title,
      year: listing.year,
      month: null,
      mileageKm: doubt.mileage?.km ?? null,
      fuel: listing.fuel,
      gearbox: listing.gearbox,
      horsepower: listing.horsepower,
      engineLitres: listing.engineLitres,
      body: listing.body,
      sellerType: 'private',
      flags: doubt.isDoubtful ? [...listing.flags, 'doubtful_mileage'] : listing.flags,
    };
  });
}

type Random = () => number;
type Damage = { share: number; damage: (car: BenchCar, random: Random) => Partial<BenchCar> };

/** What a private seller's ad lacks or gets wrong beside a dealer's of the same car. */
const damages: readonly Damage[] = [
  { share: 0.25, damage: () => ({ variant: null }) },
  { share: 0.35, damage: ({ variant }) => ({ variant: variant?.split(' ').slice(0, 2).join(' ') ?? null }) },
  { share: 0.2, damage: ({ variant }, random) => ({ variant: variant && misspell(variant, random) }) },
  {
    share: 0.5,
    damage: ({ mileageKm }) => ({ mileageKm: mileageKm && Math.round(mileageKm / 10_000) * 10_000 }),
  },
  { share: 0.08, damage: ({ mileageKm }) => ({ mileageKm: mileageKm && Math.round(mileageKm / 1000) }) },
  { share: 0.08, damage: () => ({ mileageKm: null }) },
  { share: 0.06, damage: ({ year }, random) => ({ year: year && year + (random() < 0.5 ? 1 : -1) }) },
  { share: 0.5, damage: () => ({ horsepower: null }) },
  { share: 0.3, damage: () => ({ engineLitres: null }) },
  { share: 0.2, damage: () => ({ fuel: null }) },
  { share: 0.3, damage: () => ({ gearbox: null }) },
  { share: 0.7, damage: ({ price }) => ({ price: Math.max(1000, Math.round(price / 1000) * 1000) }) },
];

/** Two neighbouring letters change places, as fingers do. */
function misspell(text: string, random: Random): string {
  const at = Math.floor(random() * Math.max(1, text.length - 1));
  return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
}

/** The ad with no word of its trim: "2018 Volkswagen Golf". */
export const leaveOutTrim = (car: BenchCar): BenchCar => ({
  ...car,
  variant: null,
  title: `${car.year} ${car.make} ${car.model}`,
});

/** The cars as private sellers would have written them; `share` of them. The same seed gives the same ads. */
export function writePrivately(cars: readonly BenchCar[], share: number, seed: number): BenchCar[] {
  const random = randomSequence(seed);
  return cars.map((car) => {
    const isPrivate = random() < share;
    // Drawn in any case, so that a car's damage does not hang on who else is private.
    const drawn = damages.map(({ share: likely }) => random() < likely);
    if (!isPrivate) return car;
    const ad: BenchCar = { ...car, sellerType: 'private' };
    for (const [place, { damage }] of damages.entries())
      if (drawn[place]) Object.assign(ad, damage(ad, random));
    return ad;
  });
}
