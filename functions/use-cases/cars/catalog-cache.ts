import type { CatalogReader } from '#core/search/catalog-reader.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { catalogEngine } from '#functions/_runtime/settings.ts';
import { hasRoom, watchSize } from './catalog-size.ts';
import { indexedCatalog, indexedCatalogIfAny } from './indexed-catalog.ts';
import { isOfTheFuture, type LoadedCatalog, loadCatalog, refreshCatalog } from './load-catalog.ts';
import { shadowed } from './shadowed-catalog.ts';

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
