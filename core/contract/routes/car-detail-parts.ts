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
});

/** The car's other ads, on the same marketplace or another; `price` null where it cannot be compared. */
export const wireOffers = z.array(
  z.object({
    source: z.enum(marketplaceIds),
    item_url: z.string(),
    price: nullableNumber,
    availability: z.enum(['live', 'pending', 'sold', 'hidden']),
  }),
);
