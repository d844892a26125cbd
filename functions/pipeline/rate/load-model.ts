import { gunzipSync } from 'node:zlib';
import { type Model, parseModel } from '#core/valuation/model.ts';
import { readData } from '#functions/_adapters/objects.ts';

/** Where the valuation in use lies: a small pointer first, so that a look costs little while nothing has changed. */
export const currentModelKey = 'valuation/current.json';
export const modelKey = (version: string) => `valuation/${version}.json.gz`;

const lookAgainMs = 30_000;
let loaded: { model: Model | null; version: string | null; lookedAtMs: number } | undefined;

/** The valuation in use, or null while there is none. Looked for again after half a minute. */
export async function loadModel(nowMs = Date.now()): Promise<Model | null> {
  if (loaded && nowMs - loaded.lookedAtMs < lookAgainMs) return loaded.model;
  const pointer = await readData(currentModelKey);
  const version = pointer ? String(JSON.parse(Buffer.from(pointer).toString('utf8')).version) : null;
  if (loaded && loaded.version === version) {
    loaded.lookedAtMs = nowMs;
    return loaded.model;
  }
  const bytes = version ? await readData(modelKey(version)) : null;
  const model = bytes ? parseModel(gunzipSync(bytes).toString('utf8')) : null;
  loaded = { model, version, lookedAtMs: nowMs };
  return model;
}
