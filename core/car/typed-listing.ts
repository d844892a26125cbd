import { buildListing, emptyForm, nothingSaid } from '#core/marketplace/ad/build-listing.ts';
import type { Listing } from '#core/marketplace/ad/listing.ts';
import { visitedIds } from '#core/marketplace/marketplace-id.ts';
import type { Vehicle } from '../register/vehicle.ts';

/** What a person types of a car that stands before them: its normalised plate, what is asked for it, what its odometer shows. */
export type TypedCar = { plate: string; priceDkk: number; mileageKm: number | null };

/**
 * The ad that such a car would have: named as the register names it, read by the words that every ad is read by, so that it
 * is compared with the cars of the market. It has no address and no photos.
 */
export function typedListing({ plate, priceDkk, mileageKm }: TypedCar, vehicle: Vehicle): Listing {
  const listing = buildListing({
    source: visitedIds[0],
    id: plate,
    itemUrl: '',
    title: [vehicle.make, vehicle.model, vehicle.variant].filter(Boolean).join(' '),
    description: null,
    price: { amount: priceDkk, currency: 'DKK' },
    priceText: null,
    oldPrice: null,
    city: null,
    subtitle: null,
    isAmongVehicles: true,
    said: { ...nothingSaid, plate },
    listedAt: null,
    availability: 'live',
    photoUrls: [],
    vehicle: {
      ...emptyForm,
      make: vehicle.make,
      model: vehicle.model,
      trim: vehicle.variant,
      mileage: mileageKm === null ? null : { km: mileageKm, precision: 'exact' },
      fuel: vehicle.fuel,
      gearbox: vehicle.gearbox,
      color: vehicle.color,
    },
  });
  // The register's, which a car has from it anyway: a 2008 in this name is the model's.
  return { ...listing, year: null };
}
