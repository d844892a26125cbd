import { type Card, type CatalogChange, isCard } from '#core/car/card.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { decodeCards, snapshotFormat } from './card-chunks.ts';
import { readSnapshotChunks, readSnapshotPointer, type SnapshotPointer } from './catalog-snapshot.ts';
import { readCatalogChanges } from './dynamodb/cars.ts';

/**
 * How far each look goes back behind the last one. A car is stamped before it is written, writes are tried again for
 * seconds, the index lags, and the writers' clocks differ: what was late for the last look is seen by this one.
 */
const overlapMs = 120_000;
/** An older snapshot is not used: what was removed since may have left no trace. */
const oldestSnapshotMs = 7 * 86_400_000;
/** How long a removal is remembered, so that an index that lags does not bring the car back. */
const removalMs = 3600_000;

/** The catalog in memory with what it takes to keep it true. `version` is the newest change it knows. */
export type LoadedCatalog = {
  cards: Map<string, Card>;
  version: string;
  /** ISO instant of domain time: every change before it is known, but for those that the overlap still brings. */
  seenUpTo: string;
  /** When the whole table was read last. */
  fullReadAt: string;
  /** The snapshot it began with; null after a full read. */
  snapshot: SnapshotPointer | null;
  removed: Map<string, string>;
  /** How many changes it took since it was loaded. */
  changes: number;
};

const isInList = (change: CatalogChange): change is Card =>
  isCard(change) && change.availability !== 'gone' && change.availability !== 'sold';

/** Applies a change unless a newer one of the same car is known: the index may answer with what it had before. */
function apply(catalog: LoadedCatalog, change: CatalogChange): void {
  const { cards, removed } = catalog;
  const { id, updatedAt } = change;
  const listed = cards.get(id);
  const known = listed?.updatedAt ?? removed.get(id) ?? '';
  if (updatedAt < known) return;
  if (updatedAt > known && (listed || isInList(change))) catalog.changes++;
  if (isInList(change)) {
    cards.set(id, change);
    removed.delete(id);
  } else {
    cards.delete(id);
    removed.set(id, updatedAt);
  }
  if (updatedAt > catalog.version) catalog.version = updatedAt;
}

function before(instant: string, ms: number): string {
  return new Date(Date.parse(instant) - ms).toISOString();
}

async function readPointer(now: Date): Promise<SnapshotPointer | null> {
  const pointer = await readSnapshotPointer();
  if (pointer?.format !== snapshotFormat) {
    log.warn('there is no catalog snapshot of this format: the whole table is read');
    return null;
  }
  const ageMs = now.getTime() - Date.parse(pointer.seenUpTo);
  if (ageMs < oldestSnapshotMs && ageMs > -overlapMs) return pointer;
  log.warn('the catalog snapshot is too old or of the future: the whole table is read', { ageMs });
  return null;
}

async function loadSnapshot(now: Date): Promise<LoadedCatalog | null> {
  const pointer = await readPointer(now);
  if (!pointer) return null;
  const cards = await decodeCards(await readSnapshotChunks(pointer));
  return {
    cards: new Map(cards.map((card) => [card.id, card])),
    version: pointer.newest,
    seenUpTo: pointer.seenUpTo,
    fullReadAt: pointer.fullReadAt,
    snapshot: pointer,
    removed: new Map(),
    changes: 0,
  };
}

/** From the snapshot and the changes since; from the table when there is no usable snapshot or `fromTable` says so. */
export async function loadCatalog({ fromTable = false } = {}): Promise<LoadedCatalog> {
  const now = clock.now();
  let catalog: LoadedCatalog | null = null;
  try {
    catalog = fromTable ? null : await loadSnapshot(now);
  } catch (error) {
    log.failure('the catalog snapshot could not be read: the whole table is', error);
  }
  if (catalog) {
    await refreshCatalog(catalog);
    return catalog;
  }
  const at = now.toISOString();
  const whole: LoadedCatalog = {
    cards: new Map(),
    version: '',
    seenUpTo: at,
    fullReadAt: at,
    snapshot: null,
    removed: new Map(),
    changes: 0,
  };
  for (const change of await readCatalogChanges(null)) apply(whole, change);
  return whole;
}

/** Whether the clock was set back behind the last look: what is written now would be hidden from the next. */
export const isOfTheFuture = ({ seenUpTo }: LoadedCatalog): boolean =>
  Date.parse(seenUpTo) - overlapMs > clock.now().getTime();

/** Brings what changed since the last look. */
export async function refreshCatalog(catalog: LoadedCatalog): Promise<void> {
  const now = clock.now().toISOString();
  for (const change of await readCatalogChanges(before(catalog.seenUpTo, overlapMs))) apply(catalog, change);
  catalog.seenUpTo = now;
  for (const [id, removedAt] of catalog.removed)
    if (removedAt < before(now, removalMs)) catalog.removed.delete(id);
}
