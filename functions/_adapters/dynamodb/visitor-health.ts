import { visitorKey } from './keys.ts';
import { changeItem, getItem } from './table.ts';

/** How often something was counted, by what. The names are the caller's. */
export type VisitorCounts = Readonly<Record<string, number>>;

const prefix = 'count:';

/** Adds to what the visitors have counted; several at once lose nothing of each other. */
async function addCounts(
  counts: VisitorCounts,
  more: string,
  values: Record<string, unknown>,
): Promise<void> {
  const entries = Object.entries(counts);
  const adds = entries.map((_, i) => `#c${i} :c${i}`).join(', ');
  await changeItem(visitorKey, {
    UpdateExpression: [more, adds && `ADD ${adds}`].filter(Boolean).join(' '),
    ...(entries.length > 0 && {
      ExpressionAttributeNames: Object.fromEntries(entries.map(([name], i) => [`#c${i}`, prefix + name])),
    }),
    ExpressionAttributeValues: {
      ...values,
      ...Object.fromEntries(entries.map(([, count], i) => [`:c${i}`, count])),
    },
  });
}

/** A visitor says that it is there (`now`: ISO 8601), and what it has counted since it said so last. */
export async function sayVisitorSeen(now: string, counts: VisitorCounts): Promise<void> {
  await addCounts(counts, 'SET seenAt = :now, kind = :kind', { ':now': now, ':kind': 'VISITOR' });
}

/** When a visitor was seen last (null: never), and what visitors have counted that nobody has taken yet. */
export async function takeVisitorHealth(): Promise<{ seenAt: string | null; counts: VisitorCounts }> {
  const item = await getItem(visitorKey);
  const counts = Object.fromEntries(
    Object.entries(item ?? {})
      .filter(([name, value]) => name.startsWith(prefix) && Number(value) > 0)
      .map(([name, value]) => [name.slice(prefix.length), Number(value)]),
  );
  // Taken off before they are told: a crash in between tells too little, which no alarm takes for an outage.
  const taken = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, -count]));
  if (Object.keys(taken).length > 0) await addCounts(taken, '', {});
  return { seenAt: (item?.seenAt as string | undefined) ?? null, counts };
}
