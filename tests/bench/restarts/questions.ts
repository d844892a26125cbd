import { anonymous, type Viewer } from '#core/cars/car.ts';
import type { Card } from '#core/cars/card.ts';
import { readCardQuery } from '#core/catalog/card-query.ts';
import { carQuery } from '#core/contract/routes/car-parts.ts';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import { queriesOf, queryKinds } from '#tests/bench/list/measure.ts';
import { queryCards } from '#tests/support/query-cards.ts';
import { toWireQuery } from '#tests/support/wire-query.ts';
import { premiumReader } from './stage.ts';

export type Question = { query: Record<string, string>; as?: string };

/** Of these the answer is another one as time goes by, whatever happens to the cars. */
const ofTheMoment = ['price dropped', 'days listed', 'new since', 'inspection'];

/** So many questions of every kind, half of them a visitor's and half a premium reader's. */
export function questionsOf(perKind: number, cars: number): Question[] {
  return Object.keys(queryKinds)
    .filter((kind) => !ofTheMoment.includes(kind))
    .flatMap((kind) => queriesOf(kind, perKind, cars))
    .map((query, i) => ({ query: toWireQuery(query), ...(i % 2 === 1 && { as: premiumReader }) }));
}

const viewerOf = ({ as }: Question): Viewer =>
  as === undefined ? anonymous : { id: as, isPremium: true, seesEstimates: true };

/** What an answer says: its numbers, and the cars of its page that are open, in their order with their prices. */
export function saidBy({ cars, catalogVersion, ...numbers }: CarListWire): string {
  const open = cars.flatMap((car) => (car.locked ? [] : [[car.id, car.price]]));
  return JSON.stringify([Object.entries(numbers).sort(([a], [b]) => (a < b ? -1 : 1)), open]);
}

/** What the plain filter says. */
export function truth(question: Question, cards: readonly Card[]): string {
  const cardQuery = readCardQuery(carQuery.parse(question.query), new Date(), null);
  const { cards: page, lockedOnPage, ...numbers } = queryCards(cards, cardQuery, viewerOf(question));
  const open = page.map(({ id, priceDkk }) => [id, priceDkk]);
  return JSON.stringify([Object.entries(numbers).sort(([a], [b]) => (a < b ? -1 : 1)), open]);
}
