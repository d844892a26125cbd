import type { Language } from '../language.ts';

/** Plans, prices, limits and names: their one home. Prices are euro cents including VAT (docs/spec.md 9). */
export const planTypes = [
  'free',
  'premium',
  'premium_monthly',
  'premium_quarterly',
  'lifetime',
  'deal_finder_boost',
] as const;
export type PlanType = (typeof planTypes)[number];

/** What plans are called, wherever they are named: in the app, in alerts, on the checkout page and the receipt. */
export const planNames: Readonly<Record<Language, Readonly<Record<PlanType, string>>>> = {
  en: {
    free: 'Free',
    premium: 'Premium',
    premium_monthly: 'Premium Monthly',
    premium_quarterly: 'Premium (3 Months)',
    lifetime: 'Lifetime Deal Hunter',
    deal_finder_boost: 'Premium (10 Days)',
  },
  da: {
    free: 'Gratis',
    premium: 'Premium',
    premium_monthly: 'Premium månedlig',
    premium_quarterly: 'Premium (3 måneder)',
    lifetime: 'Kupjæger for livet',
    deal_finder_boost: 'Premium (10 dage)',
  },
};

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
  /** How long a price unlock lasts; null: for good. */
  unlockDays: null as number | null,
  searchDays: 7,
  lists: 50,
  carsPerList: 500,
  savedSearches: 100,
  /** Cars that stay among a person's discoveries: so many of their imports, and as many of their automated searches. */
  discoveries: 1000,
  /** How long a car stays among them. */
  discoveryDays: 365,
  /** How long a deleted list or saved search can be brought back. */
  undoHours: 24,
} as const;

/** What can be bought. */
export const productKeys = [
  'premium_monthly',
  'premium_quarterly',
  'lifetime',
  'deal_finder_boost',
  'unlock_price',
] as const;
export type ProductKey = (typeof productKeys)[number];

export type Product = {
  /** The price's `lookup_key` at Stripe: how it is found there, whatever its id. */
  lookupKey: string;
  /** As it stands on the checkout page and the receipt. */
  name: string;
  amountCents: number;
  currency: 'eur';
  /** How often it is charged; null: once. */
  recurring: { interval: 'month'; intervalCount: 1 | 3 } | null;
};

const product = (key: ProductKey, name: string, recurring: Product['recurring'] = null): Product => ({
  lookupKey: `bilfund_${key}`,
  name,
  amountCents: prices[key],
  currency: 'eur',
  recurring,
});

/** What Stripe sells for us: made there by `npm run ops -- stripe`, found by lookup key. */
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
  unlock_price: product('unlock_price', 'Unlock price'),
};
