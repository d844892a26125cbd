import { type Card, isCard } from '../../car/card.ts';
import { completeChange } from '../../car/stored-car.ts';
import { segmentOfSorted } from './build-segment.ts';
import { cardFields, readFields } from './card-text.ts';
import type { Columns } from './named-columns.ts';
import type { Segment } from './segment.ts';
import { type Contents, segmentOf, textsOf } from './snapshot-columns.ts';
import type { FormerFormat } from './snapshot-format.ts';
import { wordsOf } from './snapshot-words.ts';
import { bytesAt, encodeText, packTexts, type TextCodec, textAt } from './texts.ts';

/** The end of a card's text with what the fields that came at its end say of a car of which nothing is known. */
function unknownEnd(fields: readonly string[]): Uint8Array {
  const unknown: Record<string, unknown> = { ...completeChange({ id: '', updatedAt: '' }) };
  const added = cardFields.slice(fields.length).map((field) => JSON.stringify(unknown[field]));
  return encodeText(`,${added.join(',')}]`);
}

/** Where at most fields were added at the end of the cards, columns are used as they lie, and the texts are made longer. */
function segmentOfBeginning(
  contents: Contents,
  columns: Columns,
  fields: readonly string[],
  codec: TextCodec,
): Segment {
  const segment = segmentOf(contents, columns, codec);
  if (fields.length === cardFields.length) return segment;
  const end = unknownEnd(fields);
  const texts = packTexts(segment.size, (row) => {
    const shorter = bytesAt(segment.texts, row);
    const longer = new Uint8Array(shorter.length - 1 + end.length);
    // Without its last bracket.
    longer.set(shorter.subarray(0, -1));
    longer.set(end, shorter.length - 1);
    return longer;
  });
  return { ...segment, texts };
}

/** A segment of the former format: what its cards do not say is unknown until they change. */
export function segmentOfFormer(
  contents: Contents,
  columns: Columns,
  { fields, isBeginning }: FormerFormat,
  codec: TextCodec,
): Segment | null {
  if (isBeginning) return segmentOfBeginning(contents, columns, fields, codec);
  const texts = textsOf(columns, codec);
  const cards: Card[] = [];
  for (let row = 0; row < contents.size; row++) {
    const change = completeChange(readFields(textAt(texts, row), fields));
    if (!change || !isCard(change)) return null;
    cards.push(change);
  }
  return segmentOfSorted(cards, wordsOf(columns), {});
}
