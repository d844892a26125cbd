import type { Card } from '#core/car/card.ts';
import { readCatalog } from '#functions/_adapters/dynamodb/cars.ts';

/** How old the last look may be before changes are asked for inside a request. */
const freshMs = 30_000;
/** The index lags a little behind the table: each look goes back this far. */
const overlapMs = 10_000;
/** While an import runs, or a caller has heard of something newer, a look is worth its cost this often. */
const busyMs = 700;

type Catalog = { cards: Map<string, Card>; version: string; lookedAtMs: number };
let catalog: Catalog | undefined;
let looking: Promise<Catalog> | undefined;

async function look(previous: Catalog | undefined): Promise<Catalog> {
  const lookedAtMs = Date.now();
  const since = previous?.version ? new Date(Date.parse(previous.version) - overlapMs).toISOString() : null;
  const changed = await readCatalog(since);
  const cards = previous?.cards ?? new Map<string, Card>();
  let version = previous?.version ?? '';
  for (const card of changed) {
    // A sold or removed car stays in the table with its history and leaves the list.
    if (card.availability === 'gone' || card.availability === 'sold') cards.delete(card.id);
    else cards.set(card.id, card);
    if (card.updatedAt > version) version = card.updatedAt;
  }
  return { cards, version, lookedAtMs };
}

/**
 * The catalog as this execution environment knows it, looked at again when it is old, when the request belongs to a running
 * import, or when the caller has heard of a newer version. Requests that arrive together share one look.
 */
export async function getCatalog(options: { isBusy: boolean; heardOf: string | null }): Promise<Catalog> {
  const ageMs = catalog ? Date.now() - catalog.lookedAtMs : Number.POSITIVE_INFINITY;
  const isBehind = options.heardOf !== null && catalog !== undefined && options.heardOf > catalog.version;
  const isDue = ageMs > freshMs || ((options.isBusy || isBehind) && ageMs > busyMs);
  if (catalog && !isDue) return catalog;
  looking ??= look(catalog).finally(() => {
    looking = undefined;
  });
  catalog = await looking;
  return catalog;
}
