import { type AutomatedSearch, titleOf } from '#core/automated-search/automated-search.ts';
import type { Car } from '#core/car/car.ts';
import type { AlertCar, AlertSearch } from '#core/notification/notification.ts';
import { cutPlates, hidePlates } from '#core/plate/hide-plates.ts';
import { getSearch } from '#functions/_adapters/dynamodb/searches.ts';

const mostTitle = 120;
/** Alerts pass through mail servers and lie on locked screens: no number plate goes into them. */
export const alertCar = ({ id, title, plate, priceDkk }: Car): AlertCar => ({
  id,
  title: (cutPlates(title, plate) ?? hidePlates(title, plate)).slice(0, mostTitle),
  priceDkk,
});

export const toAlertSearch = (search: AutomatedSearch): AlertSearch => ({
  id: search.id,
  title: hidePlates(titleOf(search), null),
});

/** The search while its owner keeps it; who cancelled it is told nothing of it any more. */
export async function alertSearch(userId: string, searchId: string): Promise<AlertSearch | null> {
  const search = await getSearch(userId, searchId);
  return search && toAlertSearch(search);
}
