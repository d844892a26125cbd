import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DomainClock } from 'local-cloud/clock.ts';
import { stablePort } from 'local-cloud/stable-port.ts';

/** Parts of the demo's outside world that can fail: the marketplace, its photos, the vehicle register. */
export const outages = ['marketplace', 'register', 'photos'] as const;
export type Outage = (typeof outages)[number];

/** The demo marketplace and register as `demo/marketplace/server.ts` starts them. */
type DemoServer = {
  origin: string;
  links: readonly unknown[];
  advanceHours(hours: number): void;
  close(): Promise<void>;
};

type DemoModule = {
  startDemoMarketplace(options: {
    port: number;
    seed: number;
    now: () => Date;
    pictureFolder: string;
    isOut: (part: Outage) => boolean;
  }): Promise<DemoServer>;
};

export type DemoMarketplace = {
  /** "http://127.0.0.1:…"; the register answers below `/register`. */
  origin: string;
  links: readonly unknown[];
  /** Lets the marketplace's own time catch up with domain time, by whole hours. */
  catchUp(): void;
  close(): Promise<void>;
};

/** The same cars for everybody. */
export const demoSeed = 1;
const usualPort = 5273;
/** Drawn once for every data folder: a picture is named by what it shows. */
export const pictureFolder = fileURLToPath(new URL('../.build/demo-pictures', import.meta.url));

/** Starts the demo marketplace; undefined where the project comes without it. */
export async function startMarketplace(
  dataFolder: string,
  clock: DomainClock,
  isOut: (part: Outage) => boolean,
): Promise<DemoMarketplace | undefined> {
  const module = new URL('../demo/marketplace/server.ts', import.meta.url);
  if (!existsSync(fileURLToPath(module))) return undefined;
  const { startDemoMarketplace } = (await import(module.href)) as DemoModule;
  const server = await startDemoMarketplace({
    port: await stablePort(dataFolder, 'marketplace-port', usualPort),
    seed: demoSeed,
    now: () => clock.now(),
    pictureFolder,
    isOut,
  });
  let hours = 0;
  const catchUp = () => {
    const due = Math.floor(clock.offsetMs / 3_600_000) - hours;
    if (due <= 0) return;
    server.advanceHours(due);
    hours += due;
  };
  // A world begins anew with each process; the hours that this data folder has seen are lived through again.
  catchUp();
  return { origin: server.origin, links: server.links, catchUp, close: () => server.close() };
}
