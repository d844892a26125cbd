import type { SubscriptionWire } from '#core/contract/routes/payments.ts';
import { type Language, wallClockMs } from '#core/shared.ts';

/** The only place for plans, prices, limits and names. Prices are euro cents including VAT (docs/spec.md 9). */
export const planTypes = [
  'free',
  'premium',
  'premium_monthly',
  'premium_quarterly',
  'lifetime',
  'deal_finder_boost',
] as const;
export type PlanType = (typeof planTypes)[number];

/** Names of plans and products in the app, in alerts, on the checkout page and on the receipt. */
export const planNames: Readonly<Record<Language, Readonly<Record<PlanType | 'unlock_price', string>>>> = {
  en: {
    free: 'Free',
    premium: 'Premium',
    premium_monthly: 'Premium Monthly',
    premium_quarterly: 'Premium (3 Months)',
    lifetime: 'Lifetime Deal Hunter',
    deal_finder_boost: 'Premium (10 Days)',
    unlock_price: 'Unlock price',
  },
  da: {
    free: 'Gratis',
    premium: 'Premium',
    premium_monthly: 'Premium månedlig',
    premium_quarterly: 'Premium (3 måneder)',
    lifetime: 'Kupjæger for livet',
    deal_finder_boost: 'Premium (10 dage)',
    unlock_price: 'Lås priser op',
  },
};

export const prices = {
  premium_monthly: 900,
  premium_quarterly: 1900,
  lifetime: 2900,
  deal_finder_boost: 500,
  unlock_price: 300,
} as const;

/**
 * The krone's central rate to the euro in ERM II, from which Danmarks Nationalbank lets it move by at most 2.25 %: good for
 * "about" a price in kroner, while euro are charged.
 */
export const kronerPerEuro = 7.46038;

export const kronerOf = (cents: number): number => Math.round((cents / 100) * kronerPerEuro);

export const limits = {
  /** Imports per calendar month (Europe/Copenhagen) on the free plan. */
  freeScrapesPerMonth: 20,
  freeSearches: 1,
  premiumSearches: 3,
  boostDays: 10,
  /** How many days a price unlock lasts; null if it does not expire. */
  unlockDays: null as number | null,
  searchDays: 7,
  lists: 50,
  carsPerList: 500,
  savedSearches: 100,
  /** Maximum of cars in a person's discoveries from imports, and the same from automated searches. */
  discoveries: 1000,
  /** After this many days a car leaves the discoveries. */
  discoveryDays: 365,
  /** Maximum characters of a list's or search's name. */
  nameLength: 80,
  /** Maximum of cars with a note or stage of one person, and of characters of a note. */
  huntedCars: 500,
  huntNoteLength: 2000,
  /** Maximum of cars that one person hides: nearly every request of theirs reads them all. */
  hiddenCars: 1000,
  /** For how many hours a deleted list or saved search can be restored. */
  undoHours: 24,
} as const;

export const productKeys = [
  'premium_monthly',
  'premium_quarterly',
  'lifetime',
  'deal_finder_boost',
  'unlock_price',
] as const;
export type ProductKey = (typeof productKeys)[number];

/** What a person may have bought; `premium` is a recurring price that is not one of ours. */
export const purchaseProducts = ['premium', ...productKeys] as const;
export type PurchaseProduct = (typeof purchaseProducts)[number];

export type Product = {
  /** The price's `lookup_key` at Stripe, by which it is found. */
  lookupKey: string;
  /** The name on the checkout page and the receipt. */
  name: string;
  amountCents: number;
  currency: 'eur';
  /** How often it is charged; null for once. */
  recurring: { interval: 'month'; intervalCount: 1 | 3 } | null;
};

const product = (key: ProductKey, name: string, recurring: Product['recurring'] = null): Product => ({
  lookupKey: `bilfund_${key}`,
  name,
  amountCents: prices[key],
  currency: 'eur',
  recurring,
});

/** The products at Stripe: created by `npm run ops -- stripe`, found by lookup key. */
export const products: Readonly<Record<ProductKey, Product>> = {
  premium_monthly: product('premium_monthly', planNames.en.premium_monthly, {
    interval: 'month',
    intervalCount: 1,
  }),
  premium_quarterly: product('premium_quarterly', planNames.en.premium_quarterly, {
    interval: 'month',
    intervalCount: 3,
  }),
  lifetime: product('lifetime', planNames.en.lifetime),
  deal_finder_boost: product('deal_finder_boost', planNames.en.deal_finder_boost),
  unlock_price: product('unlock_price', planNames.en.unlock_price),
};

/** Whether it is charged repeatedly; all others are paid once. */
export const isSubscription = (product: PurchaseProduct): boolean =>
  product === 'premium' || products[product].recurring !== null;

/** A purchase, by its id at Stripe. It may have been refunded, or the subscription may have ended. */
export type Purchase = {
  id: string;
  product: PurchaseProduct;
  state: 'active' | 'ended' | 'disputed' | 'lost' | 'refunded';
};

/** A person's plan as stored. `currentPeriodEnd` is an ISO instant, null for free and lifetime. */
export type Plan = {
  type: PlanType;
  status: string;
  currentPeriodEnd: string | null;
  cancelAtPeriodEnd: boolean;
  /** Access continues until then although the period has ended, its payment is late, or it was ended at Stripe; else null. */
  graceUntil: string | null;
  /** The beta unlock of estimated prices; `until` null does not expire. */
  priceUnlock: { until: string | null } | null;
  /** When the boost (ten days of premium, beside or after another plan) ends. */
  boostUntil: string | null;
  /** The purchases behind the plan, ordered by id; null in plans stored before they were kept. */
  purchases: readonly Purchase[] | null;
};

export const freePlan: Plan = {
  type: 'free',
  status: 'active',
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  graceUntil: null,
  priceUnlock: null,
  boostUntil: null,
  purchases: [],
};

/** A plan as stored by any version; without one, the free plan. */
export const storedPlan = (stored: Partial<Plan> | undefined): Plan =>
  stored ? { ...freePlan, purchases: null, ...stored } : freePlan;

/** Why access is refused (docs/spec.md 4). */
export const accessReasons = [
  'not_logged_in',
  'no_active_subscription',
  'free_plan',
  'subscription_expired',
  'no_beta_access_purchased',
  'database_error',
  'limit_reached',
] as const;
export type AccessReason = (typeof accessReasons)[number];

const isFuture = (instant: string | null, now: Date) =>
  instant !== null && Date.parse(instant) > now.getTime();

/** Whether the plan itself gives access, without a boost. */
function isInForce(plan: Plan, now: Date): boolean {
  if (plan.type === 'free') return false;
  if (isFuture(plan.graceUntil, now)) return true;
  if (plan.status !== 'active') return false;
  return plan.type === 'lifetime' || isFuture(plan.currentPeriodEnd, now);
}

/** Premium access: an active plan that is not free and not past its period end (docs/spec.md 4), or a boost. */
export function hasPremium(plan: Plan, now: Date): boolean {
  return isFuture(plan.boostUntil, now) || isInForce(plan, now);
}

/** Why a signed-in person has no premium; null if they have it. */
export function premiumRefusal(plan: Plan, now: Date): AccessReason | null {
  if (hasPremium(plan, now)) return null;
  if (plan.type === 'free') return plan.boostUntil === null ? 'free_plan' : 'subscription_expired';
  return isFuture(plan.currentPeriodEnd, now) ? 'no_active_subscription' : 'subscription_expired';
}

/** Whether a person may see estimates: with premium, or a beta unlock that has not expired. */
export function seesEstimates(plan: Plan, now: Date): boolean {
  return hasPremium(plan, now) || hasPriceUnlock(plan, now);
}

/** Why a signed-in person may not see estimates; null if they may. */
export function estimatesRefusal(plan: Plan, now: Date): AccessReason | null {
  return seesEstimates(plan, now) ? null : 'no_beta_access_purchased';
}

export function hasPriceUnlock(plan: Plan, now: Date): boolean {
  return (
    plan.priceUnlock !== null && (plan.priceUnlock.until === null || isFuture(plan.priceUnlock.until, now))
  );
}

export function scrapeLimit(
  plan: Plan,
  now: Date,
  freeScrapes: number = limits.freeScrapesPerMonth,
): number | null {
  return hasPremium(plan, now) ? null : freeScrapes;
}

/**
 * How many prices one charged plate lookup may be rated at (decision 10), and one car of a person's pages in a day. Rating a
 * car at many prices would reveal its estimate. A reader without estimates gets enough for a typing error and a
 * counter-offer; for others the limit protects nothing.
 */
export const pricesPerCar = (plan: Plan, now: Date): number => (seesEstimates(plan, now) ? 1000 : 3);

export function searchLimit(plan: Plan, now: Date): number {
  return hasPremium(plan, now) ? limits.premiumSearches : limits.freeSearches;
}

/** The plan that applies now: the one in force, else the boost, else the free plan. */
export function planInForce(plan: Plan, now: Date): Plan {
  if (isInForce(plan, now)) return plan;
  const { boostUntil, priceUnlock } = plan;
  if (!isFuture(boostUntil, now)) return { ...freePlan, priceUnlock };
  return { ...freePlan, type: 'deal_finder_boost', currentPeriodEnd: boostUntil, boostUntil, priceUnlock };
}

export function planWire(plan: Plan, now: Date): SubscriptionWire {
  const inForce = planInForce(plan, now);
  return {
    plan_type: inForce.type,
    status: inForce.status,
    current_period_end: inForce.currentPeriodEnd,
    cancel_at_period_end: inForce.cancelAtPeriodEnd,
    boost_until: inForce.boostUntil,
    price_unlocked: hasPriceUnlock(plan, now),
  };
}

/** The calendar month in which usage is counted, "2026-11" (Copenhagen). */
export function usageMonth(now: Date): string {
  return new Date(wallClockMs(now)).toISOString().slice(0, 7);
}

/** The instant at which the count resets: midnight in Copenhagen on the first of next month. */
export function usagePeriodEnd(now: Date): Date {
  const wall = new Date(wallClockMs(now));
  const midnightAsUtc = Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1, 1);
  const offsetMs = wallClockMs(new Date(midnightAsUtc)) - midnightAsUtc;
  return new Date(midnightAsUtc - offsetMs);
}

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
