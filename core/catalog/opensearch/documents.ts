import { type CatalogChange, isCard } from '#core/cars/card.ts';
import { isAgeKnown } from '#core/cars/listing-life.ts';
import { asksForCar, dealRank, isListed, searchedTexts } from '#core/catalog/card-rules.ts';
import { foldText } from '#core/catalog/fold-text.ts';
import { columnReaders, type NumberColumn } from '#core/catalog/memory/segment.ts';
import { formatNumber } from '#core/catalog/memory/snapshot.ts';
import { findTown } from '#core/places/places.ts';

/**
 * The version of a document's fields and of their mapping. Raising it, or the card's format, starts a new index: during a
 * rollout functions of two versions run side by side, each on its own index, as with snapshots (decision 15).
 */
const documentFormat = 2;

/** The alias that functions of this version query. The last build points it at its index. */
export const indexAlias = `cars-${formatNumber}-${documentFormat}`;

/** The name of one build of the index. `stamp`: when the build began, and random characters, in lower case. */
export const indexName = (stamp: string): string => `${indexAlias}-${stamp}`;

/** The tokenizer would split longer words, so they are cut; nobody searches for one. */
export const longestWord = 255;

const word = { type: 'keyword' } as const;
/** For exact matches only; never sorted by or aggregated. */
const plainWord = { type: 'keyword', doc_values: false } as const;
const whole = { type: 'integer' } as const;
const instant = { type: 'long' } as const;
const real = { type: 'double' } as const;

/** Words that `fold-text.ts` has folded already: separated by blanks and found by prefix. */
const foldedWords = {
  type: 'text',
  analyzer: 'blanks',
  index_options: 'docs',
  norms: false,
  index_prefixes: { min_chars: 1, max_chars: 10 },
} as const;

const properties = {
  id: word,
  isListed: { type: 'boolean' },
  updatedMs: instant,
  // Stored and returned as a whole, not indexed.
  card: { type: 'object', enabled: false },
  priceDkk: real,
  priceStep: whole,
  year: whole,
  mileageKm: real,
  inspection: whole,
  firstSeenMs: instant,
  scrapedMs: instant,
  listedMs: instant,
  ageKnown: whole,
  droppedMs: instant,
  horsepower: whole,
  priceShare: real,
  running: whole,
  rangeKm: whole,
  batteryKwh: real,
  askedUp: real,
  askedDown: real,
  dealRank: whole,
  make: word,
  makeFolded: plainWord,
  model: word,
  modelFolded: word,
  town: word,
  deal: word,
  fuel: word,
  gearbox: word,
  seller: word,
  sources: word,
  body: word,
  color: word,
  features: word,
  openWords: foldedWords,
  guardedWords: foldedWords,
  formerIds: plainWord,
} as const;

export type IndexedField = keyof typeof properties;

/** So many cars are searched by one processor in about a second; shards are searched in parallel (docs/operations/growth.md). */
const carsPerShard = 1_000_000;

/** The shards of an index that is built for so many cars. */
export const shardsFor = (cars: number): number => Math.max(1, Math.ceil(cars / carsPerShard));

/**
 * The settings and mapping of a new index. Each shard has a replica if there is a second node. Nobody searches an index while
 * it is filled, so it is refreshed once, at the end.
 */
export const indexDefinition = (shards: number) => ({
  settings: {
    index: { number_of_shards: shards, auto_expand_replicas: '0-1', refresh_interval: '-1' },
    analysis: {
      tokenizer: { blanks: { type: 'whitespace', max_token_length: longestWord } },
      analyzer: { blanks: { type: 'custom', tokenizer: 'blanks' } },
    },
  },
  mappings: { dynamic: 'strict', _source: { includes: ['card'] }, properties },
});

/** The settings that an index gets before it answers queries. */
export const answeringSettings = { index: { refresh_interval: '1s' } };

/** Numbers that the memory engine filters and sorts by as well; unknown values are encoded as there. Features are words here. */
const sharedNumbers = (Object.keys(properties) as IndexedField[]).filter(
  (name): name is IndexedField & NumberColumn => name in columnReaders && name !== 'features',
);

type Document = Partial<Record<IndexedField, unknown>>;

/** A change as it is indexed. Of two versions of a car the higher wins, in whatever order they arrive. */
export type VersionedDocument = { id: string; version: number; document: Document };

/**
 * The version number that OpenSearch compares: the change's instant. A removal is newer than a change of the same instant, so
 * that no change restores a removed car.
 */
const versionOf = (updatedMs: number, isRemoval: boolean) => updatedMs * 2 + (isRemoval ? 1 : 0);

const known = (name: string | null): string | undefined => name || undefined;
const folded = (name: string | null): string | undefined => known(name === null ? null : foldText(name));
const distinctWords = (text: string): Set<string> =>
  new Set(
    text
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => word.slice(0, longestWord)),
  );

/** The words that everybody may search, and those that only people who see plates may search beside them. */
function wordsOf(texts: { open: string; full: string }): Pick<Document, 'openWords' | 'guardedWords'> {
  const open = distinctWords(texts.open);
  const guarded = [...distinctWords(texts.full)].filter((word) => !open.has(word));
  return { openWords: [...open].join(' '), guardedWords: guarded.join(' ') };
}

/**
 * The document of a change. A removed car is not deleted but gets a document with `isListed: false`: an older version that
 * arrives late must find a newer one, and OpenSearch forgets deletions after a while.
 */
export function documentOf(change: CatalogChange): VersionedDocument {
  const updatedMs = Date.parse(change.updatedAt);
  const { id } = change;
  if (!isCard(change) || !isListed(change))
    return {
      id,
      version: versionOf(updatedMs, true),
      document: { id, updatedMs, isListed: false },
    };
  const card = change;
  const asked = asksForCar(card) ? card.priceDkk : null;
  return {
    id,
    version: versionOf(updatedMs, false),
    document: {
      id,
      updatedMs,
      isListed: true,
      // The words of its description are indexed beside it.
      card: { ...card, words: '' },
      ...Object.fromEntries(sharedNumbers.map((name) => [name, columnReaders[name](card)])),
      // Cars without an asking price come last in both directions.
      askedUp: asked ?? Number.MAX_VALUE,
      askedDown: asked ?? -1,
      ageKnown: isAgeKnown(card) ? 1 : 0,
      dealRank: dealRank[card.deal],
      make: known(card.make),
      makeFolded: folded(card.make),
      model: known(card.model),
      modelFolded: folded(card.model),
      town: findTown(card.city ?? '')?.name,
      deal: card.deal,
      fuel: known(card.fuel),
      gearbox: known(card.gearbox),
      seller: known(card.sellerType),
      sources: card.sources,
      body: known(card.body),
      color: known(card.colorFamily),
      features: card.features,
      ...wordsOf(searchedTexts(card)),
      formerIds: card.formerIds,
    },
  };
}
