import type { CatalogChange } from '#core/car/card.ts';
import { formatNumber } from '#core/search/catalog/snapshot-format.ts';
import { type Catalog, createCatalog, openCatalog } from '#core/search/catalog.ts';
import {
  readSnapshotChunks,
  readSnapshotPointer,
  type SnapshotPointer,
} from '#functions/_adapters/catalog-snapshot.ts';
import { readCatalogChanges, readListedCards } from '#functions/_adapters/dynamodb/catalog-changes.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { overlapMs } from './catalog-overlap.ts';

/** Looks come every second under load, and read all of their overlap each time: between thorough ones they go back this far. */
const shortOverlapMs = 15_000;
const thoroughEveryMs = 30_000;
/** An older snapshot is not used: what was removed since may have left no trace. */
const oldestSnapshotMs = 7 * 86_400_000;

/** The catalog in memory with what it takes to keep it true. */
export type LoadedCatalog = {
  catalog: Catalog;
  /** ISO instant of domain time: every change before it is known, but for those that the overlap still brings. */
  seenUpTo: string;
  /** When the last look with the long overlap was. */
  thoroughAt: string;
  /** When the whole table was read last. */
  fullReadAt: string;
  /** The snapshot it began with; null after a full read. */
  snapshot: SnapshotPointer | null;
};

const before = (instant: string, ms: number): string => new Date(Date.parse(instant) - ms).toISOString();

/** What a function may begin with, in this order: a delta that is broken does not cost its snapshot. */
const beginnings = [
  { format: formatNumber, withDelta: true },
  { format: formatNumber, withDelta: false },
  { format: formatNumber - 1, withDelta: false },
];
type Beginning = (typeof beginnings)[number];

/** The snapshot in use of one format; null when there is none, or none that can be started from. */
async function usablePointer({ format, withDelta }: Beginning, now: Date): Promise<SnapshotPointer | null> {
  const pointer = await readSnapshotPointer(format, { withDelta });
  if (!pointer) return null;
  const ageMs = now.getTime() - Date.parse(pointer.seenUpTo);
  if (ageMs < oldestSnapshotMs && ageMs > -overlapMs) return pointer;
  log.warn('the catalog snapshot is too old or of the future', { format, withDelta, ageMs });
  return null;
}

async function openPointer(pointer: SnapshotPointer, now: Date): Promise<LoadedCatalog | null> {
  const { format, seenUpTo, fullReadAt } = pointer;
  // What changed since is asked for while the chunks are on their way.
  const [read, changes] = await Promise.all([readSnapshotChunks(pointer), changesSince(seenUpTo)]);
  const catalog = openCatalog(...read);
  if (!catalog) {
    log.warn('the catalog snapshot is broken or of another format', {
      format,
      delta: pointer.delta?.version ?? null,
    });
    return null;
  }
  catalog.apply(changes);
  if (format !== formatNumber)
    log.info('the catalog begins with a snapshot of the former format', { format });
  const at = now.toISOString();
  return { catalog, seenUpTo: at, thoroughAt: at, fullReadAt, snapshot: pointer };
}

/**
 * From the snapshot of this format; until one is written, or when it is broken, from that of the former: a rollout must not
 * send every function to the table at once.
 */
async function loadSnapshot(now: Date): Promise<LoadedCatalog | null> {
  for (const beginning of beginnings) {
    try {
      const pointer = await usablePointer(beginning, now);
      const loaded = pointer && (await openPointer(pointer, now));
      if (loaded) return loaded;
    } catch (error) {
      log.failure('a catalog snapshot could not be read', error, beginning);
    }
  }
  log.warn('there is no catalog snapshot to begin with: the whole table is read');
  return null;
}

const changesSince = (seenUpTo: string, ms = overlapMs): Promise<CatalogChange[]> =>
  readCatalogChanges(before(seenUpTo, ms));

async function readWhole(now: Date): Promise<LoadedCatalog> {
  const catalog = createCatalog(await readListedCards());
  const at = now.toISOString();
  return { catalog, seenUpTo: at, thoroughAt: at, fullReadAt: at, snapshot: null };
}

/** From the snapshot and the changes since; from the table when there is no usable snapshot or `fromTable` says so. */
export async function loadCatalog({ fromTable = false } = {}): Promise<LoadedCatalog> {
  const now = clock.now();
  if (fromTable) return readWhole(now);
  return (await loadSnapshot(now)) ?? readWhole(now);
}

/** Whether the clock was set back behind the last look: what is written now would be hidden from the next. */
export const isOfTheFuture = ({ seenUpTo }: LoadedCatalog): boolean =>
  Date.parse(seenUpTo) - overlapMs > clock.now().getTime();

/** Brings what changed since the last look. `hasRoom` false: no car that is new to it, so that it grows no more. */
export async function refreshCatalog(loaded: LoadedCatalog, hasRoom: boolean): Promise<void> {
  const { catalog, seenUpTo, thoroughAt } = loaded;
  const now = clock.now();
  const isThorough = Math.abs(now.getTime() - Date.parse(thoroughAt)) >= thoroughEveryMs;
  const changes = await changesSince(seenUpTo, isThorough ? overlapMs : shortOverlapMs);
  catalog.apply(hasRoom ? changes : changes.filter(({ id }) => catalog.card(id) !== null));
  loaded.seenUpTo = now.toISOString();
  if (isThorough) loaded.thoroughAt = loaded.seenUpTo;
}
