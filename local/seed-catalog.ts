/**
 * Fills the catalog with the demo's cars as if other people had imported them, with the code that builds, rates and stores
 * any import's cars. A process of its own, because the valuation's fit would block the services: it rates the cars while
 * they start, then waits for their addresses, a message with environment variables.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { DomainClock } from 'local-cloud/clock.ts';
import { catalogSize, seedCatalog } from '#demo/cars/seed-catalog.ts';
import { writeCatalog } from '#functions/catalog/write-catalog.ts';
import { writeSiteMap } from '#functions/pages/site-map.ts';
import { demoSeed } from './demo-marketplace.ts';
import { photoNames } from './seed.ts';
import { rateDemoCars, storeDemoCars } from './store-demo-cars.ts';

const { MARKETPLACE_ORIGIN: origin, DATA_FOLDER: dataFolder } = process.env;
if (!origin) throw new Error('MARKETPLACE_ORIGIN must name the demo marketplace.');
if (!dataFolder) throw new Error('DATA_FOLDER must name the folder of all state.');

/**
 * How long ago the cars appear to have been stored. The list's functions load the snapshot and read recent changes: with
 * current times that would be every car.
 */
const storedMsAgo = 15 * 60_000;

const addresses = once(process, 'message');
const now = new DomainClock(join(dataFolder, 'clock')).now();
const entries = seedCatalog(demoSeed, { origin, now }, catalogSize);
const rated = rateDemoCars(
  entries.filter(({ listing }) => listing.availability === 'live'),
  photoNames(dataFolder),
  new Date(now.getTime() - storedMsAgo).toISOString(),
);
const [environment] = (await addresses) as [Record<string, string>];
process.disconnect();
Object.assign(process.env, environment);
await storeDemoCars(rated);
// The scheduled job may have written a snapshot with only some of the cars; the others are stamped too early to be read as
// changes since then.
const { catalog } = await writeCatalog({ fromTable: true });
await writeSiteMap(catalog, { anew: true });
