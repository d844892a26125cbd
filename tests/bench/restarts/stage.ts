import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createObjectService } from 'local-cloud/services/objects/object-service.ts';
import { ObjectStore } from 'local-cloud/services/objects/object-store.ts';
import { serveAlone } from 'local-cloud/tests/support/serve-alone.ts';
import type { Card } from '#core/cars/card.ts';
import { bundleFunctions } from '#lib/build/bundle-functions.ts';
import { declaredFunctions } from '#lib/functions.ts';
import { cardOf } from '#tests/bench/list/measure.ts';
import { startIdentity } from '#tests/support/call-route.ts';
import { storePlan } from '#tests/support/stored-car.ts';
import { startTestTable } from '#tests/support/table.ts';

export const premiumReader = 'premium';
const names = ['list-cars', 'write-catalog'] as const;
const writeBase = fileURLToPath(new URL('write-base.ts', import.meta.url));
const runJob = fileURLToPath(new URL('run-job.ts', import.meta.url));
const run = promisify(execFile);

/** What the last line of a script says. */
const lastLine = <T>(text: string): T => JSON.parse(text.trim().split('\n').at(-1)!) as T;

export type RestartStage = Awaited<ReturnType<typeof startStage>>;

/** A table, objects and the bundles of two functions, with so many cars in the catalog's snapshot. */
export async function startStage(cars: number) {
  const folder = mkdtempSync(join(tmpdir(), 'bilfund-restarts-'));
  const objects = new ObjectStore(folder);
  objects.createBucket('data');
  const [table, identity, s3] = await Promise.all([
    startTestTable(),
    startIdentity(),
    serveAlone(createObjectService(objects)),
  ]);
  Object.assign(process.env, { CATALOG_BUCKET: 'data', DATA_BUCKET: 'data', AWS_ENDPOINT_URL_S3: s3.origin });
  const variables = { LOG_LEVEL: 'error', STAGE: 'dev', PUBLIC_ORIGIN: 'https://bilfund.example' };
  const env = { ...process.env, ...variables };
  await bundleFunctions(
    declaredFunctions.filter(({ name }) => (names as readonly string[]).includes(name)),
    folder,
  );
  await storePlan(premiumReader, { type: 'lifetime' });
  const heap = '--max-old-space-size=12000';
  const base = await run(process.execPath, [heap, writeBase, String(cars)], { env });
  const { memoryBytes } = lastLine<{ memoryBytes: number }>(base.stdout);
  let versions = 0;
  const changed = new Map<string, Card | null>();
  return {
    env,
    s3: s3.origin,
    memoryBytes,
    bundleOf: (name: (typeof names)[number]) => join(folder, 'functions', name, 'index.mjs'),
    /** The quarter-hour's job: what it took of the processor and of memory. */
    async writeAgain(): Promise<{ cpuMs: number; rssMb: number }> {
      const bundle = join(folder, 'functions', 'write-catalog', 'index.mjs');
      return lastLine((await run(process.execPath, [runJob, bundle], { env })).stdout);
    },
    /** What lies in the bucket, in bytes. */
    storedBytes: () => objects.list('data', 'catalog/', '', 10_000).reduce((sum, { size }) => sum + size, 0),
    /** All that was changed so far. */
    changed: (): Map<string, Card | null> => new Map(changed),
    /**
     * Changes so many cars of the catalog, evenly, as an import would: most get another price, of twenty one is gone and one
     * is new. Returns what the catalog holds of them now, null for what left it.
     */
    async change(count: number): Promise<Map<string, Card | null>> {
      const version = ++versions;
      const { indexed } = await import('#functions/catalog/change-store.ts');
      const { carKey } = await import('#functions/platform/keys.ts');
      const { put, transact } = await import('#functions/platform/table.ts');
      const updatedAt = new Date().toISOString();
      const cards = Array.from({ length: count }, (_, i): Card => {
        const isNew = i % 20 === 7;
        const ordinal = isNew ? cars + version * count + i : Math.floor((i * cars) / count) + (version % 7);
        const card = { ...cardOf(ordinal, version), updatedAt };
        return i % 20 === 3 ? { ...card, availability: 'gone', goneAt: updatedAt } : card;
      });
      for (let from = 0; from < count; from += 100)
        await transact(
          cards
            .slice(from, from + 100)
            .map((card) => put({ ...carKey(card.id), kind: 'CAR', version, ...indexed(card) })),
        );
      const held = new Map(cards.map((card) => [card.id, card.availability === 'gone' ? null : card]));
      for (const [id, card] of held) changed.set(id, card);
      return held;
    },
    async close(): Promise<void> {
      await Promise.all([table.close(), identity.close(), s3.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
