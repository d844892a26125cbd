import { isLocked, type Viewer } from '#core/cars/car.ts';
import { type Card, type CatalogChange, isCard } from '#core/cars/card.ts';
import type { Deal } from '#core/valuation/valuation.ts';
import { type CardPage, type CardQuery, isFiltered } from './card-query.ts';
import { isListed } from './card-rules.ts';
import { addSegment, findLive, mergeSegments } from './memory/merge.ts';
import { countLocked, findSimilar, pageOf, scanSegments } from './memory/query.ts';
import type { Found } from './memory/scan.ts';
import {
  buildSegment,
  cardAt,
  dealOf,
  isSameCard,
  memoryOf,
  type Segment,
  type TextCodec,
} from './memory/segment.ts';
import { closeSnapshot, openSnapshot } from './memory/snapshot.ts';

/** The whole catalog in memory. Methods answer synchronously; `apply` changes it between answers. */
export interface Catalog extends CatalogReader {
  readonly size: number;
  readonly memoryBytes: number;
  query(query: CardQuery, viewer: Viewer, ownCards?: readonly Card[]): CardPage;
  counts(): CatalogCounts;
  card(id: string): Card | null;
  /** Iterates over every listed car. */
  cards(): Iterable<Card>;
  currentIds(ids: Iterable<string>): ReadonlyMap<string, string>;
  similar(subject: Likeness, viewer: Viewer, hidden?: ReadonlySet<string>): Card[];
  /**
   * Applies changes, in any order and any number of times. Of a car's versions the newest is kept (by `updatedAt`; of equal
   * ones the last applied). Cars that are gone, sold or owned by one person leave the list.
   */
  apply(changes: readonly CatalogChange[]): void;
  /** The catalog as chunks of at most this many bytes, for `openCatalog`. */
  snapshot(chunkBytes: number, codec: TextCodec): Iterable<Uint8Array<ArrayBuffer>>;
}

// An older version of a car can arrive after its removal only while indexes lag or messages are redelivered.
const rememberedRemovals = 50_000;

const listed = (change: CatalogChange): Card | null => (isCard(change) && isListed(change) ? change : null);

/**
 * Whether a change replaces another of the same id. At equal instants the last one wins, except that a removal is never
 * undone.
 */
const replaces = (change: CatalogChange, other: CatalogChange): boolean =>
  change.updatedAt === other.updatedAt
    ? listed(change) === null || listed(other) !== null
    : change.updatedAt > other.updatedAt;

function newestOf(changes: readonly CatalogChange[]): Map<string, CatalogChange> {
  const newest = new Map<string, CatalogChange>();
  for (const change of changes) {
    const other = newest.get(change.id);
    if (!other || replaces(change, other)) newest.set(change.id, change);
  }
  return newest;
}

type State = {
  segments: Segment[];
  removedAt: Map<string, string>;
  /** Maps a former id of a car to its current one. */
  mergedInto: Map<string, string>;
  version: string;
};

/** How a change of one id affects the catalog: whether it removes the current card, and the card to add. */
function judge(state: State, change: CatalogChange): { removes: boolean; adds: Card | null } {
  const none = { removes: false, adds: null };
  const live = findLive(state.segments, change.id);
  const known = live ? cardAt(live.segment, live.row) : null;
  if (known && known.updatedAt > change.updatedAt) return none;
  const removedAt = state.removedAt.get(change.id) ?? '';
  const card = listed(change);
  if (card === null) {
    if (change.updatedAt > removedAt) remember(state.removedAt, change);
    return { removes: known !== null, adds: null };
  }
  if (removedAt >= change.updatedAt) return none;
  if (known && isSameCard(known, card)) return none;
  return { removes: known !== null, adds: card };
}

function remember(removedAt: Map<string, string>, { id, updatedAt }: CatalogChange): void {
  removedAt.delete(id);
  removedAt.set(id, updatedAt);
  if (removedAt.size > rememberedRemovals) removedAt.delete(removedAt.keys().next().value!);
}

function removeLive(segments: readonly Segment[], id: string): void {
  const live = findLive(segments, id);
  if (!live) return;
  live.segment.isGone[live.row] = 1;
  live.segment.goneCount++;
}

function applyTo(state: State, changes: readonly CatalogChange[]): boolean {
  const added: Card[] = [];
  let hasChanged = false;
  for (const change of newestOf(changes).values()) {
    if (change.updatedAt > state.version) state.version = change.updatedAt;
    const { removes, adds } = judge(state, change);
    if (removes) removeLive(state.segments, change.id);
    if (adds) added.push(adds);
    for (const former of adds?.formerIds ?? []) state.mergedInto.set(former, change.id);
    hasChanged ||= removes || adds !== null;
  }
  if (added.length > 0) state.segments = addSegment(state.segments, buildSegment(added));
  return hasChanged;
}

function countDeals(segments: readonly Segment[]): CatalogCounts {
  const counts: CatalogCounts = { amazing: 0, fair: 0, poor: 0, no_estimate: 0, total: 0 };
  for (const { numbers, isGone, size } of segments) {
    for (let row = 0; row < size; row++) {
      if (isGone[row] === 1) continue;
      counts[dealOf(numbers.traits[row]!)]++;
      counts.total++;
    }
  }
  return counts;
}

/** The result of a scan without filters, which every visit begins with; cached until something changes. */
type Everything = { found: Found[]; lockedCount: number };

function keepAnswers(state: State) {
  let counts: CatalogCounts | undefined;
  const everything = new Map<boolean, Everything>();
  return {
    clear() {
      counts = undefined;
      everything.clear();
    },
    counts: () => (counts ??= countDeals(state.segments)),
    everything(query: CardQuery, viewer: Viewer): Everything {
      const isOpen = !isLocked(viewer, { deal: 'amazing' });
      const kept = everything.get(isOpen) ?? {
        found: scanSegments(state.segments, query, viewer),
        lockedCount: countLocked(state.segments, viewer),
      };
      everything.set(isOpen, kept);
      return kept;
    },
  };
}

function catalogOf(state: State): Catalog {
  const kept = keepAnswers(state);
  return {
    get version() {
      return state.version;
    },
    get size() {
      return kept.counts().total;
    },
    get memoryBytes() {
      return state.segments.reduce((sum, segment) => sum + memoryOf(segment), 0);
    },
    query(query, viewer, ownCards = []) {
      if (ownCards.length === 0 && query.hidden.size === 0 && !isFiltered(query)) {
        const { found, lockedCount } = kept.everything(query, viewer);
        return pageOf(found, lockedCount, query, viewer);
      }
      const own = ownCards.length > 0 ? [buildSegment(ownCards)] : [];
      const segments = [...state.segments, ...own];
      const lockedCount = isFiltered(query) ? 0 : countLocked(segments, viewer);
      return pageOf(scanSegments(segments, query, viewer), lockedCount, query, viewer);
    },
    counts: () => ({ ...kept.counts() }),
    card(id) {
      const live = findLive(state.segments, id);
      return live ? cardAt(live.segment, live.row) : null;
    },
    *cards() {
      for (const segment of state.segments)
        for (let row = 0; row < segment.size; row++)
          if (segment.isGone[row] === 0) yield cardAt(segment, row);
    },
    currentIds(ids) {
      const current = new Map<string, string>();
      for (const id of ids) {
        const to = state.mergedInto.get(id);
        if (to !== undefined) current.set(id, to);
      }
      return current;
    },
    similar: (subject, viewer, hidden = new Set()) =>
      findSimilar(state.segments, subject, viewer, hidden).map(({ segment, row }) => cardAt(segment, row)),
    apply(changes) {
      if (applyTo(state, changes)) kept.clear();
    },
    snapshot(chunkBytes, codec) {
      const [only, second] = state.segments;
      const segment = only && !second && only.goneCount === 0 ? only : mergeSegments(state.segments);
      if (segment !== only) kept.clear();
      state.segments = [segment];
      return closeSnapshot({ ...state, segment }, chunkBytes, codec);
    },
  };
}

export function createCatalog(cards: readonly Card[]): Catalog {
  const empty = { segments: [], removedAt: new Map(), mergedInto: new Map(), version: '' };
  const catalog = catalogOf(empty);
  catalog.apply(cards);
  return catalog;
}

/** Opens a catalog from a snapshot's chunks, in order. Null if a part is damaged or of another format, or if they do not belong together. */
export function openCatalog(chunks: readonly Uint8Array[], codec: TextCodec): Catalog | null {
  const opened = openSnapshot(chunks, codec);
  return opened && catalogOf({ ...opened, segments: [opened.segment] });
}

/** The engine in memory answers synchronously; a service behind the same port answers with a promise. */
type Answer<T> = T | Promise<T>;

export type CatalogCounts = Record<Deal, number> & { total: number };

/** The facts by which the similarity of two cars is computed. */
export type Likeness = Pick<Card, 'id' | 'make' | 'model' | 'year' | 'mileageKm' | 'priceDkk'>;

export type CatalogReader = {
  /** The instant of the newest change it has (ISO); empty before the first. */
  readonly version: string;
  /** `ownCards`: the viewer's private cards, merged into this answer only. */
  query(query: CardQuery, viewer: Viewer, ownCards?: readonly Card[]): Answer<CardPage>;
  counts(): Answer<CatalogCounts>;
  /** The card as stored, whether or not it is locked: the caller decides what may be shown. Null if it is not listed. */
  card(id: string): Answer<Card | null>;
  /** Maps those of these ids that belong to merged cars to their current ids. */
  currentIds(ids: Iterable<string>): Answer<ReadonlyMap<string, string>>;
  /**
   * Up to eight cars that the viewer may see, most similar to the subject first. The subject need not be listed. `hidden`: the
   * current ids of cars that are left out.
   */
  similar(subject: Likeness, viewer: Viewer, hidden?: ReadonlySet<string>): Answer<Card[]>;
};

/**
 * Which engine answers the list. With "shadow" the answer comes from memory, and OpenSearch is asked too, for comparison.
 */
export const catalogEngines = ['memory', 'shadow', 'opensearch'] as const;
export type CatalogEngine = (typeof catalogEngines)[number];

/** Memory, if the installation sets nothing. */
export const readCatalogEngine = (given: string | null): CatalogEngine =>
  catalogEngines.find((engine) => engine === given) ?? 'memory';
