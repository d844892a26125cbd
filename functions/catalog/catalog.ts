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

/** Beyond these the catalog should stand behind a search service instead (decision 14). */
const mostCars = 250_000;
const slowLoadMs = 2_000;
/**
 * Shares of the function's memory: from the first on it says so, from the second on it grows no more. A process needs about
 * as much again as its catalog while it opens and merges it.
 */
const warnShare = 0.3;
const fullShare = 0.4;
/** Once an hour is enough for an operator. */
const sayEveryMs = 3600_000;

let saidAtMs = Number.NEGATIVE_INFINITY;

const shareOfMemory = (catalog: Catalog): number =>
  catalog.memoryBytes / (Number(process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE ?? 2048) * 1_048_576);

/** Whether cars may still be added. A list that lacks the newest cars serves people better than none at all. */
export const hasRoom = (catalog: Catalog): boolean => shareOfMemory(catalog) < fullShare;

/** Tells the operator in time that the catalog outgrows its place. `loadMs`: how long it took to load, if it was. */
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

/** How long a function takes it for settled whether an index answers. */
const settledMs = 60_000;

const isThere = keepFresh(settledMs, async () => {
  const since = await answeringSince();
  if (!since) log.warn('no index of the cars answers yet: the list is answered from memory');
  return since !== null;
});

/** The catalog as OpenSearch has it; null until the first index is built. */
export const indexedCatalog = async (): Promise<CatalogReader | null> =>
  (await isThere()) ? searchCatalog() : null;

/** The same for who can do without: null as well when the engine does not answer. */
export async function indexedCatalogIfAny(): Promise<CatalogReader | null> {
  try {
    return await indexedCatalog();
  } catch (error) {
    log.failure('OpenSearch does not say whether it has an index of the cars', error);
    return null;
  }
}

/**
 * How far a thorough look at the catalog's changes goes back behind the last look. A car is stamped before it is written,
 * writes are tried again for seconds, the index lags, and the writers' clocks differ: what was late for the last looks is seen
 * by this one.
 */
export const overlapMs = 150_000;

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

/** What of a page must be the same: its cards by their ids, since a card is what the same change made it. */
const toCompare = ({ cards, ...counts }: CardPage) => ({ ...counts, ids: cards.map(({ id }) => id) });

/** The parts of two pages that differ, by name. */
function differing(one: CardPage, other: CardPage): string[] {
  const [ours, theirs] = [toCompare(one), toCompare(other)];
  return Object.entries(ours).flatMap(([name, value]) =>
    isDeepStrictEqual(value, theirs[name as keyof typeof theirs]) ? [] : [name],
  );
}

/** What was asked is not for the log, where it may name a plate; how it was sorted is. */
function judge(page: CardPage, other: CardPage, { sort }: CardQuery): void {
  const differs = differing(page, other);
  countMetric(differs.length === 0 ? 'CarIndexAgreed' : 'CarIndexDiffered', 1);
  if (differs.length > 0)
    log.warn('the index of the cars answers otherwise than memory', {
      differs: differs.join(','),
      sort,
      page: page.page,
      cars: page.totalCount,
      carsOfIndex: other.totalCount,
    });
}

/**
 * Memory answers; the index is asked the same question, and it is counted whether it would have answered so. Answers of two
 * moments are not compared. No fault of the index becomes one of the list.
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
  similar: (subject, viewer) => memory.similar(subject, viewer),
});

/** How old the last look may be before changes are asked for inside a request. */
const freshMs = 30_000;
/** While an import runs, or a caller has heard of something newer, a look is worth its cost this often. */
const busyMs = 700;
/** What a caller has heard of may reach the index this much later: a look so soon after it may have missed it. */
const settleMs = 3_000;
/** When the table does not answer, a list this old is better than none. */
const staleMs = 10 * 60_000;
/** An environment that nobody called for this long begins anew: it has missed too much. */
const idleMs = 12 * 3600_000;

let loaded: LoadedCatalog | undefined;
let lookedAtMs = Number.NEGATIVE_INFINITY;
let looking: Promise<void> | undefined;

/** What a request asks of the catalog's freshness. */
export type Freshness = {
  /** It belongs to something that is happening now: an import, the person's own marks. */
  isBusy: boolean;
  /** The newest change its client has heard of. */
  heardOf: string | null;
};

async function look(): Promise<void> {
  const startedMs = Date.now();
  const isUsable = loaded && startedMs - lookedAtMs < idleMs && !isOfTheFuture(loaded);
  if (loaded && isUsable) await refreshCatalog(loaded, hasRoom(loaded.catalog));
  else loaded = await loadCatalog();
  lookedAtMs = startedMs;
  watchSize(loaded.catalog, isUsable ? null : Date.now() - startedMs);
}

/** Whether the last look was too early for what a client has heard of. Nonsense from a client is no reason to look. */
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
 * The catalog as this execution environment knows it, looked at again when it is old, when the request belongs to something
 * that is happening, or when the caller has heard of something newer. Requests that arrive together share one look; one
 * that began before the request came may have been too early for it.
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
    log.failure('the catalog could not be looked at again: the last look serves', error, {
      ageSeconds: Math.round((arrivedMs - lookedAtMs) / 1000),
    });
  }
  return loaded!.catalog;
}

/** The catalog for one request, from where the stage answers it. */
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
