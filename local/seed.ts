import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LazySource } from 'local-cloud/services/objects/object-store.ts';
import { createPictureStore } from '#demo/pictures/picture-store.ts';
import { type DemoMarketplace, pictureFolder } from './demo-marketplace.ts';
import { photoNames, seedPhotoSource } from './seed-photos.ts';

/** What filling an empty installation can work with. */
export type SeedServices = {
  /**
   * Credentials, endpoint and region of an administrator together with every variable that the template sets on any
   * function (TABLE_NAME, PHOTO_BUCKET, DATA_BUCKET, USER_POOL_ID, USER_POOL_CLIENT_ID, …).
   */
  environment: Readonly<Record<string, string>>;
  /** Folder of all state. */
  dataFolder: string;
  siteOrigin: string;
  marketplace: DemoMarketplace | undefined;
  /** Domain time. */
  now(): Date;
};

/** One thing to fill in; steps run in order, once for a data folder. */
export type SeedStep = (services: SeedServices) => Promise<void>;

const steps: readonly SeedStep[] = [seedDemoCatalog];

/** Fills an empty installation. Called on the first start of a data folder, unless it was started with --empty. */
export async function seed(services: SeedServices): Promise<void> {
  for (const step of steps) await step(services);
}

/** Objects that are drawn when somebody looks at them, on every start; undefined when there are none. */
export function lazyObjects({ dataFolder, marketplace }: SeedServices): LazySource | undefined {
  return marketplace && seedPhotoSource(createPictureStore(pictureFolder), photoNames(dataFolder));
}

const seedScript = fileURLToPath(new URL('seed-catalog.ts', import.meta.url));

/** The cars that "other people" have imported already, so that the first pasted link is rated against a market. */
async function seedDemoCatalog({ dataFolder, environment, marketplace }: SeedServices): Promise<void> {
  if (!marketplace) return;
  const own = { MARKETPLACE_ORIGIN: marketplace.origin, DATA_FOLDER: dataFolder, LOG_LEVEL: 'warn' };
  const env = { ...process.env, ...environment, ...own };
  const child = spawn(process.execPath, [seedScript], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The demo cars could not be stored.');
}
