import type { Car } from '#core/cars/car.ts';
import { makeCar, makeListing } from './make-car.ts';

/** A car as an import of one of its ads would have stored it, with the ad that leads to it; its plate may come later. */
export async function storeAd(car: Pick<Car, 'id'> & Partial<Car>, vin: string | null = null) {
  const { adItem } = await import('#functions/cars/store.ts');
  const { putCarItem } = await import('#functions/cars/store.ts');
  const { put, transact } = await import('#functions/platform/table.ts');
  const source = car.source ?? 'facebook';
  const itemUrl = `https://m.example/${car.id}`;
  const priceDkk = car.priceDkk ?? 90_000;
  const now = new Date().toISOString();
  const adPaths = [{ source, itemUrl, firstSeenAt: car.firstSeenAt ?? now, prices: [{ at: now, priceDkk }] }];
  const unknown = { plate: null, registerState: 'no_plate', photos: [] } as const;
  const whole = makeCar({
    ...unknown,
    photos: [],
    source,
    itemUrl,
    adPaths,
    priceDkk,
    updatedAt: now,
    ...car,
  });
  const price = { amount: priceDkk, currency: 'DKK' };
  const id = `7${car.id.replace(/\D/g, '')}`;
  const mileage = whole.mileageKm === null ? null : { km: whole.mileageKm, precision: 'exact' as const };
  const listing = makeListing({ id, source, itemUrl, price, vin, mileage });
  const { photos, plate, registerState } = whole;
  const identification = { photos, plate, registerState, candidate: null, vehicle: null };
  await transact([putCarItem(whole, { listing, identification }, null), put(adItem(listing, null, car.id))]);
  return { car: whole, listing };
}

/** The register confirms the plate of a car that was stored without. */
export async function confirmLate(carId: string, plate: string): Promise<void> {
  const { getCar, storeCar } = await import('#functions/cars/store.ts');
  const stored = (await getCar(carId, null))!;
  const found = { plate, registerState: 'found' } as const;
  const identification = { ...stored.source.identification, ...found };
  const source = { ...stored.source, identification };
  await storeCar({ ...stored.car, ...found, updatedAt: new Date().toISOString() }, source, stored.version);
}
