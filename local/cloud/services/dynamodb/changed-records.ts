type Image = Record<string, unknown>;
type Streamed = { eventName: string; dynamodb: { OldImage?: Image; NewImage?: Image } };
export type RecordsPage = { Records: Streamed[]; NextShardIterator?: string };

/** One spelling for equal values: names and members of sets have no order, a number may be written in several ways. */
function spelled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spelled);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, inner]) => {
    const isSet = /^[SNB]S$/.test(name) && Array.isArray(inner);
    return [name, isSet ? [...inner].sort() : spelled(inner)];
  });
}

/**
 * Whether something changed: DynamoDB writes no record of a write that leaves the item as it was, the engine does. Only a
 * stream of both images tells; the records of any other pass as they are.
 */
export function isChange({ eventName, dynamodb: { OldImage, NewImage } }: Streamed): boolean {
  if (eventName !== 'MODIFY' || !OldImage || !NewImage) return true;
  return JSON.stringify(spelled(OldImage)) !== JSON.stringify(spelled(NewImage));
}
