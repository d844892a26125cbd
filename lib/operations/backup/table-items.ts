import { type AttributeValue, type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';

/** An item as DynamoDB itself writes it, so that sets, numbers and bytes come back as they were. */
export type StoredItem = Record<string, AttributeValue>;

/** Every item of a table, a page at a time, as it stood when its page was read. */
export async function* scanTable(client: DynamoDBClient, tableName: string): AsyncGenerator<StoredItem> {
  const pages = paginateScan({ client }, { TableName: tableName, ConsistentRead: true });
  for await (const { Items = [] } of pages) yield* Items;
}

/** What tells an item from all others of its table. */
export const keyOf = ({ pk, sk }: StoredItem): string => JSON.stringify([pk?.S, sk?.S]);

const bytesTag = '$bytes';

/** An item as a line of text; the same item is the same line. Bytes stand as base64. */
export function lineOf(item: StoredItem): string {
  const sorted = (value: unknown): unknown => {
    if (value instanceof Uint8Array) return { [bytesTag]: Buffer.from(value).toString('base64') };
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      entries.map(([name, one]) => [
        name,
        name === 'SS' || name === 'NS' ? (one as string[]).toSorted() : sorted(one),
      ]),
    );
  };
  return JSON.stringify(sorted(item));
}

export function itemIn(line: string): StoredItem {
  return JSON.parse(line, (_, value: unknown) =>
    typeof value === 'object' && value !== null && bytesTag in value
      ? new Uint8Array(Buffer.from(String(value[bytesTag]), 'base64'))
      : value,
  ) as StoredItem;
}
