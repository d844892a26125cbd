import type { Card } from '../../car/card.ts';

/** The fields of a card in the order in which its text holds their values. A snapshot of another order is not read. */
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
] as const satisfies readonly (keyof Card)[];

type Missing = Exclude<keyof Card, (typeof cardFields)[number]>;
// A field of the card that is not listed above is an error here.
const nothingMissing: [Missing] extends [never] ? true : Missing = true;

/** A card as text, without the names of its fields. */
export const writeCard = (card: Card): string =>
  JSON.stringify(cardFields.map((field) => (nothingMissing ? card[field] : null)));

export const readCard = (text: string): Card => readFields(text, cardFields) as Card;

/** The values of a text whose fields stand in this order. */
export function readFields(text: string, fields: readonly string[]): Record<string, unknown> {
  const values = JSON.parse(text) as unknown[];
  // One field after another: objects made of entries take three times as long, and a page is thirty cards.
  const card: Record<string, unknown> = {};
  for (let i = 0; i < fields.length; i++) card[fields[i]!] = values[i];
  return card;
}

/** Whether what is kept is a card that lacks fields. */
export const isCardInPart = (kept: unknown): boolean =>
  typeof kept === 'object' &&
  kept !== null &&
  'title' in kept &&
  cardFields.some((field) => !(field in kept));
