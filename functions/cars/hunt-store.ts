import type { Car } from '#core/cars/car.ts';
import type { HuntStage, HuntWords } from '#core/cars/hunt.ts';
import { limits } from '#core/payments/plan.ts';
import { userKeys } from '#functions/platform/keys.ts';
import { deleteItems, getItems, type Item, putItem, queryAll } from '#functions/platform/table.ts';

/** What a person keeps about a car, and the car as it was then. */
export type HuntEntry = HuntWords & {
  carId: string;
  changedAt: string;
  priceDkk: number;
  availability: Car['availability'];
};

const toEntry = (item: Item): HuntEntry => ({
  carId: String(item.carId),
  note: String(item.note),
  stage: item.stage as HuntStage | null,
  day: item.day as string | null,
  changedAt: String(item.changedAt),
  priceDkk: Number(item.priceDkk),
  availability: item.availability as Car['availability'],
});

/** A person's entries, last changed first. */
export async function listHunt(userId: string): Promise<HuntEntry[]> {
  const items = await queryAll(userKeys.partition(userId), userKeys.huntPrefix);
  return items.map(toEntry).toSorted((a, b) => b.changedAt.localeCompare(a.changedAt));
}

/** Removes what a person keeps about a car, under any of its ids. */
export const forgetHunt = (userId: string, carIds: readonly string[]): Promise<void> =>
  deleteItems(carIds.map((id) => userKeys.hunt(userId, id)));

/**
 * Keeps an entry in place of those under the car's other ids. Returns false at the limit of cars; two requests at once may pass
 * it by one.
 */
export async function keepHunt(
  userId: string,
  entry: HuntEntry,
  otherIds: readonly string[],
): Promise<boolean> {
  const known = await getItems([entry.carId, ...otherIds].map((id) => userKeys.hunt(userId, id)));
  if (known.length === 0 && (await listHunt(userId)).length >= limits.huntedCars) return false;
  await putItem({ ...userKeys.hunt(userId, entry.carId), kind: 'HUNT', ...entry });
  await forgetHunt(userId, otherIds);
  return true;
}
