import type { Car } from '#core/car/car.ts';
import { isOffered } from '#core/car/for-sale.ts';
import { lastPriceDrop } from '#core/car/price-drop.ts';
import type { LiveMessage } from '#core/contract/live.ts';
import type { DomainEvent } from '#core/contract/messages.ts';
import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import { userIdOf } from '#functions/_adapters/dynamodb/keys.ts';
import type { Item } from '#functions/_adapters/dynamodb/table.ts';

/** The fall that a card of the car tells, when it came with this change: with the prices before and after. */
function newDrop(before: Car, after: Car): { fromDkk: number; toDkk: number } | null {
  const drop = isOffered(after.availability) ? lastPriceDrop(after, after.rating.reason) : null;
  const isNew = drop !== null && Date.parse(drop.at) > Date.parse(before.scrapedAt);
  return isNew ? { fromDkk: after.priceDkk + drop.dkk, toDkk: after.priceDkk } : null;
}

/** What changed about a car of the catalog that somebody may want to know. */
export function eventsOfCar(before: Car | null, after: Car): DomainEvent[] {
  if (!before || after.ownerId !== null) return [];
  const carId = after.id;
  const events: DomainEvent[] = [];
  const drop = newDrop(before, after);
  if (drop) events.push({ type: 'price.dropped', carId, ...drop });
  if (before.rating.deal !== 'amazing' && after.rating.deal === 'amazing' && isOffered(after.availability))
    events.push({ type: 'deal.found', carId });
  if (isOffered(before.availability) && !isOffered(after.availability))
    events.push({ type: 'car.gone', carId, isSold: after.availability === 'sold' });
  return events;
}

/** What changed about somebody's automated search. */
export function eventsOfSearch(before: Item | null, after: Item): DomainEvent[] {
  const ids = { ownerId: userIdOf(after), searchId: String(after.id) };
  const events: DomainEvent[] = [];
  if (after.pausedAt && after.pausedAt !== before?.pausedAt)
    events.push({
      type: 'search.paused',
      ...ids,
      failure: after.pausedFor as ImportFailureClass,
      at: String(after.pausedAt),
    });
  if (after.expiredAt && after.expiredAt !== before?.expiredAt)
    events.push({ type: 'search.expired', ...ids, endTime: String(after.endTime) });
  return events;
}

export const eventOfRunDiscoveries = (found: Item): DomainEvent => ({
  type: 'cars.discovered',
  ownerId: userIdOf(found),
  searchId: String(found.searchId),
  jobId: found.sk.slice('FOUND#'.length),
  carIds: found.carIds as string[],
});

/** What a person's open pages are told of a change in their inbox. */
export function messagesOfInbox(before: Item | null, after: Item): LiveMessage[] {
  if (after.kind === 'NOTE')
    return before
      ? [{ type: 'notifications_changed' }]
      : [{ type: 'notification', notificationId: String(after.id) }];
  const isFewer = Number(after.kept ?? 0) < Number(before?.kept ?? 0);
  const isRead = JSON.stringify(after.readMark) !== JSON.stringify(before?.readMark);
  return isFewer || isRead ? [{ type: 'notifications_changed' }] : [];
}
