import { createHash } from 'node:crypto';
import { type Car, newCarId } from '#core/cars/car.ts';
import type { CatalogEntry } from '#demo/cars/seed-catalog.ts';
import { adItem, claimNumber, numberItem, putCarItem, storeCar } from '#functions/cars/store.ts';
import { failedCondition, put, putItem, transact } from '#functions/platform/table.ts';
import { rateDraft } from '#functions/valuation/rate.ts';
import { type PhotoNames, seedPhotos } from './seed.ts';

/** A transaction holds a hundred items: each car, where its ad leads to it and whose its plate is. */
const carsAtOnce = 33;
/** Transactions under way at once. */
const lanes = 4;

function identificationOf({ car, vehicle, pictures }: CatalogEntry, names: PhotoNames) {
  const showsPlate = pictures.some((picture) => picture.plate !== null);
  return {
    photos: seedPhotos(names, car.id, pictures),
    plate: showsPlate ? car.plate : null,
    candidate: null,
    vehicle: showsPlate ? vehicle : null,
    registerState: showsPlate ? (vehicle ? ('found' as const) : ('absent' as const)) : ('no_plate' as const),
  };
}

/** The demo's cars have the same addresses in every installation. */
const demoCarId = (listingId: string) =>
  newCarId(createHash('sha256').update(`demo car ${listingId}`).digest(), false);

/** The car as its imports would have left it, the first and the last; the market's rating comes when all are there. */
function carOf(
  entry: CatalogEntry,
  names: PhotoNames,
): { car: Car; source: Parameters<typeof putCarItem>[1] } {
  const { listing } = entry;
  const identification = identificationOf(entry, names);
  const beganMs = Date.parse(entry.firstSeenAt);
  const stepMs = (Date.parse(entry.lastSeenAt) - beganMs) / (entry.formerPricesDkk.length + 1);
  const prices = [...entry.formerPricesDkk.map((amount) => ({ amount, currency: 'DKK' })), listing.price];
  const car = prices.reduce<Car | null>((before, price, step) => {
    const draft = {
      ...{ carId: demoCarId(listing.id), stage: 'identified' as const },
      ...{ listing: { ...listing, price }, identification },
    };
    return rateDraft(draft, before, null, null, new Date(beganMs + step * stepMs).toISOString());
  }, null)!;
  return { car: { ...car, scrapedAt: entry.lastSeenAt }, source: { listing, identification } };
}

type StoredCarOf = ReturnType<typeof carOf>;

/** A plate that the register knows: by it a check of the plate finds the car, as after an import. */
const plateOf = ({ plate, registerState }: Car): string | null => (registerState === 'found' ? plate : null);

async function storeTogether(cars: readonly StoredCarOf[]): Promise<boolean> {
  try {
    await transact(
      cars.flatMap(({ car, source }) => {
        const plate = plateOf(car);
        return [
          putCarItem(car, source, null),
          put(adItem(source.listing, null, car.id)),
          ...(plate === null ? [] : [put(numberItem({ kind: 'PLATECAR', value: plate }, car.id))]),
        ];
      }),
    );
    return true;
  } catch (error) {
    if (failedCondition(error) === null) throw error;
    return false;
  }
}

/** Stores cars of the demo. Those that a start that was cut off has stored stay as they are. */
export async function storeDemoCars(entries: readonly CatalogEntry[], names: PhotoNames): Promise<void> {
  const batches: CatalogEntry[][] = [];
  for (let from = 0; from < entries.length; from += carsAtOnce)
    batches.push(entries.slice(from, from + carsAtOnce));
  const store = async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      const cars = batch.map((entry) => carOf(entry, names));
      if (await storeTogether(cars)) continue;
      for (const { car, source } of cars) {
        await storeCar(car, source, null);
        await putItem(adItem(source.listing, null, car.id));
        const plate = plateOf(car);
        if (plate !== null) await claimNumber({ kind: 'PLATECAR', value: plate }, car.id);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, store));
}
