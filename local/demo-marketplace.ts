import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DomainClock } from './clock.ts';
import type { Outage } from './faults/fault-plan.ts';
import { listen } from './wire/listen.ts';

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

async function isFree(port: number): Promise<boolean> {
  try {
    await (await listen((_, outgoing) => outgoing.end(), port)).close();
    return true;
  } catch {
    return false;
  }
}

/** The first free port from the usual one on. */
export async function firstFreePort(from: number): Promise<number> {
  for (let port = from; port < from + 200; port++) if (await isFree(port)) return port;
  throw new Error(`No port is free from ${from} to ${from + 199}.`);
}

// Imported links keep the marketplace's address: it stays the same for a data folder as long as its port can be had.
async function stablePort(dataFolder: string): Promise<number> {
  const file = join(dataFolder, 'marketplace-port');
  const known = existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
  const port = known && (await isFree(known)) ? known : await firstFreePort(usualPort);
  writeFileSync(file, String(port));
  return port;
}

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
    port: await stablePort(dataFolder),
    seed: demoSeed,
    now: () => clock.now(),
    pictureFolder: join(dataFolder, 'demo-pictures'),
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
