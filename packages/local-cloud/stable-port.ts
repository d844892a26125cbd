import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listen } from './wire/http.ts';

/** A port on which nothing listens yet. */
export async function freePort(): Promise<number> {
  const { port, close } = await listen((_, outgoing) => outgoing.end());
  await close();
  return port;
}

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

/**
 * Addresses that were handed out (imported links, checkout pages) stay the same for a data folder as long as their port
 * can be had. `name` is the file that remembers it.
 */
export async function stablePort(dataFolder: string, name: string, usual: number): Promise<number> {
  const file = join(dataFolder, name);
  const known = existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
  const port = known && (await isFree(known)) ? known : await firstFreePort(usual);
  writeFileSync(file, String(port));
  return port;
}
