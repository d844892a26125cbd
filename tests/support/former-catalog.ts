import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { ObjectStore } from 'local-cloud/services/objects/object-store.ts';
import { type CatalogChange, isCard } from '#core/cars/card.ts';
import * as former from '#tests/fixtures/catalog-6/catalog.mjs';
import { textCodec } from './text-codec.ts';

type Pointer = { version: string; chunks: number; chunkBytes: number[]; seenUpTo: string };
type Objects = Pick<ObjectStore, 'get' | 'put' | 'list' | 'delete'>;
/** How the table is asked for what changed. */
type ReadChanges = (since: string | null) => Promise<CatalogChange[]>;

const prefix = 'catalog/6/';
const overlapMs = 120_000;

/**
 * The functions of the version before, whose snapshots had format 6: its catalog as it was built then, with the few lines by
 * which its functions read and wrote `catalog/6/current.json`.
 */
export function formerFunctions(objects: Objects, readChanges: ReadChanges) {
  const said = { wholeReads: 0 };
  const since = (at: string) => new Date(Date.parse(at) - overlapMs).toISOString();

  async function load() {
    const stored = await objects.get('data', `${prefix}current.json`);
    const pointer = stored && (JSON.parse(stored.body.toString()) as Pointer);
    const parts = await Promise.all(
      Array.from({ length: pointer?.chunks ?? 0 }, (_, n) =>
        objects.get('data', `${prefix}${pointer!.version}/${n}`),
      ),
    );
    const chunks = parts.flatMap((part) => (part ? [new Uint8Array(zstdDecompressSync(part.body))] : []));
    const catalog =
      pointer && chunks.length === pointer.chunks ? former.openCatalog(chunks, textCodec) : null;
    if (catalog) {
      catalog.apply(await readChanges(since(pointer!.seenUpTo)));
      return catalog;
    }
    said.wholeReads++;
    return former.createCatalog((await readChanges(null)).filter(isCard));
  }

  return {
    said,
    /** A list function that has just begun. */
    load,
    async write(): Promise<void> {
      const seenUpTo = new Date().toISOString();
      const chunks = [...(await load()).snapshot(50_000, textCodec)];
      const version = `${Date.now()}-former`;
      for (const [n, chunk] of chunks.entries())
        await objects.put('data', `${prefix}${version}/${n}`, zstdCompressSync(chunk), {});
      const chunkBytes = chunks.map(({ length }) => length);
      const pointer = Buffer.from(
        JSON.stringify({
          version,
          chunks: chunks.length,
          chunkBytes,
          seenUpTo,
          newest: '',
          cars: 0,
          fullReadAt: seenUpTo,
        }),
      );
      await objects.put('data', `${prefix}current.json`, pointer, {});
      for (const { key } of objects.list('data', prefix, '', 1000)) {
        const writtenMs = Number(/^catalog\/6\/(\d+)-/.exec(key)?.[1] ?? Number.NaN);
        const isOld = !key.startsWith(`${prefix}${version}/`) && writtenMs < Date.now() - 3600_000;
        if (isOld) await objects.delete('data', key);
      }
    },
  };
}
