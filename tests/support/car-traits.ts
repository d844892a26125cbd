import { buildCar } from '#core/cars/build-car.ts';
import { type CarTraits, traitsOf } from '#core/cars/same-car.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';

const unidentified = {
  photos: [],
  plate: null,
  candidate: null,
  vehicle: null,
  registerState: 'no_plate',
} as const;

/** What an ad alone tells of its car; `fields` are what was found out besides. */
export function adTraits(ad: Listing, fields: Partial<CarTraits> = {}): CarTraits {
  const car = buildCar('car', ad, { ...unidentified, photos: [] }, null, null, '2026-11-21T12:00:00.000Z');
  return { ...traitsOf(car, [ad]), ...fields };
}

export const makeTraits = (fields: Partial<CarTraits> = {}): CarTraits => ({
  make: 'Volkswagen',
  model: 'Golf',
  year: 2016,
  mileageKm: 150_000,
  fuel: 'diesel',
  gearbox: 'manual',
  color: 'sort',
  horsepower: 110,
  city: 'Odense',
  plate: null,
  likelyPlate: null,
  vin: null,
  photoHashes: ['0f0f0f0f0f0f0f0f', '33cc33cc33cc33cc'],
  offeredAt: '2026-11-01T10:00:00.000Z',
  ...fields,
});
