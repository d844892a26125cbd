import { type CatalogChange, isCard } from '#core/cars/card.ts';
import { isAgeKnown } from '#core/cars/listing-life.ts';
import { asksForCar, dealRank, isListed, searchedTexts } from '#core/catalog/card-rules.ts';
import { foldText } from '#core/catalog/fold-text.ts';
import { columnReaders, type NumberColumn } from '#core/catalog/memory/segment.ts';
import { formatNumber } from '#core/catalog/memory/snapshot.ts';
import { findTown } from '#core/places/places.ts';

/**
 * The number of what a document holds and how it is indexed. Whatever changes it, or the card, begins an index of its own:
 * during a rollout functions of two versions run side by side, as they do with snapshots (decision 15).
 */
const documentFormat = 2;

/** The name under which functions of this version ask. Which index answers is settled by whoever built the last one. */
export const indexAlias = `cars-${formatNumber}-${documentFormat}`;

/** The index of one build of it. `stamp`: when it began, with a random end, in small letters. */
export const indexName = (stamp: string): string => `${indexAlias}-${stamp}`;

/** The engine would cut longer words in two; nobody asks for one. */
export const longestWord = 255;

const word = { type: 'keyword' } as const;
/** Compared, and never sorted by or counted. */
const plainWord = { type: 'keyword', doc_values: false } as const;
const whole = { type: 'integer' } as const;
const instant = { type: 'long' } as const;
const real = { type: 'double' } as const;

/** Words that were folded before they came (core/catalog/fold-text.ts): parted at blanks, found by how they begin. */
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
  // Kept as it came and looked into by nobody: it is read as a whole.
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

/** Searched by one processor in about a second: shards are searched side by side (docs/operations/growth.md). */
const carsPerShard = 1_000_000;

/** The shards of an index that is built for so many cars. */
export const shardsFor = (cars: number): number => Math.max(1, Math.ceil(cars / carsPerShard));

/**
 * What a new index is made of. Each shard has a copy where there is a second node. Nobody searches an index while it is
 * filled, so it is made searchable once, at its end.
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

/** What changes in an index that is about to answer. */
export const answeringSettings = { index: { refresh_interval: '1s' } };

/** Numbers that the memory engine filters and sorts by as well; what is unknown stands in them as it does there. */
const sharedNumbers = [
  'priceDkk',
  'priceStep',
  'year',
  'mileageKm',
  'inspection',
  'firstSeenMs',
  'scrapedMs',
  'listedMs',
  'droppedMs',
  'horsepower',
  'priceShare',
  'running',
  'rangeKm',
  'batteryKwh',
] as const satisfies readonly NumberColumn[];

type Document = Partial<Record<IndexedField, unknown>>;

/** A change as it is indexed. Of two versions of a car the higher stands, whenever each comes. */
export type VersionedDocument = { id: string; version: number; document: Document };

/**
 * The engine's version of a change: its instant. Of one instant the removal is the later, so that nothing brings back what
 * left.
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
 * The document of a change. A car that left the list leaves a document that says so: an older version of it that comes
 * late must find a newer one, for longer than an engine remembers what it deleted.
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
      // What asks for no price of the car comes last in both directions.
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
