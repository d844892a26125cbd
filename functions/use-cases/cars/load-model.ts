import type { Model } from '#core/valuation/model.ts';
import { parseModel } from '#core/valuation/stored-model.ts';
import { readData } from '#functions/_adapters/read-objects.ts';
import { log } from '#functions/_runtime/log.ts';

/** Where the valuation in use lies: a small pointer first, so that a look costs little while nothing has changed. */
export const currentModelKey = 'valuation/current.json';
export const modelKey = (version: string) => `valuation/${version}.json.br`;
/** Where models lay while they were packed with gzip. */
const formerModelKey = (version: string) => `valuation/${version}.json.gz`;

const lookAgainMs = 30_000;
/** What the pointer says: the model's name, how many cars it was offered to learn from, and how it is packed (unsaid: gzip). */
export type ModelPointer = { version: string; offered: number; packing?: 'brotli' };

let loaded: { model: Model | null; version: string | null; lookedAtMs: number } | undefined;

/** Null when it is not there, or not of this format: it is fitted anew then, and cars wait without an estimate. */
async function read<T>(key: string, parse: (bytes: Uint8Array) => T): Promise<T | null> {
  const bytes = await readData(key);
  try {
    return bytes && parse(bytes);
  } catch (error) {
    log.failure('a stored valuation could not be read', error, { key });
    return null;
  }
}

export const readModelPointer = (): Promise<ModelPointer | null> =>
  read(currentModelKey, (bytes) => JSON.parse(Buffer.from(bytes).toString('utf8')) as ModelPointer);

async function readModel({ version, packing }: ModelPointer): Promise<Model | null> {
  const { brotliDecompressSync, gunzipSync } = await import('node:zlib');
  const [key, unpack] = packing
    ? [modelKey(version), brotliDecompressSync]
    : [formerModelKey(version), gunzipSync];
  return read(key, (bytes) => parseModel(unpack(bytes).toString('utf8')));
}

/** The valuation in use, or null while there is none. Looked for again after half a minute. */
export async function loadModel(nowMs = Date.now()): Promise<Model | null> {
  if (loaded && nowMs - loaded.lookedAtMs < lookAgainMs) return loaded.model;
  const pointer = await readModelPointer();
  const version = pointer?.version ?? null;
  if (loaded && loaded.version === version) {
    loaded.lookedAtMs = nowMs;
    return loaded.model;
  }
  const model = pointer && (await readModel(pointer));
  loaded = { model, version, lookedAtMs: nowMs };
  return model;
}
