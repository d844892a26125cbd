import type { Card } from '../../car/card.ts';
import { findTown } from '../../place/find-town.ts';
import { comparedMileageKm, priceShare, searchedTexts } from '../card-rules.ts';
import { foldText } from '../fold-text.ts';
import { priceStepOf } from '../price-scale.ts';
import { writeCard } from './card-text.ts';
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

const readers: Record<NumberColumn, (card: Card) => number> = {
  traits: packTraits,
  priceDkk: (card) => card.priceDkk,
  priceStep: (card) => (card.priceDkk > 0 ? priceStepOf(card.priceDkk) : noPriceStep),
  year: (card) => card.year ?? 0,
  mileageKm: (card) => comparedMileageKm(card) ?? unknownMileage,
  inspection: (card) => dayNumber(card.nextInspection),
  firstSeenMs: (card) => milliseconds(card.firstSeenAt),
  scrapedMs: (card) => milliseconds(card.scrapedAt),
  priceShare,
};

function readNumbers(cards: readonly Card[]): NumberColumns {
  const columns = Object.entries(numberColumns).map(([name, Column]) => {
    const column = new Column(cards.length);
    const read = readers[name as NumberColumn];
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

/** Make and model by which cars are alike; null when either is unknown. */
export const modelKey = ({ make, model }: Pick<Card, 'make' | 'model'>): string | null =>
  make && model ? foldText(`${make} ${model}`) : null;

const compareIds = (a: Card, b: Card) => (a.id < b.id ? -1 : 1);

/** A segment of these cards, whose ids all differ. */
export function buildSegment(unsorted: readonly Card[]): Segment {
  const cards = unsorted.toSorted(compareIds);
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
    models: readNames(cards, modelKey),
    cities,
    towns: cities.values.map(findTown),
    orders: orderAll(numbers, size),
    words: buildWordIndexes(size, (row) => searchedTexts(cards[row]!)),
    texts: packTexts(size, (row) => encodeText(writeCard(cards[row]!))),
  };
}
