/** Plans, prices and limits: their one home. Prices are euro cents including VAT (spec section 9). */
export const planTypes = [
  'free',
  'premium',
  'premium_monthly',
  'premium_quarterly',
  'lifetime',
  'deal_finder_boost',
] as const;
export type PlanType = (typeof planTypes)[number];

export const prices = {
  premium_monthly: 900,
  premium_quarterly: 1900,
  lifetime: 2900,
  deal_finder_boost: 500,
  unlock_price: 300,
} as const;

export const limits = {
  /** Imports a calendar month (Europe/Copenhagen) on the free plan. */
  freeScrapesPerMonth: 20,
  freeSearches: 1,
  premiumSearches: 3,
  boostDays: 10,
  searchDays: 7,
  lists: 50,
  carsPerList: 500,
  savedSearches: 100,
  /** How long a deleted list or saved search can be brought back. */
  undoHours: 24,
} as const;
