import { hasPremium, type Plan, type Purchase, planInForce, seesEstimates } from './plan.ts';

/**
 * What happened to a purchase. `disputed`, `lost`, `refunded`: the money was returned, temporarily or for good; `restored`:
 * we have it again; `ended`: a subscription is over.
 */
export const purchaseTurns = ['bought', 'disputed', 'lost', 'refunded', 'restored', 'ended'] as const;
export type PurchaseTurn = (typeof purchaseTurns)[number];

export type PurchaseNews = Pick<Purchase, 'id' | 'product'> & {
  turn: PurchaseTurn;
  /** Whether the person still has what the purchase gives, from this purchase or another. */
  isKept: boolean;
  /** The end of premium, if it runs now and nothing renews it; null for a boost that has not begun, and otherwise. */
  until: string | null;
};

const isGoing = ({ state }: Purchase) => state === 'active' || state === 'ended';

function turnOf(was: Purchase | undefined, is: Purchase): PurchaseTurn | null {
  if (was?.state === is.state && (was.product === is.product || is.state !== 'active')) return null;
  if (was && !isGoing(was) && isGoing(is)) return 'restored';
  return is.state === 'active' ? 'bought' : is.state;
}

/**
 * The news when one plan of a person replaces another. Computed from the two plans alone, so that each change is reported
 * once, however often and in whatever order Stripe's events arrive.
 */
export function purchaseNews(before: Plan, after: Plan, now: Date): PurchaseNews[] {
  // Older plans have no purchases to compare with.
  if (before.purchases === null || after.purchases === null) return [];
  const former = new Map(before.purchases.map((one) => [one.id, one]));
  const inForce = planInForce(after, now);
  const isEnding = inForce.cancelAtPeriodEnd || inForce.type === 'deal_finder_boost';
  return after.purchases.flatMap((one): PurchaseNews[] => {
    const turn = turnOf(former.get(one.id), one);
    const isKept = one.product === 'unlock_price' ? seesEstimates(after, now) : hasPremium(after, now);
    // The end of a subscription that something else replaced is not reported.
    if (turn === null || (turn === 'ended' && isKept)) return [];
    const until = isEnding && one.product === inForce.type ? inForce.currentPeriodEnd : null;
    return [{ id: one.id, product: one.product, turn, isKept, until }];
  });
}
