import { isLocked, listedSince, type Viewer } from '#core/cars/car.ts';
import type { Card } from '#core/cars/card.ts';
import { type ColorFamily, colorFamilies, type Feature, features } from '#core/cars/features.ts';
import { type SteadySort, steadySorts } from '#core/catalog/card-query.ts';
import {
  asksForCar,
  comparedMileageKm,
  dealRank,
  priceShare,
  runningKey,
  searchedTexts,
} from '#core/catalog/card-rules.ts';
import { priceStepOf } from '#core/catalog/number-filters.ts';
import { type Body, bodies, fuels, gearboxes, sellerTypes } from '#core/marketplaces/ad/listing.ts';
import { type MarketplaceId, marketplaceIds } from '#core/marketplaces/marketplace-id.ts';
import { findTown } from '#core/places/places.ts';
import type { Town } from '#core/places/towns.ts';
import { type Deal, deals } from '#core/valuation/valuation.ts';
import type { Column } from './snapshot.ts';
import { buildWordIndexes, type WordIndex } from './words.ts';

/** The card's fields in the order in which its text stores their values. A snapshot with another order is not read. */
export const cardFields = [
  'id',
  'title',
  'words',
  'priceDkk',
  'foreignPrice',
  'make',
  'model',
  'variant',
  'year',
  'mileageKm',
  'mileagePrecision',
  'city',
  'fuel',
  'gearbox',
  'sellerType',
  'nextInspection',
  'plate',
  'photos',
  'deal',
  'reason',
  'lowDkk',
  'avgDkk',
  'highDkk',
  'comparableCount',
  'availability',
  'listedAt',
  'firstSeenAt',
  'scrapedAt',
  'updatedAt',
  'ownerId',
  'sources',
  'body',
  'horsepower',
  'colorFamily',
  'features',
  'priceDrop',
  'goneAt',
  'formerIds',
  'findingCount',
  'heavyFindingCount',
  'heaviestFinding',
  'halfYearlyTaxDkk',
  'energy',
  'rangeKm',
  'batteryKwh',
] as const satisfies readonly (keyof Card)[];

type Missing = Exclude<keyof Card, (typeof cardFields)[number]>;
// Compile-time check that all fields of the card are listed above.
const nothingMissing: [Missing] extends [never] ? true : Missing = true;

/** A card's values as JSON, without field names and without its description, whose words an index has. */
export const writeCard = (card: Card): string =>
  JSON.stringify(cardFields.map((field) => (field === 'words' ? '' : nothingMissing ? card[field] : null)));

const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Whether both say the same: the table answers the keys of a map in any order. */
export function isSameCard(a: Card, b: Card): boolean {
  const [one, other] = [writeCard(a), writeCard(b)];
  return (
    one === other || JSON.stringify(JSON.parse(one), inOrder) === JSON.stringify(JSON.parse(other), inOrder)
  );
}

export function readCard(text: string): Card {
  const card = readFields(text, cardFields) as Card;
  // Texts of the former format have the beginning of the description.
  card.words = '';
  return card;
}

export function readFields(text: string, fields: readonly string[]): Record<string, unknown> {
  const values = JSON.parse(text) as unknown[];
  // A loop, because `Object.fromEntries` takes three times as long and a page has thirty cards.
  const card: Record<string, unknown> = {};
  for (let i = 0; i < fields.length; i++) card[fields[i]!] = values[i];
  return card;
}

/** Whether a stored card lacks fields. */
export const isCardInPart = (kept: unknown): boolean =>
  typeof kept === 'object' &&
  kept !== null &&
  'title' in kept &&
  cardFields.some((field) => !(field in kept));

/** Compresses and decompresses blocks of texts; synchronous, because it is used while answering. */
export type TextCodec = {
  pack(bytes: Uint8Array): Uint8Array<ArrayBuffer>;
  unpack(packed: Uint8Array, length: number): Uint8Array<ArrayBuffer>;
};

/**
 * Texts stored one after another as UTF-8, with their offsets; the last offset is the end. Blocks of a snapshot stay
 * compressed until one of their texts is read: a reader needs thirty of a hundred thousand cards.
 */
export class TextBlock {
  readonly offsets: Uint32Array<ArrayBuffer>;
  #held: Uint8Array<ArrayBuffer> | (() => Uint8Array<ArrayBuffer>);

  constructor(
    offsets: Uint32Array<ArrayBuffer>,
    held: Uint8Array<ArrayBuffer> | (() => Uint8Array<ArrayBuffer>),
  ) {
    this.offsets = offsets;
    this.#held = held;
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    if (typeof this.#held === 'function') this.#held = this.#held();
    return this.#held;
  }

  /** Size in memory, once decompressed. */
  get memoryBytes(): number {
    return this.offsets.byteLength + this.offsets.at(-1)!;
  }
}

/** Texts in blocks of `textsPerBlock`; the last may be shorter. */
export type Texts = readonly TextBlock[];

/** Small enough to decompress a page's thirty cards in 20 ms, large enough to compress nearly as well as one block. */
export const textsPerBlock = 256;

export const encodeText = (text: string): Uint8Array => encoder.encode(text);

function blockOf(texts: readonly Uint8Array[]): TextBlock {
  const offsets = new Uint32Array(texts.length + 1);
  for (const [i, text] of texts.entries()) offsets[i + 1] = offsets[i]! + text.length;
  const bytes = new Uint8Array(offsets[texts.length]!);
  for (const [i, text] of texts.entries()) bytes.set(text, offsets[i]);
  return new TextBlock(offsets, bytes);
}

/** Packs `count` texts, which are requested in order. */
export const packTexts = (count: number, bytesOf: (index: number) => Uint8Array): Texts =>
  Array.from({ length: Math.ceil(count / textsPerBlock) }, (_, block) => {
    const first = block * textsPerBlock;
    const length = Math.min(textsPerBlock, count - first);
    return blockOf(Array.from({ length }, (__, i) => bytesOf(first + i)));
  });

export function bytesAt(texts: Texts, index: number): Uint8Array {
  const { bytes, offsets } = texts[Math.floor(index / textsPerBlock)]!;
  const at = index % textsPerBlock;
  return bytes.subarray(offsets[at]!, offsets[at + 1]!);
}

export const textAt = (texts: Texts, index: number): string => decoder.decode(bytesAt(texts, index));

/** A dictionary-encoded column: each row's code, and the name of each code. Code 0 is "unknown". */
export type Names = { codes: Uint32Array<ArrayBuffer>; values: readonly string[] };

/** The numeric columns and their array types. */
export const numberColumns = {
  /** See `traitCount`. */
  traits: Uint16Array,
  priceDkk: Float64Array,
  /** The bar of the histogram; 255 for a price in no bar. */
  priceStep: Uint8Array,
  /** 0: unknown. */
  year: Int16Array,
  /** As the list compares it; `Number.MAX_VALUE` if unknown. */
  mileageKm: Float64Array,
  /** Next inspection as a number, 20270314; 0: unknown. */
  inspection: Uint32Array,
  /** See `nameBits`. */
  looks: Uint16Array,
  /** See `packFeatures`. */
  features: Uint8Array,
  /** 0: unknown. */
  horsepower: Uint16Array,
  /** Milliseconds since 1970. */
  firstSeenMs: Float64Array,
  scrapedMs: Float64Array,
  listedMs: Float64Array,
  /** Milliseconds since 1970 of the last price cut; 0 if there was none. */
  droppedMs: Float64Array,
  /** See `priceShare`. */
  priceShare: Float64Array,
  /** See `runningKey`. */
  running: Uint32Array,
  /** Of electric cars; 0: unknown. */
  rangeKm: Uint16Array,
  batteryKwh: Float64Array,
} as const;

export type NumberColumn = keyof typeof numberColumns;
export type NumberColumns = { [Column in NumberColumn]: InstanceType<(typeof numberColumns)[Column]> };

/**
 * Cards as columns. Rows are sorted by id, so that row numbers break ties. A segment never changes except for `isGone`: a
 * changed card is marked as gone and added to a later segment.
 */
export type Segment = {
  size: number;
  ids: readonly string[];
  /** 1: removed, or replaced by a later segment. */
  isGone: Uint8Array;
  goneCount: number;
  numbers: NumberColumns;
  makes: Names;
  /** Models of all makes. */
  models: Names;
  cities: Names;
  /** The town of each city, for distances. */
  towns: readonly (Town | null)[];
  orders: Record<SteadySort, Uint32Array<ArrayBuffer>>;
  words: { open: WordIndex; guarded: WordIndex };
  /** The full cards, see `writeCard`. */
  texts: Texts;
};

export const noPriceStep = 255;
export const unknownMileage = Number.MAX_VALUE;

export const cardAt = (segment: Segment, row: number): Card => readCard(textAt(segment.texts, row));

/** The row of an id, gone or not; −1 if there is none. */
export function rowOf({ ids }: Segment, id: string): number {
  let low = 0;
  let high = ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = ids[middle]!;
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

const bytesPerString = 48;

/** Approximate memory in bytes: exact for texts and numbers, estimated for strings. */
export function memoryOf(segment: Segment): number {
  const arrays: { byteLength: number }[] = [
    segment.isGone,
    ...Object.values(segment.numbers),
    segment.makes.codes,
    segment.models.codes,
    segment.cities.codes,
    ...Object.values(segment.orders),
  ];
  const { open, guarded } = segment.words;
  for (const { offsets } of [open, guarded])
    arrays.push(offsets, { byteLength: offsets.at(-1)! * Uint32Array.BYTES_PER_ELEMENT });
  const texts = segment.texts.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
  const strings = segment.ids.length + open.words.length + guarded.words.length;
  return arrays.reduce((sum, array) => sum + array.byteLength, texts + strings * bytesPerString);
}

/**
 * A car's marketplaces, body and colour packed into one number: a bit for each marketplace, then four bits for the body and
 * four for the colour, where 0 is "unknown".
 */
const nameBits = 4;
const nameMask = (1 << nameBits) - 1;
const bodyShift = marketplaceIds.length;
const colorShift = bodyShift + nameBits;
export const lookCount = 1 << (colorShift + nameBits);

export const bitsOf = <T extends string>(all: readonly T[], some: readonly T[]): number =>
  some.reduce((bits, name) => bits | (all.includes(name) ? 1 << all.indexOf(name) : 0), 0);

export const packLooks = ({ sources, body, colorFamily }: Card): number =>
  bitsOf(marketplaceIds, sources) |
  ((body === null ? 0 : bodies.indexOf(body) + 1) << bodyShift) |
  ((colorFamily === null ? 0 : colorFamilies.indexOf(colorFamily) + 1) << colorShift);

export const packFeatures = (card: Pick<Card, 'features'>): number => bitsOf(features, card.features);
export const featureSets = 1 << features.length;

export const sourcesOf = (looks: number): MarketplaceId[] =>
  marketplaceIds.filter((_, bit) => (looks & (1 << bit)) !== 0);
export const bodyOf = (looks: number): Body | null => bodies[((looks >> bodyShift) & nameMask) - 1] ?? null;
export const colorOf = (looks: number): ColorFamily | null =>
  colorFamilies[((looks >> colorShift) & nameMask) - 1] ?? null;
export const featuresOf = (set: number): Feature[] => features.filter((_, bit) => (set & (1 << bit)) !== 0);

/**
 * A car's facts with few values, packed into one number below `traitCount`, so that one table look-up evaluates all their
 * filters. From the lowest bit: deal 2, fuel 3, gearbox 2, seller 2, has a price of the car 1.
 */
export const traitCount = 1 << 10;

/** Position and values of each field; value 0 of an optional field is "unknown". */
export const traitFields = {
  deal: { shift: 0, mask: 3, values: deals },
  fuel: { shift: 2, mask: 7, values: [null, ...fuels] },
  gearbox: { shift: 5, mask: 3, values: [null, ...gearboxes] },
  seller: { shift: 7, mask: 3, values: [null, ...sellerTypes] },
} as const;
const asksShift = 9;

export type TraitField = keyof typeof traitFields;
export const traitNames = ['deal', 'fuel', 'gearbox', 'seller'] as const satisfies readonly TraitField[];

const code = (field: TraitField, value: string | null): number => {
  const { values, shift } = traitFields[field];
  return Math.max(0, (values as readonly (string | null)[]).indexOf(value)) << shift;
};

export const packTraits = (card: Card): number =>
  code('deal', card.deal) |
  code('fuel', card.fuel ?? null) |
  code('gearbox', card.gearbox ?? null) |
  code('seller', card.sellerType ?? null) |
  ((asksForCar(card) ? 1 : 0) << asksShift);

/** The value of one field of packed traits; null is unknown. */
export function traitOf(traits: number, field: TraitField): string | null {
  const { values, shift, mask } = traitFields[field];
  return values[(traits >> shift) & mask] ?? null;
}

export const dealOf = (traits: number): Deal => deals[traits & traitFields.deal.mask]!;

/** Whether the price field holds the price of the car (see `asksForCar`). */
export const asks = (traits: number): boolean => traits >> asksShift === 1;

export const isLockedTo = (viewer: Viewer, traits: number): boolean =>
  isLocked(viewer, { deal: dealOf(traits) });

/** The orders by one column alone, in which what is unknown stands last: 1 from the lowest, -1 from the highest. */
export const columnOrders = {
  mileage_asc: ['mileageKm', 1],
  year_desc: ['year', -1],
  scraped_desc: ['scrapedMs', -1],
  running_asc: ['running', 1],
  range_desc: ['rangeKm', -1],
  battery_desc: ['batteryKwh', -1],
} as const satisfies Partial<Record<SteadySort, readonly [NumberColumn, 1 | -1]>>;

type RowKey = (columns: NumberColumns, row: number) => number;

/**
 * The age of cars that are known only to have been offered at least since some day cannot be compared: they sort last in
 * both directions.
 */
const ageUnknown: RowKey = ({ listedMs, firstSeenMs }, row) => (listedMs[row]! < firstSeenMs[row]! ? 0 : 1);

/** What rows are sorted by, lowest first. Ids break ties. */
const keys: Record<SteadySort, RowKey> = {
  ...(Object.fromEntries(
    Object.entries(columnOrders).map(([sort, [column, sign]]): [string, RowKey] => [
      sort,
      (columns, row) => sign * columns[column][row]!,
    ]),
  ) as Record<keyof typeof columnOrders, RowKey>),
  price_asc: ({ traits, priceDkk }, row) => (asks(traits[row]!) ? priceDkk[row]! : Infinity),
  price_desc: ({ traits, priceDkk }, row) => (asks(traits[row]!) ? -priceDkk[row]! : Infinity),
  deal: ({ traits }, row) => -dealRank[dealOf(traits[row]!)],
  listed_desc: ageUnknown,
  listed_asc: ageUnknown,
};
const secondKeys: Partial<Record<SteadySort, RowKey>> = {
  // Within a deal, the furthest below its estimate first.
  deal: ({ priceShare }, row) => priceShare[row]!,
  listed_desc: ({ listedMs }, row) => -listedMs[row]!,
  listed_asc: ({ listedMs }, row) => listedMs[row]!,
};

const compareNumbers = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0);

/** Compares rows of two segments; 0 if only ids differ. */
export function rowComparator(sort: SteadySort) {
  const key = keys[sort];
  const second = secondKeys[sort];
  return (a: NumberColumns, rowA: number, b: NumberColumns, rowB: number): number =>
    compareNumbers(key(a, rowA), key(b, rowB)) ||
    (second ? compareNumbers(second(a, rowA), second(b, rowB)) : 0);
}

function orderRows(columns: NumberColumns, size: number, sort: SteadySort): Uint32Array<ArrayBuffer> {
  const first = Float64Array.from({ length: size }, (_, row) => keys[sort](columns, row));
  const secondKey = secondKeys[sort];
  const second = secondKey ? Float64Array.from({ length: size }, (_, row) => secondKey(columns, row)) : null;
  const rows = Uint32Array.from({ length: size }, (_, row) => row);
  return rows.sort(
    (a, b) =>
      compareNumbers(first[a]!, first[b]!) || (second ? compareNumbers(second[a]!, second[b]!) : 0) || a - b,
  );
}

export const orderAll = (
  columns: NumberColumns,
  size: number,
): Record<SteadySort, Uint32Array<ArrayBuffer>> =>
  Object.fromEntries(steadySorts.map((sort) => [sort, orderRows(columns, size, sort)])) as Record<
    SteadySort,
    Uint32Array<ArrayBuffer>
  >;

const milliseconds = (instant: string) => Date.parse(instant) || 0;

/** "2027-03-14" as 20270314; 0 if it is not a date. */
export const dayNumber = (date: string | null): number =>
  Number(date?.slice(0, 10).replaceAll('-', '') ?? 0) || 0;

export const columnReaders: Record<NumberColumn, (card: Card) => number> = {
  traits: packTraits,
  priceDkk: (card) => card.priceDkk,
  priceStep: (card) => (card.priceDkk > 0 ? priceStepOf(card.priceDkk) : noPriceStep),
  year: (card) => card.year ?? 0,
  mileageKm: (card) => comparedMileageKm(card) ?? unknownMileage,
  inspection: (card) => dayNumber(card.nextInspection),
  firstSeenMs: (card) => milliseconds(card.firstSeenAt),
  scrapedMs: (card) => milliseconds(card.scrapedAt),
  looks: packLooks,
  features: packFeatures,
  horsepower: (card) => card.horsepower ?? 0,
  listedMs: (card) => milliseconds(listedSince(card)),
  droppedMs: (card) => (card.priceDrop === null ? 0 : milliseconds(card.priceDrop.at)),
  priceShare,
  running: runningKey,
  rangeKm: (card) => card.rangeKm ?? 0,
  batteryKwh: (card) => card.batteryKwh ?? 0,
};

function readNumbers(cards: readonly Card[]): NumberColumns {
  const columns = Object.entries(numberColumns).map(([name, Column]) => {
    const column = new Column(cards.length);
    const read = columnReaders[name as NumberColumn];
    for (let row = 0; row < column.length; row++) column[row] = read(cards[row]!);
    return [name, column];
  });
  return Object.fromEntries(columns) as NumberColumns;
}

function readNames(cards: readonly Card[], nameOf: (card: Card) => string | null): Names {
  const codeOf = new Map<string, number>([['', 0]]);
  const codes = new Uint32Array(cards.length);
  for (let row = 0; row < codes.length; row++) {
    const name = nameOf(cards[row]!) ?? '';
    const code = codeOf.get(name) ?? codeOf.size;
    codeOf.set(name, code);
    codes[row] = code;
  }
  return { codes, values: [...codeOf.keys()] };
}

const compareIds = (a: Card, b: Card) => (a.id < b.id ? -1 : 1);

/** Builds a segment from cards with distinct ids. */
export const buildSegment = (unsorted: readonly Card[]): Segment =>
  segmentOfSorted(unsorted.toSorted(compareIds), null);

/** Like `buildSegment`, for cards sorted by id, whose words may be known already: those take longest. */
export function segmentOfSorted(cards: readonly Card[], words: Segment['words'] | null): Segment {
  const size = cards.length;
  const numbers = readNumbers(cards);
  const cities = readNames(cards, (card) => card.city);
  return {
    size,
    ids: cards.map((card) => card.id),
    isGone: new Uint8Array(size),
    goneCount: 0,
    numbers,
    makes: readNames(cards, (card) => card.make),
    models: readNames(cards, (card) => card.model),
    cities,
    towns: cities.values.map(findTown),
    orders: orderAll(numbers, size),
    words: words ?? buildWordIndexes(size, (row) => searchedTexts(cards[row]!)),
    texts: packTexts(size, (row) => encodeText(writeCard(cards[row]!))),
  };
}

export type NamedColumn = readonly [string, Column];

export type Columns = ReadonlyMap<string, Column>;

export const columnIn =
  (columns: Columns) =>
  <T extends Column>(name: string): T =>
    columns.get(name) as T;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Joins lines into a column. Ids and folded words have no line breaks. */
export const joinLines = (lines: readonly string[]) => encoder.encode(lines.join('\n'));

export function linesIn(columns: Columns, name: string): string[] {
  const bytes = columnIn(columns)<Uint8Array<ArrayBuffer>>(name);
  return bytes.length === 0 ? [] : decoder.decode(bytes).split('\n');
}

const lowBits = 7;
const more = 1 << lowBits;

/**
 * Delta encoding of each word's rows as LEB128 (seven bits a byte, lowest first, the eighth bit set if more follow). A
 * word's rows are unordered after a merge and are sorted here.
 */
export function packRows({ offsets, rows }: WordIndex): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(rows.length * 5);
  let end = 0;
  for (let word = 0; word < offsets.length - 1; word++) {
    let before = 0;
    for (const row of rows.slice(offsets[word]!, offsets[word + 1]!).sort()) {
      let step = row - before;
      before = row;
      for (; step >= more; step >>>= lowBits) packed[end++] = (step % more) | more;
      packed[end++] = step;
    }
  }
  return packed.slice(0, end);
}

/** Decodes `packRows`; `offsets` gives the number of rows of each word. */
export function unpackRows(offsets: Uint32Array, packed: Uint8Array): Uint32Array<ArrayBuffer> {
  const rows = new Uint32Array(offsets.at(-1)!);
  let at = 0;
  for (let word = 0; word < offsets.length - 1; word++) {
    let row = 0;
    for (let place = offsets[word]!; place < offsets[word + 1]!; place++) {
      let byte = packed[at++]!;
      row += byte % more;
      for (let scale = more; byte >= more; scale *= more) {
        byte = packed[at++]!;
        row += (byte % more) * scale;
      }
      rows[place] = row;
    }
  }
  return rows;
}
