import { isDeepStrictEqual } from 'node:util';
import type { CatalogChange } from '#core/cars/card.ts';
import type { CardPage, CardQuery } from '#core/catalog/card-query.ts';
import { type Catalog, type CatalogReader, createCatalog, openCatalog } from '#core/catalog/catalog.ts';
import { formatNumber } from '#core/catalog/memory/snapshot.ts';
import { clock } from '#functions/platform/clock.ts';
import { keepFresh } from '#functions/platform/keep-fresh.ts';
import { countMetric, log } from '#functions/platform/log.ts';
import { catalogEngine } from '#functions/platform/settings.ts';
import { readCatalogChanges, readListedCards } from './change-store.ts';
import { answeringSince, searchCatalog } from './opensearch.ts';
import { readSnapshotChunks, readSnapshotPointer, type SnapshotPointer } from './snapshots.ts';

/** A larger catalog should use OpenSearch instead (decision 14). */
const mostCars = 250_000;
const slowLoadMs = 2_000;
/**
 * Shares of the function's memory: above the first it warns, above the second it takes no more cars. Opening and merging a
 * catalog needs about its size again.
 */
const warnShare = 0.3;
const fullShare = 0.4;
/** Warns at most once an hour. */
const sayEveryMs = 3600_000;

let saidAtMs = Number.NEGATIVE_INFINITY;

const shareOfMemory = (catalog: Catalog): number =>
  catalog.memoryBytes / (Number(process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE ?? 2048) * 1_048_576);

/** Whether cars may still be added. A list without the newest cars is better than a function out of memory. */
export const hasRoom = (catalog: Catalog): boolean => shareOfMemory(catalog) < fullShare;

/** Warns the operator before the catalog outgrows the memory. `loadMs`: how long loading took, or null. */
export function watchSize(catalog: Catalog, loadMs: number | null): void {
  const share = shareOfMemory(catalog);
  const isLarge = share > warnShare || catalog.size > mostCars || (loadMs ?? 0) > slowLoadMs;
  if (!isLarge || Date.now() - saidAtMs < sayEveryMs) return;
  saidAtMs = Date.now();
  const fields = {
    cars: catalog.size,
    megabytes: Math.round(catalog.memoryBytes / 1_048_576),
    memoryShare: Number(share.toFixed(2)),
    loadMs,
  };
  if (hasRoom(catalog)) log.warn('the catalog outgrows its memory', fields);
  else log.error('the catalog is full: new cars are left out of the list', fields);
  countMetric('CatalogTooLarge', 1);
}

/** How long a function caches whether an index answers. */
const settledMs = 60_000;

const isThere = keepFresh(settledMs, async () => {
  const since = await answeringSince();
  if (!since) log.warn('there is no index of the cars yet: the list is answered from memory');
  return since !== null;
});

/** The catalog in OpenSearch; null until the first index is built. */
export const indexedCatalog = async (): Promise<CatalogReader | null> =>
  (await isThere()) ? searchCatalog() : null;

/** As above, for callers with a fallback: also null when OpenSearch does not answer. */
export async function indexedCatalogIfAny(): Promise<CatalogReader | null> {
  try {
    return await indexedCatalog();
  } catch (error) {
    log.failure('OpenSearch could not be asked for the index of the cars', error);
    return null;
  }
}

/**
 * Overlap between two thorough reads of the catalog's changes. A car is stamped before it is written, writes are retried for
 * seconds, the index lags, and clocks differ; the overlap catches changes that arrived late.
 */
export const overlapMs = 150_000;

/** Overlap of the reads in between: they run every second under load and read the whole overlap each time. */
const shortOverlapMs = 15_000;
const thoroughEveryMs = 30_000;
/** An older snapshot is not used: a removal since then may have left no trace. */
const oldestSnapshotMs = 7 * 86_400_000;

/** The catalog in memory with the state needed to keep it current. */
export type LoadedCatalog = {
  catalog: Catalog;
  /** ISO instant of domain time: every earlier change has been read, except those that the overlap still catches. */
  seenUpTo: string;
  /** When changes were last read with the long overlap. */
  thoroughAt: string;
  /** When the whole table was last read. */
  fullReadAt: string;
  /** The snapshot it was loaded from; null after a full read. */
  snapshot: SnapshotPointer | null;
};

const before = (instant: string, ms: number): string => new Date(Date.parse(instant) - ms).toISOString();

/** The current snapshot pointer of one format; null when there is none that can be used. */
async function usablePointer(format: number, now: Date): Promise<SnapshotPointer | null> {
  const pointer = await readSnapshotPointer(format);
  if (!pointer) return null;
  const ageMs = now.getTime() - Date.parse(pointer.seenUpTo);
  if (ageMs < oldestSnapshotMs && ageMs > -overlapMs) return pointer;
  log.warn('the catalog snapshot is too old or dated in the future', { format, ageMs });
  return null;
}

async function openPointer(pointer: SnapshotPointer, now: Date): Promise<LoadedCatalog | null> {
  const { format, seenUpTo, fullReadAt } = pointer;
  // Changes are read while the chunks are loading.
  const [read, changes] = await Promise.all([readSnapshotChunks(pointer), changesSince(seenUpTo)]);
  const catalog = openCatalog(...read);
  if (!catalog) {
    log.warn('the catalog snapshot is damaged or has another format', { format });
    return null;
  }
  catalog.apply(changes);
  if (format !== formatNumber)
    log.info('the catalog was loaded from a snapshot of the former format', { format });
  const at = now.toISOString();
  return { catalog, seenUpTo: at, thoroughAt: at, fullReadAt, snapshot: pointer };
}

/**
 * Loads the snapshot of this format, or of the former one while none is written or when it is broken: a rollout must not
 * make every function read the whole table at once.
 */
async function loadSnapshot(now: Date): Promise<LoadedCatalog | null> {
  for (const format of [formatNumber, formatNumber - 1]) {
    try {
      const pointer = await usablePointer(format, now);
      const loaded = pointer && (await openPointer(pointer, now));
      if (loaded) return loaded;
    } catch (error) {
      log.failure('a catalog snapshot could not be read', error, { format });
    }
  }
  log.warn('there is no catalog snapshot to load: the whole table is read');
  return null;
}

const changesSince = (seenUpTo: string, ms = overlapMs): Promise<CatalogChange[]> =>
  readCatalogChanges(before(seenUpTo, ms));

async function readWhole(now: Date): Promise<LoadedCatalog> {
  const catalog = createCatalog(await readListedCards());
  const at = now.toISOString();
  return { catalog, seenUpTo: at, thoroughAt: at, fullReadAt: at, snapshot: null };
}

/**
 * Loads the snapshot and the changes since; reads the whole table when there is no usable snapshot or `fromTable` is set.
 */
export async function loadCatalog({ fromTable = false } = {}): Promise<LoadedCatalog> {
  const now = clock.now();
  if (fromTable) return readWhole(now);
  return (await loadSnapshot(now)) ?? readWhole(now);
}

/** Whether the clock was set back behind the last read: changes written now would be missed by the next read. */
export const isOfTheFuture = ({ seenUpTo }: LoadedCatalog): boolean =>
  Date.parse(seenUpTo) - overlapMs > clock.now().getTime();

const isThoroughDue = ({ thoroughAt }: LoadedCatalog, now: Date): boolean =>
  Math.abs(now.getTime() - Date.parse(thoroughAt)) >= thoroughEveryMs;

/** Applies the changes since the last read. `hasRoom` false: only to cars it already has, so that it does not grow. */
export async function refreshCatalog(loaded: LoadedCatalog, hasRoom: boolean): Promise<void> {
  const { catalog, seenUpTo } = loaded;
  const now = clock.now();
  const isThorough = isThoroughDue(loaded, now);
  const changes = await changesSince(seenUpTo, isThorough ? overlapMs : shortOverlapMs);
  catalog.apply(hasRoom ? changes : changes.filter(({ id }) => catalog.card(id) !== null));
  loaded.seenUpTo = now.toISOString();
  if (isThorough) loaded.thoroughAt = loaded.seenUpTo;
}

/** The parts of two pages that must agree: cards by their ids, since both come from the same changes. */
const toCompare = ({ cards, ...counts }: CardPage) => ({ ...counts, ids: cards.map(({ id }) => id) });

/** The names of the parts in which two pages differ. */
function differing(one: CardPage, other: CardPage): string[] {
  const [ours, theirs] = [toCompare(one), toCompare(other)];
  return Object.entries(ours).flatMap(([name, value]) =>
    isDeepStrictEqual(value, theirs[name as keyof typeof theirs]) ? [] : [name],
  );
}

/** Counts and logs the comparison. The query is not logged, since it may contain a plate; its sort order is. */
function judge(page: CardPage, other: CardPage, { sort }: CardQuery): void {
  const differs = differing(page, other);
  countMetric(differs.length === 0 ? 'CarIndexAgreed' : 'CarIndexDiffered', 1);
  if (differs.length > 0)
    log.warn('the index of the cars gives another answer than memory', {
      differs: differs.join(','),
      sort,
      page: page.page,
      cars: page.totalCount,
      carsOfIndex: other.totalCount,
    });
}

/**
 * Answers from memory and asks the index the same question to count how often it would have answered the same. Answers of
 * two different moments are not compared. A failure of the index never affects the answer.
 */
export const shadowed = (memory: CatalogReader, index: CatalogReader): CatalogReader => ({
  get version() {
    return memory.version;
  },
  async query(query, viewer, ownCards) {
    const page = await memory.query(query, viewer, ownCards);
    const { version } = memory;
    try {
      const other = await index.query(query, viewer, ownCards);
      if (index.version === version) judge(page, other, query);
      else countMetric('CarIndexBehind', 1);
    } catch (error) {
      log.failure('the index of the cars did not answer beside memory', error);
      countMetric('CarIndexDiffered', 1);
    }
    return page;
  },
  counts: () => memory.counts(),
  card: (id) => memory.card(id),
  currentIds: (ids) => memory.currentIds(ids),
  similar: (...asked) => memory.similar(...asked),
});

/** Older than this, changes are read within the request. */
const freshMs = 30_000;
/** Least time between reads while an import runs or a client knows of newer changes. */
const busyMs = 700;
/** A change that a client knows of may reach the index this much later, so a read right after it may have missed it. */
const settleMs = 3_000;
/** When the table does not answer, a list up to this age is served. */
const staleMs = 10 * 60_000;
/** An environment idle for this long loads the catalog again: it has missed too much. */
const idleMs = 12 * 3600_000;

let loaded: LoadedCatalog | undefined;
let lookedAtMs = Number.NEGATIVE_INFINITY;
let looking: Promise<void> | undefined;

/** How current the catalog must be for a request. */
export type Freshness = {
  /** The request concerns something happening now: an import, or the person's own marks. */
  isBusy: boolean;
  /** The newest change that the client knows of. */
  heardOf: string | null;
};

/** The version of the snapshot that was tried last in place of what is loaded: one that cannot be opened is tried once. */
let triedVersion = '';

/**
 * The catalog of a snapshot that rests on a later reading of the whole table, which has what the reads of changes did not
 * show; null if there is none, or no memory to open it beside the one that is loaded.
 */
async function loadLater({ catalog, fullReadAt }: LoadedCatalog): Promise<LoadedCatalog | null> {
  if (shareOfMemory(catalog) > warnShare) return null;
  const now = clock.now();
  try {
    const pointer = await usablePointer(formatNumber, now);
    if (!pointer || pointer.fullReadAt <= fullReadAt || pointer.version === triedVersion) return null;
    triedVersion = pointer.version;
    return await openPointer(pointer, now);
  } catch (error) {
    log.failure('a later snapshot of the catalog could not be read', error);
    return null;
  }
}

async function look(): Promise<void> {
  const startedMs = Date.now();
  const isUsable = loaded && startedMs - lookedAtMs < idleMs && !isOfTheFuture(loaded);
  const later = loaded && isUsable && isThoroughDue(loaded, clock.now()) ? await loadLater(loaded) : null;
  if (later) loaded = later;
  else if (loaded && isUsable) await refreshCatalog(loaded, hasRoom(loaded.catalog));
  else loaded = await loadCatalog();
  lookedAtMs = startedMs;
  watchSize(loaded.catalog, isUsable ? null : Date.now() - startedMs);
}

/** Whether the last read was too early to include what the client knows of. An invalid value is ignored. */
function isBehind(heardOf: string | null, seenUpTo: string): boolean {
  const heardMs = heardOf === null ? Number.NaN : Date.parse(heardOf);
  return heardMs > Date.parse(seenUpTo) - settleMs && heardMs < clock.now().getTime() + 60_000;
}

function isDue({ isBusy, heardOf }: Freshness): boolean {
  const ageMs = Date.now() - lookedAtMs;
  if (!loaded || ageMs > freshMs) return true;
  return ageMs > busyMs && (isBusy || isBehind(heardOf, loaded.seenUpTo));
}

/**
 * The catalog of this execution environment. Changes are read again when the last read is old, when the request concerns
 * something happening now, or when the client knows of newer changes. Concurrent requests share one read, unless it began
 * too early for them.
 */
async function getFromMemory(freshness: Freshness): Promise<CatalogReader> {
  const arrivedMs = Date.now();
  try {
    while (isDue(freshness) && lookedAtMs < arrivedMs) {
      looking ??= look().finally(() => {
        looking = undefined;
      });
      await looking;
    }
  } catch (error) {
    if (!loaded || arrivedMs - lookedAtMs > staleMs) throw error;
    log.failure('catalog changes could not be read: the last state is served', error, {
      ageSeconds: Math.round((arrivedMs - lookedAtMs) / 1000),
    });
  }
  return loaded!.catalog;
}

/** The catalog for one request, from the engine the stage uses. */
export async function getCatalog(freshness: Freshness): Promise<CatalogReader> {
  switch (catalogEngine()) {
    case 'memory':
      return getFromMemory(freshness);
    case 'opensearch':
      return (await indexedCatalog()) ?? getFromMemory(freshness);
    case 'shadow': {
      const [memory, index] = await Promise.all([getFromMemory(freshness), indexedCatalogIfAny()]);
      return index ? shadowed(memory, index) : memory;
    }
  }
}
