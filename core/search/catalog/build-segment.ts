import type { Card } from '../../car/card.ts';
import { listedSince } from '../../car/days-listed.ts';
import { findTown } from '../../place/find-town.ts';
import { comparedMileageKm, priceShare, searchedTexts } from '../card-rules.ts';
import { priceStepOf } from '../price-scale.ts';
import { writeCard } from './card-text.ts';
import { packFeatures, packLooks } from './looks.ts';
import {
  type Names,
  type NumberColumn,
  type NumberColumns,
  noPriceStep,
  numberColumns,
  type Segment,
  unknownMileage,
} from './segment.ts';
import { orderAll } from './sort-order.ts';
import { encodeText, packTexts } from './texts.ts';
import { packTraits } from './traits.ts';
import { buildWordIndexes } from './word-index.ts';

const milliseconds = (instant: string) => Date.parse(instant) || 0;

/** "2027-03-14" as 20270314; 0 for what is no date. */
export const dayNumber = (date: string | null): number =>
  Number(date?.slice(0, 10).replaceAll('-', '') ?? 0) || 0;

/** What stands in each column of a card. */
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

/** A segment of these cards, whose ids all differ. */
export const buildSegment = (unsorted: readonly Card[]): Segment =>
  segmentOfSorted(unsorted.toSorted(compareIds), null, {});

/** As `buildSegment` with what is known of cards that are in the order of their ids: words and orders take the longest. */
export function segmentOfSorted(
  cards: readonly Card[],
  words: Segment['words'] | null,
  orders: Partial<Segment['orders']>,
): Segment {
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
    orders: orderAll(numbers, size, orders),
    words: words ?? buildWordIndexes(size, (row) => searchedTexts(cards[row]!)),
    texts: packTexts(size, (row) => encodeText(writeCard(cards[row]!))),
  };
}
