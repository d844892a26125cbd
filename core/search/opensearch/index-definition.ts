import { formatNumber } from '../catalog/snapshot-format.ts';

/**
 * The number of what a document holds and how it is indexed. Whatever changes it, or the card, begins an index of its own:
 * during a rollout functions of two versions run side by side, as they do with snapshots (decision 51).
 */
const documentFormat = 1;

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

/** Words that were folded before they came (core/search/fold-text.ts): parted at blanks, found by how they begin. */
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
  askedUp: real,
  askedDown: real,
  dealRank: whole,
  make: word,
  makeFolded: plainWord,
  model: word,
  modelFolded: word,
  town: plainWord,
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

/** What a new index is made of. `shards`: parts that are searched side by side. Each has a copy where there is a second node. */
export const indexDefinition = (shards: number) => ({
  settings: {
    index: { number_of_shards: shards, auto_expand_replicas: '0-1', refresh_interval: '1s' },
    analysis: {
      tokenizer: { blanks: { type: 'whitespace', max_token_length: longestWord } },
      analyzer: { blanks: { type: 'custom', tokenizer: 'blanks' } },
    },
  },
  mappings: { dynamic: 'strict', _source: { includes: ['card'] }, properties },
});
