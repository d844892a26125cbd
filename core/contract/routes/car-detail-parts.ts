import * as z from 'zod/mini';
import { marketplaceIds } from '#core/marketplace/marketplace-id.ts';

const nullableNumber = z.nullable(z.number());

export const wireComparable = z.object({
  id: z.string(),
  title: z.string(),
  price: z.number(),
  /** What it would ask with the facts of the car on the page. */
  adjusted_price: z.number(),
  year: nullableNumber,
  mileage: nullableNumber,
  /** How many days it stood, of a car that is known to be gone. */
  gone_after_days: nullableNumber,
  /** Whether it stood for so many days, or for as many at least. */
  is_age_known: z.boolean(),
  /** ISO instant: when it was seen last, of a car that nobody has seen for long. */
  last_seen: z.nullable(z.string()),
});

const pricesOver = z.array(z.object({ at: z.string(), price: z.number() }));

/** All ads that the car was ever offered with, the oldest first: when each was met, and what it asked from when on. */
const wireAds = z.array(
  z.object({
    source: z.enum(marketplaceIds),
    item_url: z.string(),
    first_seen: z.string(),
    price_history: pricesOver,
  }),
);

/** The car's other ads, on the same marketplace or another; `price` null where it cannot be compared. */
const wireOffers = z.array(
  z.object({
    source: z.enum(marketplaceIds),
    item_url: z.string(),
    price: nullableNumber,
    availability: z.enum(['live', 'pending', 'sold', 'hidden']),
  }),
);

/** Where and how the car is and was offered. */
export const wireOffering = {
  also_at: wireOffers,
  ads: wireAds,
  first_seen: z.string(),
  /** How often it was put up again where it had stood before. */
  times_reposted: z.number(),
} as const;
