import { hasPremium, type Plan, type Purchase, planInForce, seesEstimates } from './plan.ts';

/**
 * What became of a purchase. `disputed`, `lost` and `refunded`: the money went back, for now or for good; `restored`: it is
 * with us again; `ended`: a subscription is over.
 */
export const purchaseTurns = ['bought', 'disputed', 'lost', 'refunded', 'restored', 'ended'] as const;
export type PurchaseTurn = (typeof purchaseTurns)[number];

export type PurchaseNews = Pick<Purchase, 'id' | 'product'> & {
  turn: PurchaseTurn;
  /** Whether the person has now what such a purchase gives, by this one or by another. */
  isKept: boolean;
  /** Until when it gives premium, where it runs now and nothing renews; null for a boost that waits, and for the rest. */
  until: string | null;
};

const isGoing = ({ state }: Purchase) => state === 'active' || state === 'ended';

function turnOf(was: Purchase | undefined, is: Purchase): PurchaseTurn | null {
  if (was?.state === is.state && (was.product === is.product || is.state !== 'active')) return null;
  if (was && !isGoing(was) && isGoing(is)) return 'restored';
  return is.state === 'active' ? 'bought' : is.state;
}

/**
 * What a person is to be told when one plan of theirs replaces another. It follows from the two plans alone, so that
 * each change is told once in whatever order and however often Stripe tells of it.
 */
export function purchaseNews(before: Plan, after: Plan, now: Date): PurchaseNews[] {
  // Plans of before do not say what led to them: nothing is news against them.
  if (before.purchases === null || after.purchases === null) return [];
  const former = new Map(before.purchases.map((one) => [one.id, one]));
  const inForce = planInForce(after, now);
  const isEnding = inForce.cancelAtPeriodEnd || inForce.type === 'deal_finder_boost';
  return after.purchases.flatMap((one): PurchaseNews[] => {
    const turn = turnOf(former.get(one.id), one);
    const isKept = one.product === 'unlock_price' ? seesEstimates(after, now) : hasPremium(after, now);
    // A subscription that something else has taken the place of ends without a word.
    if (turn === null || (turn === 'ended' && isKept)) return [];
    const until = isEnding && one.product === inForce.type ? inForce.currentPeriodEnd : null;
    return [{ id: one.id, product: one.product, turn, isKept, until }];
  });
}
