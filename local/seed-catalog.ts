/**
 * Fills the catalog with the demo's cars as if other people had imported them: through the same building, rating and
 * storing as any import. A process of its own, because the adapters read the environment when they are loaded and the
 * fit of the valuation would hold up the services.
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
  await storeDemoCars(
    entries.filter(({ listing }) => listing.availability === 'live'),
    names,
  );
  await revalue();
});
// The scheduled job may have written the first half of the cars meanwhile. The others are stamped too long ago to be found as
// changes since.
const { catalog } = await writeCatalog({ fromTable: true });
await writeSiteMap(catalog, { anew: true });
