import type { Car } from '#core/cars/car.ts';
import { toCard } from '#core/cars/card.ts';
import { indexed } from '#functions/catalog/change-store.ts';
import { carKey } from '#functions/platform/keys.ts';
import { objectsInMemory, tableInMemory } from '#tests/support/cloud-in-memory.ts';
import { makeListing } from '#tests/support/make-car.ts';

type Item = { version: number; car: Car; source: unknown };

/** The catalog and the service's own documents, in memory, with what is read and written of them. */
export async function stageCatalog() {
  const table = tableInMemory();
  const objects = await objectsInMemory();
  Object.assign(process.env, {
    AWS_REGION: 'eu-north-1',
    DATA_BUCKET: 'data',
    CATALOG_BUCKET: 'data',
    LOG_LEVEL: 'error',
  });
  const written: string[] = [];
  const read: string[] = [];
  let isStaging = false;
  const idOf = (pk: unknown) => String(pk).slice(carKey('').pk.length);
  table.onCall((name, { RequestItems }) => {
    if (name !== 'BatchGetCommand') return;
    for (const { Keys } of Object.values(RequestItems as Record<string, { Keys: { pk: string }[] }>))
      read.push(...Keys.map(({ pk }) => idOf(pk)));
  });
  table.onChange(({ after }) => {
    if (!isStaging && after?.car) written.push(idOf(after.pk));
  });
  const stored = (id: string) => table.get(carKey(id)) as Item | undefined;
  function stage(change: () => void): void {
    isStaging = true;
    change();
    isStaging = false;
  }

  return {
    documents: objects.bucket('data'),
    /** Ids of the cars that were written, in their order. */
    written,
    /** Ids of the cars that were read, in their order. */
    read,
    remove: (id: string) => stage(() => table.carryOut('DeleteCommand', { Key: carKey(id) })),
    car: (id: string) => stored(id)!.car,
    versionOf: (id: string) => stored(id)!.version,
    sourceOf: (id: string) => stored(id)!.source,
    put(
      fields: Car,
      listing = makeListing({ id: fields.id }),
      candidate: unknown = null,
      updatedAt = new Date().toISOString(),
    ): void {
      const car = { ...fields, updatedAt };
      const { photos, plate, registerState } = car;
      const identification = { photos, plate, registerState, candidate, vehicle: null };
      const source = { listing, identification, foundBy: 'job' };
      const version = (stored(car.id)?.version ?? 0) + 1;
      stage(() =>
        table.add({ ...carKey(car.id), kind: 'CAR', version, car, source, ...indexed(toCard(car)) }),
      );
    },
    /** As a version before indexed it. */
    indexInPart(id: string): void {
      const { sources, ...card } = toCard(stored(id)!.car);
      Object.assign(stored(id)!, { card });
    },
    async close(): Promise<void> {
      table.close();
      await objects.close();
    },
  };
}
