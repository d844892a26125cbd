import type { Alert } from '#core/alerts/alert.ts';
import { importFailureClasses } from '#core/contract/routes/imports.ts';
import { type PurchaseProduct, type PurchaseTurn, purchaseTurns } from '#core/payments/plan.ts';
import { isRefused } from '#core/searches/automated-search.ts';

export const car = { id: '4711', title: 'Škoda Octavia', priceDkk: 149_900 };
export const search = { id: 's', title: 'octavia · Odense' };
const refusals = importFailureClasses.filter(
  (failure) =>
    isRefused({ failure }) && failure !== 'location_not_recognised' && failure !== 'layout_changed',
);
const purchase = (
  product: PurchaseProduct,
  turn: PurchaseTurn,
  isKept: boolean,
  until: string | null = null,
): Alert => ({ kind: 'plan_changed', product, turn, isKept, until });
/** Of a page that its reader sent. */
const own = { ...car, id: 'p-4711' };
/** An alert of each kind, with all that makes its words differ. */
export const alerts: Alert[] = [
  { kind: 'new_cars', search, count: 1, car },
  { kind: 'new_cars', search, count: 1, car: { ...car, priceDkk: 0 } },
  { kind: 'new_cars', search, count: 1, car: { ...car, priceDkk: 1 } },
  { kind: 'new_cars', search, count: 9, car: null },
  { kind: 'amazing_deal', search, count: 1, car },
  { kind: 'amazing_deal', search: null, count: 4, car: null },
  { kind: 'price_drop', car, fromDkk: 1_160_000 },
  { kind: 'below_market', search, car, percent: 15 },
  { kind: 'car_gone', car, isSold: true, isFound: true },
  { kind: 'car_gone', car, isSold: false, isFound: true },
  { kind: 'car_gone', car, isSold: true },
  { kind: 'car_gone', car, isSold: false },
  { kind: 'car_gone', car, isSold: false, unseenSince: '2026-10-21T22:30:00.000Z' },
  { kind: 'new_cars', search: null, count: 1, car: own },
  { kind: 'new_cars', search: null, count: 9, car: null },
  { kind: 'car_gone', car: own, isSold: true },
  { kind: 'car_gone', car: own, isSold: false },
  { kind: 'car_gone', car: own, isSold: false, missedAt: '2026-10-21T22:30:00.000Z' },
  { kind: 'car_gone', car: null, count: 30, missedAt: '2026-10-21T22:30:00.000Z', cars: [own] },
  { kind: 'car_back', car },
  { kind: 'car_rated', car },
  { kind: 'car_rated', car: null, count: 30, cars: [own] },
  ...refusals.map((failure) => ({ kind: 'search_paused', search, failure }) as const),
  { kind: 'search_paused', search, failure: 'location_not_recognised' },
  { kind: 'search_paused', search, failure: 'layout_changed' },
  { kind: 'search_ending', search, endTime: '2026-11-28T08:00:00.000Z', token: 'a.b' },
  { kind: 'search_expired', search },
  { kind: 'plan_changed', plan: 'lifetime', isPremium: true },
  { kind: 'plan_changed', plan: 'free', isPremium: false },
  ...purchaseTurns.map((turn) => purchase('premium_monthly', turn, turn === 'bought' || turn === 'restored')),
  purchase('premium_monthly', 'restored', true, '2026-12-08T22:30:00.000Z'),
  purchase('premium_monthly', 'refunded', true),
  purchase('lifetime', 'disputed', false),
  purchase('lifetime', 'restored', true),
  purchase('deal_finder_boost', 'bought', true, '2026-12-08T22:30:00.000Z'),
  purchase('deal_finder_boost', 'bought', true),
  purchase('deal_finder_boost', 'bought', false),
  purchase('deal_finder_boost', 'restored', false),
  purchase('unlock_price', 'bought', true),
  purchase('unlock_price', 'refunded', false),
  purchase('unlock_price', 'refunded', true),
  purchase('unlock_price', 'restored', true),
];
