/**
 * Fills the catalog with the demo's cars as if other people had imported them, with the code that builds, rates and stores
 * any import's cars. A separate process, because the stores read the environment when they are loaded and the valuation's
 * fit would block the services.
 */
import { rmSync } from 'node:fs';
import { DomainClock } from 'local-cloud/clock.ts';
import { catalogSize, seedCatalog } from '#demo/cars/seed-catalog.ts';
import { writeCatalog } from '#functions/catalog/write-catalog.ts';
import { writeSiteMap } from '#functions/pages/site-map.ts';
import { revalueWorker as revalue } from '#functions/valuation/workers.ts';
import { demoSeed } from './demo-marketplace.ts';
import { photoNames } from './seed.ts';
import { storeDemoCars } from './store-demo-cars.ts';

const { MARKETPLACE_ORIGIN: origin, DATA_FOLDER: dataFolder } = process.env;
if (!origin) throw new Error('MARKETPLACE_ORIGIN must name the demo marketplace.');
if (!dataFolder) throw new Error('DATA_FOLDER must name the folder of all state.');
const names = photoNames(dataFolder);

/**
 * How long ago the cars appear to have been stored. The list's functions load the snapshot and read recent changes: with
 * current times that would be every car.
 */
const storedMsAgo = 15 * 60_000;

/** Runs with the clock set to a past time. */
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
  await storeDemoCars(
    entries.filter(({ listing }) => listing.availability === 'live'),
    names,
  );
  await revalue();
});
// The scheduled job may have written a snapshot with only some of the cars; the others are stamped too early to be read as
// changes since then.
const { catalog } = await writeCatalog({ fromTable: true });
await writeSiteMap(catalog, { anew: true });
