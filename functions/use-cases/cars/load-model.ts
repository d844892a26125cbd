import type { Model } from '#core/valuation/model.ts';
import { parseModel } from '#core/valuation/stored-model.ts';
import { readData } from '#functions/_adapters/read-objects.ts';
import { log } from '#functions/_runtime/log.ts';

/** Where the valuation in use lies: a small pointer first, so that a look costs little while nothing has changed. */
export const currentModelKey = 'valuation/current.json';
export const modelKey = (version: string) => `valuation/${version}.json.gz`;

const lookAgainMs = 30_000;
/** What the pointer says: the model's name, and how many cars it was offered to learn from. */
export type ModelPointer = { version: string; offered: number };

let loaded: { model: Model | null; version: string | null; lookedAtMs: number } | undefined;

/** Null when it is not there, or not of this format: it is fitted anew then, and cars wait without an estimate. */
async function read<T>(key: string, parse: (bytes: Uint8Array) => T | Promise<T>): Promise<T | null> {
  const bytes = await readData(key);
  try {
    return bytes && (await parse(bytes));
  } catch (error) {
    log.failure('a stored valuation could not be read', error, { key });
    return null;
  }
}

export const readModelPointer = (): Promise<ModelPointer | null> =>
  read(currentModelKey, (bytes) => JSON.parse(Buffer.from(bytes).toString('utf8')) as ModelPointer);

async function parsePacked(bytes: Uint8Array): Promise<Model> {
  const { gunzipSync } = await import('node:zlib');
  return parseModel(gunzipSync(bytes).toString('utf8'));
}

/** The valuation in use, or null while there is none. Looked for again after half a minute. */
export async function loadModel(nowMs = Date.now()): Promise<Model | null> {
  if (loaded && nowMs - loaded.lookedAtMs < lookAgainMs) return loaded.model;
  const version = (await readModelPointer())?.version ?? null;
  if (loaded && loaded.version === version) {
    loaded.lookedAtMs = nowMs;
    return loaded.model;
  }
  const model = version === null ? null : await read(modelKey(version), parsePacked);
  loaded = { model, version, lookedAtMs: nowMs };
  return model;
}
