import type { Car } from '#core/cars/car.ts';
import { type Card, isCard } from '#core/cars/card.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import type { Plan } from '#core/payments/plan.ts';
import { makeCar, makeListing } from './make-car.ts';

/** A car as an import of this ad would have stored it. */
export async function storeCar(car: Car, ad: Partial<Listing> = {}): Promise<void> {
  const { putCarItem } = await import('#functions/cars/store.ts');
  const { transact } = await import('#functions/platform/table.ts');
  const { id, flags, photos, plate, registerState } = car;
  const identification = { photos, plate, registerState, candidate: null, vehicle: null };
  await transact([putCarItem(car, { listing: makeListing({ id, flags, ...ad }), identification }, null)]);
}

export async function storePlan(userId: string, plan: Partial<Plan>, version?: number): Promise<void> {
  const { userKeys } = await import('#functions/platform/keys.ts');
  const { putItem } = await import('#functions/platform/table.ts');
  await putItem({ ...userKeys.plan(userId), kind: 'PLAN', plan, ...(version && { version }) });
}

/** A car as an import of one of its ads would have stored it, with the ad that leads to it; its plate may come later. */
export async function storeAd(car: Pick<Car, 'id'> & Partial<Car>, vin: string | null = null) {
  const { adItem, putCarItem } = await import('#functions/cars/store.ts');
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

/** All cards of the catalog's index, sold and gone ones among them. */
export async function readCatalog(): Promise<Card[]> {
  const { readCatalogChanges } = await import('#functions/catalog/change-store.ts');
  return (await readCatalogChanges(null)).filter(isCard);
}

/** The id of an ad's car, once the ad was met; the same back for one that nobody met. */
export async function carIdOf(listingId: string): Promise<string> {
  const { currentCarId } = await import('#functions/cars/store.ts');
  return currentCarId(listingId, null);
}

/** The ads of cars of the catalog, in no order. */
export async function listingIdsOf(carIds: readonly string[]): Promise<string[]> {
  const { getCars } = await import('#functions/cars/store.ts');
  return (await getCars(carIds)).map(({ source }) => source.listing.id);
}

/**
 * Takes a shared car out for good, as an operator's script would: its facts go at once, and its place in the catalog's
 * index tells every catalog in memory. Until something in the product does it, this is what it must leave.
 */
export async function takeOutCar(id: string, now: Date): Promise<void> {
  const { carKey, catalogPartitionOf } = await import('#functions/platform/keys.ts');
  const { putItem } = await import('#functions/platform/table.ts');
  const updatedAt = now.toISOString();
  await putItem({
    ...carKey(id),
    kind: 'CAR',
    gsi1pk: catalogPartitionOf(id),
    gsi1sk: `${updatedAt}#${id}`,
    card: { id, updatedAt, isListed: false },
  });
}
