import { openIndex, ownBooksPartition, userIdOf, userKeys } from '#functions/platform/keys.ts';
import { changeExisting, getItem, readIndex, transactIf, update } from '#functions/platform/table.ts';
import { unlessErased } from '#functions/platform/table-conditions.ts';

/** What the ratings of a person's own cars rest on, as in the book of the catalog (decision 13). */
export type OwnBook = {
  userId: string;
  /** Packed; null before the first run. */
  page: Uint8Array | null;
  /** Cars that were stored since the last run. */
  changed: readonly string[];
  model: string | null;
};

/** Who has sent no page for so long is no longer rated for. */
const keptSeconds = 90 * 86_400;

/** Notes that these own cars of a person were stored. Does nothing for an erased account. */
export async function noteOwnCars(userId: string, carIds: readonly string[], now: string): Promise<void> {
  if (carIds.length === 0) return;
  const ttl = Math.floor(Date.parse(now) / 1000) + keptSeconds;
  await transactIf([
    unlessErased(userId),
    update(userKeys.ownBook(userId), {
      set: { kind: 'OWNBOOK', gsi2pk: ownBooksPartition, gsi2sk: userId, ttl },
      add: { changed: new Set(carIds) },
    }),
  ]);
}

/** The people who have own cars that are rated again. */
export const listOwnBooks = async (): Promise<string[]> =>
  (await readIndex(openIndex, ownBooksPartition)).map(userIdOf);

export async function getOwnBook(userId: string): Promise<OwnBook | null> {
  const item = await getItem(userKeys.ownBook(userId));
  if (!item) return null;
  return {
    userId,
    page: typeof item.page === 'string' ? Buffer.from(item.page, 'base64') : null,
    changed: item.changed instanceof Set ? [...(item.changed as Set<string>)].sort() : [],
    model: (item.model as string | undefined) ?? null,
  };
}

/** Stores the book after a run. Cars that were stored meanwhile stay noted. */
export async function writeOwnBook(
  { userId, changed }: OwnBook,
  { page, model }: { page: Uint8Array; model: string },
): Promise<void> {
  await changeExisting(userKeys.ownBook(userId), {
    set: { page: Buffer.from(page).toString('base64'), model },
    take: { changed: new Set(changed) },
  });
}
