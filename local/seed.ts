import type { DemoMarketplace } from './demo-marketplace.ts';
import type { LazySource } from './services/objects/object-store.ts';

/** What filling an empty installation can work with. */
export type SeedServices = {
  /**
   * Credentials, endpoint and region of an administrator together with every variable that the template sets on any
   * function (TABLE_NAME, PHOTO_BUCKET, DATA_BUCKET, USER_POOL_ID, USER_POOL_CLIENT_ID, …).
   */
  environment: Readonly<Record<string, string>>;
  /** Folder of all state, for files that serve as a cache. */
  dataFolder: string;
  siteOrigin: string;
  marketplace: DemoMarketplace | undefined;
  /** Domain time. */
  now(): Date;
};

/** One thing to fill in; steps run in order, once for a data folder. */
export type SeedStep = (services: SeedServices) => Promise<void>;

const steps: readonly SeedStep[] = [];

/** Fills an empty installation. Called on the first start of a data folder, unless it was started with --empty. */
export async function seed(services: SeedServices): Promise<void> {
  for (const step of steps) await step(services);
}

/** Objects that are drawn when somebody looks at them, on every start; undefined when there are none. */
export function lazyObjects(_services: SeedServices): LazySource | undefined {
  return undefined;
}
