import { createHash } from 'node:crypto';
import { type Car, newCarId } from '#core/cars/car.ts';
import { isOutOfSight, retire } from '#core/cars/listing-life.ts';
import { basisOf, type RatingBasis } from '#core/cars/rating-basis.ts';
import type { Model } from '#core/valuation/model.ts';
import type { CatalogEntry } from '#demo/cars/seed-catalog.ts';
import {
  adItem,
  type CarSource,
  claimNumber,
  numberItem,
  putCarItem,
  storeCar,
} from '#functions/cars/store.ts';
import { unseenDays } from '#functions/platform/settings.ts';
import { failedCondition, put, putItem, transact } from '#functions/platform/table.ts';
import { bookOf, saveBook } from '#functions/valuation/book.ts';
import { fitToPool, MarketPool, publishFigures, saveModel } from '#functions/valuation/model.ts';
import { rate, rateDraft } from '#functions/valuation/rate.ts';
import { type PhotoNames, seedPhotos } from './seed.ts';

/** Each car of a transaction is up to three items: itself, where its ad leads to it and whose its plate is. */
const carsAtOnce = 10;
/** Transactions under way at once. More and larger ones take the table engine longer. */
const lanes = 2;

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

type DemoCarItem = { car: Car; source: CarSource };

/** The car as its imports would have left it, the first and the last, before the market rates it. */
function itemOf(entry: CatalogEntry, names: PhotoNames): DemoCarItem {
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

const registerValuationOf = ({ source }: DemoCarItem) => source.identification.vehicle?.valuation ?? null;
const basisOfItem = (item: DemoCarItem): RatingBasis => basisOf(item.car, registerValuationOf(item));

/** The demo's cars with the model that was fitted to them, as the hourly run would have left them at `now`. */
export type RatedDemo = {
  items: DemoCarItem[];
  model: Model;
  market: MarketPool;
  offered: number;
  now: string;
};

/** Rates the demo's cars. Needs no service, so it can be done while they start. `now`: an ISO instant. */
export function rateDemoCars(entries: readonly CatalogEntry[], names: PhotoNames, now: string): RatedDemo {
  const unrated = entries.map((entry) => itemOf(entry, names));
  const bases = unrated.map(basisOfItem);
  const market = new MarketPool(now);
  for (const basis of bases) market.see(basis);
  const pool = market.of(bookOf(bases, null, now));
  const model = fitToPool(pool, null, now);
  const items = unrated.map((item) => {
    const rating = rate(item.car, model, registerValuationOf(item), now);
    return { ...item, car: { ...item.car, rating, updatedAt: now } };
  });
  return { items, model, market, offered: pool.size, now };
}

/** A plate that the register knows: by it a check of the plate finds the car, as after an import. */
const plateOf = ({ plate, registerState }: Car): string | null => (registerState === 'found' ? plate : null);

async function storeTogether(items: readonly DemoCarItem[]): Promise<boolean> {
  try {
    await transact(
      items.flatMap(({ car, source }) => {
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

async function storeItems(items: readonly DemoCarItem[]): Promise<void> {
  const batches: (readonly DemoCarItem[])[] = [];
  for (let from = 0; from < items.length; from += carsAtOnce)
    batches.push(items.slice(from, from + carsAtOnce));
  const store = async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      if (await storeTogether(batch)) continue;
      for (const { car, source } of batch) {
        await storeCar(car, source, null);
        await putItem(adItem(source.listing, null, car.id));
        const plate = plateOf(car);
        if (plate !== null) await claimNumber({ kind: 'PLATECAR', value: plate }, car.id);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, store));
}

/**
 * Stores the demo's cars, their model and the book of their ratings. Cars that a start that was cut off has stored stay as
 * they are.
 */
export async function storeDemoCars({ items, model, market, offered, now }: RatedDemo): Promise<void> {
  const left = items.map((item) =>
    isOutOfSight(item.car, now, unseenDays()) ? { ...item, car: retire(item.car) } : item,
  );
  await storeItems(left);
  await saveModel(model, { offered, offeredOn: now.slice(0, 10) });
  await publishFigures(model, offered, market);
  await saveBook(bookOf(left.map(basisOfItem), model, now));
}
