import { accessTokenMinutes, type Ended } from '#core/accounts/cookies.ts';
import type { StoredItem } from '#core/accounts/exported-item.ts';
import { type Plan, storedPlan } from '#core/payments/plan.ts';
import type { Language } from '#core/shared.ts';
import {
  connectionKey,
  endedPartition,
  endedSessionKey,
  endedSessionPrefix,
  endedSessionsKey,
  erasedKey,
  erasingPartition,
  followerKey,
  jobKey,
  jobOwnerKey,
  jobPartition,
  type Key,
  openIndex,
  starIndex,
  starPartitionOf,
  stripeCustomerKey,
  tokenUseKey,
  typedPlateOfKey,
  userIdOf,
  userKeys,
  witnessOfKey,
} from '#functions/platform/keys.ts';
import {
  changeItem,
  deleteItem,
  deleteItems,
  getItem,
  getItems,
  type Item,
  putItem,
  queryAll,
  queryPartition,
  readIndex,
  readPage,
  type TransactItem,
  update,
} from '#functions/platform/table.ts';
import { endSharing } from '#functions/searches/share-store.ts';
import { endFeeds } from '#functions/searches/store.ts';

/** A person's plan; the free plan when none is stored. */
export async function getPlan(userId: string): Promise<Plan> {
  const item = await getItem(userKeys.plan(userId));
  return storedPlan(item?.plan as Partial<Plan> | undefined);
}

/** The cars a person starred, those they hid, and when each of their discoveries was made. */
export type Marks = {
  stars: ReadonlySet<string>;
  hidden: ReadonlySet<string>;
  discoveredAt: ReadonlyMap<string, string>;
};

/** What decides which cars a person sees, and how. */
export type ReaderRecord = Marks & { plan: Plan };

function marksIn(items: readonly Item[]): Marks {
  const discoveries = items.filter((item) => item.kind === 'MATCH' && !item.removedAt);
  const carsOf = (kind: string) =>
    new Set(items.filter((item) => item.kind === kind).map((item) => String(item.carId)));
  return {
    stars: carsOf('STAR'),
    hidden: carsOf('HIDDEN'),
    discoveredAt: new Map(discoveries.map((item) => [String(item.carId), String(item.discoveredAt)])),
  };
}

/** Plan, stars, hidden cars and discoveries in one query. */
export async function readReader(userId: string): Promise<ReaderRecord> {
  const items = await queryAll(userKeys.partition(userId), userKeys.readerPrefix);
  const plan = items.find((item) => item.kind === 'PLAN')?.plan as Partial<Plan> | undefined;
  return { plan: storedPlan(plan), ...marksIn(items) };
}

/** The marks on a few cars. Reading all marks of a person instead could cost a hundred times as much. */
export async function readMarks(userId: string, carIds: readonly string[]): Promise<Marks> {
  // For a car requested by a former id, the id in question is both its own and one of its former ids.
  const keys = [...new Set(carIds)].flatMap((id) => [
    userKeys.star(userId, id),
    userKeys.hidden(userId, id),
    userKeys.discovery(userId, id),
  ]);
  return marksIn(await getItems(keys));
}

/** Charged imports of a month; never negative, in whatever order refunds arrive. */
export async function getScrapesUsed(userId: string, month: string): Promise<number> {
  const item = await getItem(userKeys.usage(userId, month));
  return Math.max(0, Number(item?.scrapes_count ?? 0));
}

/** The language a person signed up with or chose; null when neither is stored. */
export async function getLanguage(userId: string): Promise<Language | null> {
  const item = await getItem(userKeys.profile(userId));
  return (item?.language as Language | undefined) ?? null;
}

export async function setLanguage(userId: string, language: Language): Promise<void> {
  await changeItem(userKeys.profile(userId), { set: { kind: 'PROFILE', language } });
}

/** Stores the language a person signed up with, unless they have chosen one. */
export async function keepFirstLanguage(userId: string, language: Language): Promise<void> {
  await changeItem(userKeys.profile(userId), { set: { kind: 'PROFILE' }, setOnce: { language } });
}

export async function starCar(userId: string, carId: string, at: string): Promise<void> {
  const index = { gsi3pk: starPartitionOf(carId), gsi3sk: userId };
  await putItem({ ...userKeys.star(userId, carId), kind: 'STAR', carId, at, ...index });
}

export const unstarCar = (userId: string, carId: string): Promise<void> =>
  deleteItem(userKeys.star(userId, carId));

export const hideCar = (userId: string, carId: string, at: string): Promise<void> =>
  putItem({ ...userKeys.hidden(userId, carId), kind: 'HIDDEN', carId, at });

export const unhideCar = (userId: string, carId: string): Promise<void> =>
  deleteItem(userKeys.hidden(userId, carId));

/** Everybody who starred a car under any of its ids, each person once. */
export async function listStargazers(carIds: readonly string[]): Promise<string[]> {
  const stars = await Promise.all(carIds.map((id) => readIndex(starIndex, starPartitionOf(id))));
  return [...new Set(stars.flat().map(userIdOf))];
}

/** Fields that are internal to the table. */
const internal = /^(pk|sk|kind|ttl|version|gsi\d(pk|sk))$/;

/**
 * A page of a person's stored items, without keys and index fields; `next` is the position to continue from and must not
 * leave the server as it is.
 */
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

/**
 * An import of a dropped page belongs to its owner and is deleted with its cars. Of a shared run only the person's part is
 * deleted.
 */
async function importKeys(userId: string, jobId: string, isPage: boolean): Promise<Key[]> {
  if (!isPage) return [jobOwnerKey(jobId, userId)];
  // The import first: once it is deleted no car can be added to it, so the following read is complete.
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
    case 'LIST':
      return typeof item.partnerId === 'string'
        ? [userKeys.sharedList(item.partnerId, userId, String(item.id))]
        : [];
    case 'SHAREDLIST':
      await endSharing(userId, { owner: String(item.ownerId), list: String(item.listId) });
      return [];
    case 'WITNESS':
      return [witnessOfKey(String(item.adId), userId)];
    case 'TYPEDPLATE':
      return [typedPlateOfKey(String(item.carId), userId)];
    case 'TOKEN':
      return [tokenUseKey(userId, String(item.id))];
    case 'SOCKET':
      return [connectionKey(String(item.connectionId))];
    case 'CUSTOMER':
      return [stripeCustomerKey(String(item.customerId))];
    default:
      return [];
  }
}

/**
 * Deletes all items of a person; items elsewhere are deleted before the ones that refer to them. Returns how many were
 * deleted.
 */
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

/** Longer than the lifetime of any token issued before. Real time, as for tokens. */
const keptSeconds = 4 * accessTokenMinutes * 60;
const ttlOf = (nowMs: number) => Math.floor(nowMs / 1000) + keptSeconds;

/** Which sessions of a person have ended. One small read, usually empty. */
export async function readEnded(userId: string): Promise<Ended> {
  const items = await queryPartition(endedPartition(userId));
  const until = items.find(({ kind }) => kind === 'SESSIONSEND')?.until;
  const sessions = items.filter(({ sk }) => sk.startsWith(endedSessionPrefix));
  return {
    isErased: items.some(({ kind }) => kind === 'ERASED'),
    allUntil: until === undefined ? null : Number(until),
    sessions: new Set(sessions.map(({ sk }) => sk.slice(endedSessionPrefix.length))),
  };
}

/** A socket is closed when its record is deleted (`functions/live/workers.ts`). `session`: only that session's sockets. */
async function forgetSockets(userId: string, session: string | null): Promise<void> {
  const sockets = await queryAll(userKeys.partition(userId), userKeys.socketPrefix);
  const ending = sockets.filter((socket) => session === null || socket.session === session);
  await deleteItems(
    ending.flatMap(({ pk, sk, connectionId }) => [connectionKey(String(connectionId)), { pk, sk }]),
  );
}

/** Ends one session: its tokens become invalid and its sockets are closed. */
export async function endSession(userId: string, session: string, nowMs: number): Promise<void> {
  await putItem({ ...endedSessionKey(userId, session), kind: 'SESSIONEND', ttl: ttlOf(nowMs) });
  await forgetSockets(userId, session);
}

/** Revokes all personal access tokens of a person. */
async function forgetTokens(userId: string): Promise<void> {
  const tokens = await queryAll(userKeys.partition(userId), userKeys.tokenPrefix);
  await deleteItems(tokens.flatMap(({ pk, sk, id }) => [{ pk, sk }, tokenUseKey(userId, String(id))]));
}

/** Ends every session that began before `nowMs`, revokes all personal access tokens and ends all feeds. */
export async function endSessions(userId: string, nowMs: number): Promise<void> {
  await changeItem(endedSessionsKey(userId), {
    set: { kind: 'SESSIONSEND', until: Math.floor(nowMs / 1000), ttl: ttlOf(nowMs) },
  });
  // After the mark: from then on no session that began before makes another one.
  await forgetTokens(userId);
  await endFeeds(userId);
  await forgetSockets(userId, null);
}

/** An account whose erasure has begun; the tombstone outlives the account. */
export type Erasure = { userId: string; customerId: string | null; erasedAt: string };

/** Outlives every event and message that could still name the account. */
const markSeconds = 400 * 24 * 3600;

/**
 * Marks an account as erased: from now on nothing of it is written outside its partition, and a later run deletes what is
 * written there. Repeating it keeps the first mark.
 */
export async function markErased({ userId, customerId, erasedAt }: Erasure): Promise<void> {
  await changeItem(erasedKey(userId), {
    set: {
      kind: 'ERASED',
      userId,
      gsi2pk: erasingPartition,
      ttl: Math.floor(Date.parse(erasedAt) / 1000) + markSeconds,
    },
    setOnce: { erasedAt, customerId, gsi2sk: erasedAt },
  });
}

export async function listErasures(): Promise<Erasure[]> {
  const items = await getItems(await readIndex(openIndex, erasingPartition));
  return items
    .sort((a, b) => (String(a.erasedAt) < String(b.erasedAt) ? -1 : 1))
    .map((item) => ({
      userId: String(item.userId),
      customerId: (item.customerId as string | null) ?? null,
      erasedAt: String(item.erasedAt),
    }));
}

/** Closes an erasure. The mark stays and holds only an id that nobody has any more. */
export async function closeErasure(userId: string): Promise<void> {
  await changeItem(erasedKey(userId), {
    remove: ['gsi2pk', 'gsi2sk', 'customerId'],
    condition: 'attribute_exists(pk)',
  });
}

/** The month a charge is counted in, and the limit that month's charges must stay below. */
export type Charge = { month: string; limit: number };

/** The transaction item that charges a person once; it fails when the limit is reached. */
export const chargeStep = (userId: string, { month, limit }: Charge): TransactItem =>
  update(userKeys.usage(userId, month), {
    set: { kind: 'USAGE' },
    add: { scrapes_count: 1 },
    condition: 'attribute_not_exists(scrapes_count) OR scrapes_count < :limit',
    values: { ':limit': limit },
  });
