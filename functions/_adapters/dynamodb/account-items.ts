import type { StoredItem } from '#core/account/exported-item.ts';
import {
  connectionKey,
  followerKey,
  jobKey,
  jobOwnerKey,
  jobPartition,
  type Key,
  stripeCustomerKey,
  typedPlateOfKey,
  userKeys,
  witnessOfKey,
} from './keys.ts';
import { deleteItem, deleteItems, type Item, queryPartition, readPage } from './table.ts';

/** What only the table itself needs to know. */
const internal = /^(pk|sk|kind|ttl|version|gsi\d(pk|sk))$/;

/** A page of what is stored of a person, without keys and indexes; `next` is the place to go on from, nobody else's business. */
export async function readStoredPage(
  userId: string,
  after: string | null,
): Promise<{ items: StoredItem[]; next: string | null }> {
  const page = await readPage(userKeys.partition(userId), after);
  const items = page.items.map((item) => ({
    kind: item.kind,
    fields: Object.fromEntries(Object.entries(item).filter(([name]) => !internal.test(name))),
  }));
  return { items, next: page.next };
}

/** A dropped page is its owner's alone: the import goes with its cars. Of a shared run only the person's part in it goes. */
async function importKeys(userId: string, jobId: string, isPage: boolean): Promise<Key[]> {
  if (!isPage) return [jobOwnerKey(jobId, userId)];
  // The import first: once it is gone no car is added to it, and what is read then is all there is.
  await deleteItem(jobKey(jobId));
  return queryPartition(jobPartition(jobId));
}

/** Items outside the person's partition that exist because of this one. */
async function relatedKeys(userId: string, item: Item): Promise<Key[]> {
  switch (item.kind) {
    case 'HISTORY':
      return typeof item.jobId === 'string'
        ? importKeys(userId, item.jobId, item.scrape_type === 'page')
        : [];
    case 'AUTOSEARCH':
      return [followerKey(String(item.id), userId)];
    case 'WITNESS':
      return [witnessOfKey(String(item.adId), userId)];
    case 'TYPEDPLATE':
      return [typedPlateOfKey(String(item.carId), userId)];
    case 'SOCKET':
      return [connectionKey(String(item.connectionId))];
    case 'CUSTOMER':
      return [stripeCustomerKey(String(item.customerId))];
    default:
      return [];
  }
}

/** Deletes everything of a person, and what refers to them elsewhere before what names it. Returns how many items. */
export async function deleteAccountItems(userId: string): Promise<number> {
  let count = 0;
  for (;;) {
    const { items } = await readPage(userKeys.partition(userId), null);
    if (items.length === 0) return count;
    const related = await Promise.all(items.map((item) => relatedKeys(userId, item)));
    const distinct = new Map(related.flat().map((key) => [`${key.pk} ${key.sk}`, key]));
    await deleteItems([...distinct.values()]);
    await deleteItems(items);
    count += items.length;
  }
}
