import { userKeys } from '#functions/platform/keys.ts';
import {
  changeIf,
  deleteItem,
  getItems,
  put,
  queryAll,
  transactIf,
  update,
} from '#functions/platform/table.ts';
import { unlessErased } from '#functions/platform/table-conditions.ts';
import { alive, type Collection, getCollection, toCollection } from './collection-store.ts';

export type ListName = { owner: string; list: string };

/** Gives a list a link and shuts out whoever had accepted the one before. False when there is no such list. */
export const keepShare = (
  { owner, list }: ListName,
  { hash, at }: { hash: string; at: string },
): Promise<boolean> =>
  changeIf(userKeys.list(owner, list), {
    set: { shareHash: hash, sharedSince: at },
    remove: ['partnerId'],
    ...alive,
  });

/** Binds the link with this hash to a person, if it is nobody else's yet. */
export async function joinList(
  guest: string,
  { owner, list }: ListName,
  { hash, at }: { hash: string; at: string },
): Promise<boolean> {
  if (guest === owner) return false;
  const bind = update(userKeys.list(owner, list), {
    set: { partnerId: guest },
    condition: `${alive.condition} AND shareHash = :hash AND (attribute_not_exists(partnerId) OR partnerId = :guest)`,
    values: { ...alive.values, ':hash': hash, ':guest': guest },
  });
  const item = {
    ...userKeys.sharedList(guest, owner, list),
    kind: 'SHAREDLIST',
    ownerId: owner,
    listId: list,
    at,
  };
  return transactIf([unlessErased(guest), put(item), bind]);
}

/** Ends the link and the sharing, for the owner or the partner; nothing happens for anybody else. */
export async function endSharing(person: string, { owner, list }: ListName): Promise<void> {
  const isOwner = person === owner;
  await changeIf(userKeys.list(owner, list), {
    remove: ['shareHash', 'sharedSince', 'partnerId'],
    condition: isOwner ? 'attribute_exists(pk)' : 'partnerId = :person',
    values: isOwner ? {} : { ':person': person },
  });
  if (!isOwner) await deleteItem(userKeys.sharedList(person, owner, list));
}

/** A list that is shared, for its owner or its partner; null for anybody else. */
export async function getSharedList(person: string, { owner, list }: ListName): Promise<Collection | null> {
  const found = await getCollection(owner, 'list', list);
  return found?.sharedSince && (person === owner || person === found.partnerId) ? found : null;
}

/** The lists that others share with a person, last joined first; `name` is null where they do not any more. */
export async function listSharedWith(person: string): Promise<(ListName & { name: string | null })[]> {
  const items = await queryAll(userKeys.partition(person), userKeys.sharedListPrefix);
  const joined = items
    .toSorted((a, b) => String(b.at).localeCompare(String(a.at)))
    .map(({ ownerId, listId }): ListName => ({ owner: String(ownerId), list: String(listId) }));
  const lists = await getItems(joined.map(({ owner, list }) => userKeys.list(owner, list)));
  return joined.map((each) => {
    const key = userKeys.list(each.owner, each.list);
    const item = lists.find(({ pk, sk }) => pk === key.pk && sk === key.sk);
    const isShared = item && !item.deletedAt && item.partnerId === person;
    return { ...each, name: isShared ? toCollection(item).name : null };
  });
}
