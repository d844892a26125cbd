import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { startShopWorld } from '#tests/support/shop-world.ts';

export type ErasureWorld = Awaited<ReturnType<typeof startErasureWorld>>;
export type Leaver = ReturnType<ErasureWorld['newPerson']>;

/** A shop and its table, people who will leave, and a look for what is left of them. */
export async function startErasureWorld() {
  const world = await startShopWorld();
  const { documentClient } = await import('#functions/platform/table.ts');
  const { beginImport } = await import('#functions/imports/begin-import.ts');
  const { addToJob } = await import('#functions/imports/job-store.ts');
  const { carFolder, ownFolder, storePhoto } = await import('#functions/platform/photos.ts');
  let people = 0;

  /** Every item of the table that names one of them anywhere. */
  async function itemsNaming(...texts: string[]): Promise<Record<string, unknown>[]> {
    const found: Record<string, unknown>[] = [];
    const inSets = (_: string, value: unknown) => (value instanceof Set ? [...value] : value);
    let after: Record<string, unknown> | undefined;
    do {
      const scan = new ScanCommand({ TableName: world.table.name, ExclusiveStartKey: after });
      const page = await documentClient.send(scan);
      for (const item of page.Items ?? []) {
        const words = JSON.stringify(item, inSets);
        if (texts.some((text) => words.includes(text))) found.push(item);
      }
      after = page.LastEvaluatedKey;
    } while (after);
    return found;
  }

  return {
    ...world,
    newPerson: () => world.person(`leaver-${++people}-of-these`),
    itemsNaming,
    namingBesidesMark: async (...texts: string[]) =>
      (await itemsNaming(...texts)).filter((item) => item.kind !== 'ERASED'),

    /** An import of two cars, one of which is done. Returns its job's id. */
    async startImport(
      person: { id: string },
      kind: 'scrape' | 'page' = 'scrape',
      href = 'https://x.example',
    ): Promise<string> {
      const now = world.now();
      const { jobId } = await beginImport({
        userId: person.id,
        job: {
          id: `${kind}-${people}`,
          kind,
          href,
          linkHash: `link-${people}`,
          privateTo: kind === 'page' ? person.id : null,
        },
        historyId: `history-of-${kind}`,
        scrapeType: kind === 'page' ? 'page' : 'manual',
        charge: { month: '2026-11', limit: 20 },
        idempotencyKey: `a-click-for-${kind}`,
        now,
      });
      await addToJob(jobId, { found: ['c1', 'c2'], done: ['c1'] }, now.toISOString());
      return jobId;
    },

    /** The keys of all photos. */
    storedPhotos: () => world.photos.list('photos', 'photos/', '', 5_000).map(({ key }) => key),
    async storePhotos(count: number, ownerId: string | null): Promise<string[]> {
      const pictures = Array.from({ length: count }, (_, n) => Buffer.from(`picture ${n}`));
      const stored = await Promise.all(
        pictures.map((picture) =>
          storePhoto(picture, ownerId === null ? carFolder('car') : ownFolder(ownerId)),
        ),
      );
      return stored.map((key) => `photos/${key}`);
    },
  };
}
