/**
 * Fills the catalog with the demo's cars as if other people had imported them: through the same building, rating and
 * storing as any import. A process of its own, because the adapters read the environment when they are loaded and the
 * fit of the valuation would hold up the services.
 */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { DomainClock } from 'embedded-cloud/clock.ts';
import type { Car } from '#core/car/car.ts';
import { newCarId } from '#core/car/car-id.ts';
import { type CatalogEntry, catalogSize, seedCatalog } from '#demo/cars/seed-catalog.ts';
import { adItem } from '#functions/_adapters/dynamodb/car-ids.ts';
import { putCarItem } from '#functions/_adapters/dynamodb/cars.ts';
import { put, transact } from '#functions/_adapters/dynamodb/table.ts';
import { handler as revalue } from '#functions/jobs/revalue.ts';
import { handler as writeCatalog } from '#functions/jobs/write-catalog.ts';
import { rateDraft } from '#functions/use-cases/cars/rate-listing.ts';
import { demoSeed } from './demo-marketplace.ts';
import { photoNames, seedPhotos } from './seed-photos.ts';

const { MARKETPLACE_ORIGIN: origin, DATA_FOLDER: dataFolder } = process.env;
if (!origin) throw new Error('MARKETPLACE_ORIGIN must name the demo marketplace.');
if (!dataFolder) throw new Error('DATA_FOLDER must name the folder of all state.');
const names = photoNames(dataFolder);

/** A transaction holds a hundred items: each car and where its ad leads to it. */
const carsAtOnce = 50;
/** Transactions under way at once. */
const lanes = 4;

function identificationOf({ car, vehicle, pictures }: CatalogEntry) {
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

/** The car as its import, so many hours ago, would have left it; the market's rating comes when all are there. */
function carOf(entry: CatalogEntry): { car: Car; source: Parameters<typeof putCarItem>[1] } {
  const { listing } = entry;
  const identification = identificationOf(entry);
  const importedAt = listing.listedAt ?? new Date().toISOString();
  const draft = { carId: demoCarId(listing.id), stage: 'identified' as const, listing, identification };
  return { car: rateDraft(draft, null, null, null, importedAt), source: { listing, identification } };
}

async function storeAll(entries: readonly CatalogEntry[]): Promise<void> {
  const batches: CatalogEntry[][] = [];
  for (let from = 0; from < entries.length; from += carsAtOnce)
    batches.push(entries.slice(from, from + carsAtOnce));
  const store = async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      const items = batch
        .map(carOf)
        .flatMap(({ car, source }) => [
          putCarItem(car, source, null),
          put(adItem(source.listing, null, car.id)),
        ]);
      await transact(items);
    }
  };
  await Promise.all(Array.from({ length: lanes }, store));
}

/**
 * So long ago the cars were stored. The functions of the list start from the catalog's snapshot and ask for what changed
 * a little before it and since: that would be every car, had they all come just now.
 */
const storedMsAgo = 15 * 60_000;

/** Does it at a time that is past. */
async function inThePast(work: () => Promise<void>): Promise<void> {
  const { BILFUND_CLOCK_FILE: clockFile = '' } = process.env;
  const past = new DomainClock(`${clockFile}-of-the-seed`);
  past.setOffset(new DomainClock(clockFile).offsetMs - storedMsAgo);
  process.env.BILFUND_CLOCK_FILE = past.file;
  await work();
  process.env.BILFUND_CLOCK_FILE = clockFile;
  rmSync(past.file);
}

const entries = seedCatalog(demoSeed, { origin, now: new Date() }, catalogSize);
await inThePast(async () => {
  await storeAll(entries.filter(({ listing }) => listing.availability === 'live'));
  await revalue();
});
await writeCatalog();
