import type { Language } from '#core/language.ts';
import { freePlan, type Plan } from '#core/plan/access.ts';
import { starIndex, starPartitionOf, userIdOf, userKeys } from './keys.ts';
import {
  changeItem,
  deleteItem,
  getItem,
  getItems,
  isConditionFailure,
  putItem,
  queryAll,
  readIndex,
} from './table.ts';

/** A person's plan; who has none stored is on the free plan. */
export async function getPlan(userId: string): Promise<Plan> {
  const item = await getItem(userKeys.plan(userId));
  return item ? { ...freePlan, ...(item.plan as Partial<Plan>) } : freePlan;
}

/** What decides how a person sees cars: their plan, the cars they starred, and when each discovery was made. */
export type ReaderRecord = {
  plan: Plan;
  stars: ReadonlySet<string>;
  discoveredAt: ReadonlyMap<string, string>;
};

/** Plan, stars and discoveries in one query. */
export async function readReader(userId: string): Promise<ReaderRecord> {
  const items = await queryAll(userKeys.partition(userId), userKeys.readerPrefix);
  const plan = items.find((item) => item.kind === 'PLAN')?.plan as Partial<Plan> | undefined;
  const matches = items.filter((item) => item.kind === 'MATCH' && !item.removedAt);
  return {
    plan: { ...freePlan, ...plan },
    stars: new Set(items.filter((item) => item.kind === 'STAR').map((item) => String(item.carId))),
    discoveredAt: new Map(matches.map((item) => [String(item.carId), String(item.discoveredAt)])),
  };
}

/** Charged imports of a month; never below zero, whatever order refunds came in. */
export async function getScrapesUsed(userId: string, month: string): Promise<number> {
  const item = await getItem(userKeys.usage(userId, month));
  return Math.max(0, Number(item?.scrapes_count ?? 0));
}

/** The language a person signed up or chose; null when they never did. */
export async function getLanguage(userId: string): Promise<Language | null> {
  const item = await getItem(userKeys.profile(userId));
  return (item?.language as Language | undefined) ?? null;
}

/** Keeps the language that a person chose. */
export async function setLanguage(userId: string, language: Language): Promise<void> {
  await changeItem(userKeys.profile(userId), {
    UpdateExpression: 'SET kind = :kind, #language = :language',
    ExpressionAttributeNames: { '#language': 'language' },
    ExpressionAttributeValues: { ':kind': 'PROFILE', ':language': language },
  });
}

/** A car in My Discoveries. */
export type Match = { carId: string; jobId: string; discoveredAt: string };

/** Adds a car to the discoveries unless it is there or was removed. True when it is new to the person. */
export async function addMatch(userId: string, match: Match): Promise<boolean> {
  try {
    await putItem(
      { ...userKeys.match(userId, match.carId), kind: 'MATCH', ...match },
      'attribute_not_exists(pk)',
    );
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

/** Those of these cars that are among the person's discoveries, or were removed from them. */
export async function readMatches(
  userId: string,
  carIds: readonly string[],
): Promise<Pick<Match, 'carId' | 'jobId'>[]> {
  const items = await getItems(carIds.map((carId) => userKeys.match(userId, carId)));
  return items.map(({ carId, jobId }) => ({ carId: String(carId), jobId: String(jobId) }));
}

const foundKeptSeconds = 7 * 86_400;

/** What a run of a person's automated search was the first to show them; the stream makes an event of it. */
export async function addFound(
  { userId, runId, searchId, now }: { userId: string; runId: string; searchId: string; now: string },
  carIds: readonly string[],
): Promise<void> {
  await putItem({
    ...userKeys.found(userId, runId),
    kind: 'FOUND',
    userId,
    searchId,
    carIds,
    ttl: Math.floor(Date.parse(now) / 1000) + foundKeptSeconds,
  });
}

/** How many of these cars this import was the first to show the person. */
export async function countFirstMatches(
  userId: string,
  jobId: string,
  carIds: readonly string[],
): Promise<number> {
  return (await readMatches(userId, carIds)).filter((match) => match.jobId === jobId).length;
}

/** Removed discoveries stay as a mark, so that the next import does not bring them back. False when there is none. */
export async function setMatchRemoved(
  userId: string,
  carId: string,
  removedAt: string | null,
): Promise<boolean> {
  try {
    await changeItem(userKeys.match(userId, carId), {
      ConditionExpression: 'attribute_exists(pk)',
      ...(removedAt === null
        ? { UpdateExpression: 'REMOVE removedAt' }
        : { UpdateExpression: 'SET removedAt = :at', ExpressionAttributeValues: { ':at': removedAt } }),
    });
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

export async function starCar(userId: string, carId: string, at: string): Promise<void> {
  const index = { gsi3pk: starPartitionOf(carId), gsi3sk: userId };
  await putItem({ ...userKeys.star(userId, carId), kind: 'STAR', carId, at, ...index });
}

export const unstarCar = (userId: string, carId: string): Promise<void> =>
  deleteItem(userKeys.star(userId, carId));

/** Who starred a car, whenever that was. */
export async function listStargazers(carId: string): Promise<string[]> {
  return (await readIndex(starIndex, starPartitionOf(carId))).map(userIdOf);
}
