import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createObjectService } from 'embedded-cloud/services/objects/object-service.ts';
import { ObjectStore } from 'embedded-cloud/services/objects/object-store.ts';
import { serveAlone } from 'embedded-cloud/tests/support/serve-alone.ts';
import type { Card } from '#core/car/card.ts';
import { bundleFunctions } from '#lib/build/bundle-functions.ts';
import { declaredFunctions } from '#lib/functions.ts';
import { startIdentity } from '#tests/support/call-route.ts';
import { storePlan } from '#tests/support/stored-car.ts';
import { startTestTable } from '#tests/support/table.ts';
import { cardOf } from '../list/cards.ts';

export const premiumReader = 'premium';
const names = ['list-cars', 'write-catalog'] as const;
const writeBase = fileURLToPath(new URL('write-base.ts', import.meta.url));

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
  const env = { ...process.env, LOG_LEVEL: 'error', STAGE: 'dev' };
  await bundleFunctions(
    declaredFunctions.filter(({ name }) => (names as readonly string[]).includes(name)),
    folder,
  );
  await storePlan(premiumReader, { type: 'lifetime' });
  const heap = '--max-old-space-size=12000';
  const written = await promisify(execFile)(process.execPath, [heap, writeBase, String(cars)], { env });
  const { memoryBytes } = JSON.parse(written.stdout.trim().split('\n').at(-1)!) as { memoryBytes: number };
  let versions = 0;
  return {
    env,
    s3: s3.origin,
    memoryBytes,
    bundleOf: (name: (typeof names)[number]) => join(folder, 'functions', name, 'index.mjs'),
    /** What lies in the bucket, in bytes. */
    storedBytes: () => objects.list('data', 'catalog/', '', 10_000).reduce((sum, { size }) => sum + size, 0),
    /**
     * Changes so many cars of the catalog, evenly, as an import would: most get another price, of twenty one is gone and one
     * is new. Returns what the catalog holds of them now, null for what left it.
     */
    async change(count: number): Promise<Map<string, Card | null>> {
      const version = ++versions;
      const { indexed } = await import('#functions/_adapters/dynamodb/catalog-changes.ts');
      const { carKey } = await import('#functions/_adapters/dynamodb/keys.ts');
      const { put, transact } = await import('#functions/_adapters/dynamodb/table.ts');
      const updatedAt = new Date().toISOString();
      const changed = Array.from({ length: count }, (_, i): Card => {
        const isNew = i % 20 === 7;
        const ordinal = isNew ? cars + version * count + i : Math.floor((i * cars) / count) + (version % 7);
        const card = { ...cardOf(ordinal, version), updatedAt };
        return i % 20 === 3 ? { ...card, availability: 'gone', goneAt: updatedAt } : card;
      });
      for (let from = 0; from < count; from += 100)
        await transact(
          changed
            .slice(from, from + 100)
            .map((card) => put({ ...carKey(card.id), kind: 'CAR', version, ...indexed(card) })),
        );
      return new Map(changed.map((card) => [card.id, card.availability === 'gone' ? null : card]));
    },
    async close(): Promise<void> {
      await Promise.all([table.close(), identity.close(), s3.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
