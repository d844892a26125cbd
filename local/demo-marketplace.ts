import { fileURLToPath } from 'node:url';
import type { DomainClock } from 'local-cloud/clock.ts';
import { stablePort } from 'local-cloud/stable-port.ts';
import type { DemoPart } from '#demo/marketplace/answer.ts';

/** Parts of the demo that can be made to fail: the marketplace, its photos, the vehicle register. */
export const outages = ['marketplace', 'register', 'photos'] as const satisfies DemoPart[];

export type DemoMarketplace = {
  /** "http://127.0.0.1:…"; the register answers below `/register`. */
  origin: string;
  links: readonly unknown[];
  /** Advances the marketplace's time to domain time, by whole hours. */
  catchUp(): void;
  close(): Promise<void>;
};

/** The same cars for everybody. */
export const demoSeed = 1;
const usualPort = 5273;
/** Shared by all data folders: a picture's name depends only on what it shows. */
export const pictureFolder = fileURLToPath(new URL('../.build/demo-pictures', import.meta.url));

export async function startMarketplace(
  dataFolder: string,
  clock: DomainClock,
  isOut: (part: DemoPart) => boolean,
  isWalled = false,
): Promise<DemoMarketplace> {
  const { startDemoMarketplace } = await import('#demo/marketplace/server.ts');
  const server = await startDemoMarketplace({
    port: await stablePort(dataFolder, 'marketplace-port', usualPort),
    seed: demoSeed,
    now: () => clock.now(),
    pictureFolder,
    isOut,
    isWalled,
  });
  let hours = 0;
  const catchUp = () => {
    const due = Math.floor(clock.offsetMs / 3_600_000) - hours;
    if (due <= 0) return;
    server.advanceHours(due);
    hours += due;
  };
  // The marketplace starts from the beginning in each process: replay the hours that this data folder has already seen.
  catchUp();
  return { origin: server.origin, links: server.links, catchUp, close: () => server.close() };
}
