import type { Language } from '#core/language.ts';
import { freePlan, type Plan } from '#core/plan/access.ts';
import { starIndex, starPartitionOf, userIdOf, userKeys } from './keys.ts';
import {
  changeItem,
  deleteItem,
  getItem,
  getItems,
  type Item,
  putItem,
  queryAll,
  readIndex,
} from './table.ts';

/** A person's plan; who has none stored is on the free plan. */
export async function getPlan(userId: string): Promise<Plan> {
  const item = await getItem(userKeys.plan(userId));
  return item ? { ...freePlan, ...(item.plan as Partial<Plan>) } : freePlan;
}

/** The cars that a person starred, and when each of their discoveries was made. */
export type Marks = { stars: ReadonlySet<string>; discoveredAt: ReadonlyMap<string, string> };

/** What decides how a person sees cars. */
export type ReaderRecord = Marks & { plan: Plan };

function marksIn(items: readonly Item[]): Marks {
  const discoveries = items.filter((item) => item.kind === 'MATCH' && !item.removedAt);
  return {
    stars: new Set(items.filter((item) => item.kind === 'STAR').map((item) => String(item.carId))),
    discoveredAt: new Map(discoveries.map((item) => [String(item.carId), String(item.discoveredAt)])),
  };
}

/** Plan, stars and discoveries in one query. */
export async function readReader(userId: string): Promise<ReaderRecord> {
  const items = await queryAll(userKeys.partition(userId), userKeys.readerPrefix);
  const plan = items.find((item) => item.kind === 'PLAN')?.plan as Partial<Plan> | undefined;
  return { plan: { ...freePlan, ...plan }, ...marksIn(items) };
}

/** The marks on a few cars: for one of them all marks of a person would be a hundred times as much to read. */
export async function readMarks(userId: string, carIds: readonly string[]): Promise<Marks> {
  // A car that is asked for by an id that it had bears that one, and is among its former ones again.
  const keys = [...new Set(carIds)].flatMap((id) => [
    userKeys.star(userId, id),
    userKeys.discovery(userId, id),
  ]);
  return marksIn(await getItems(keys));
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

export async function starCar(userId: string, carId: string, at: string): Promise<void> {
  const index = { gsi3pk: starPartitionOf(carId), gsi3sk: userId };
  await putItem({ ...userKeys.star(userId, carId), kind: 'STAR', carId, at, ...index });
}

export const unstarCar = (userId: string, carId: string): Promise<void> =>
  deleteItem(userKeys.star(userId, carId));

/** Who starred a car, whenever that was and by whichever of its ids, each person once. */
export async function listStargazers(carIds: readonly string[]): Promise<string[]> {
  const stars = await Promise.all(carIds.map((id) => readIndex(starIndex, starPartitionOf(id))));
  return [...new Set(stars.flat().map(userIdOf))];
}
