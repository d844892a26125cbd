import * as z from 'zod/mini';
import { bodies } from '#core/marketplace/ad/body-names.ts';
import { fuels, gearboxes, sellerTypes } from '#core/marketplace/ad/listing.ts';
import { marketplaceIds } from '#core/marketplace/marketplace-id.ts';
import { colorFamilies } from '../../car/color-families.ts';
import { features } from '../../car/feature-names.ts';
import { deals } from '../../valuation/valuation.ts';

const counts = <T extends z.core.SomeType>(name: T) => z.array(z.object({ name, count: z.number() }));

/** What the list counts beside its cars: each filter's choices with what the other filters leave. */
export const carFacets = {
  brands: counts(z.string()),
  /** Null without premium access. */
  deals: z.nullable(counts(z.enum(deals))),
  fuels: counts(z.enum(fuels)),
  gearboxes: counts(z.enum(gearboxes)),
  sellers: counts(z.enum(sellerTypes)),
  /** Models of the brands that are asked for; empty while none is. */
  models: counts(z.string()),
  sources: counts(z.enum(marketplaceIds)),
  bodies: counts(z.enum(bodies)),
  colors: counts(z.enum(colorFamilies)),
  /** How many of the cars found have each. */
  features: counts(z.enum(features)),
  /** Counts of cars per slider step: 50 steps of 2,000 DKK, then 50 of 18,000. */
  priceHistogram: z.array(z.number()),
};
