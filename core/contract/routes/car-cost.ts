import * as z from 'zod/mini';
import { taxBases } from '../../register/half-yearly-tax.ts';
import { queryInteger } from '../documented.ts';

/** Absent: as far as most (`usualKmPerYear`). */
export const kmPerYear = z.optional(queryInteger(0, 100_000));

/** What is known of a car's running costs; null where nothing that is at hand tells it. Amounts in DKK. */
export const wireCost = z.object({
  /** `year`: of whose rates the table is; null of what the register itself charges. */
  tax: z.nullable(z.object({ half_year: z.number(), basis: z.enum(taxBases), year: z.nullable(z.number()) })),
  /** Litres or, of electricity, kilowatt-hours for 100 km, by the register. */
  energy: z.nullable(z.object({ kind: z.enum(['petrol', 'diesel', 'electricity']), per_100_km: z.number() })),
  prices: z.object({
    petrol: z.number(),
    diesel: z.number(),
    electricity: z.number(),
    date: z.string(),
    source: z.string(),
  }),
  next_inspection: z.nullable(z.string()),
  /** Premium or beta unlock only; `values` null where our model does not value such a car. */
  loss: z.nullable(
    z.object({
      /** What is asked for it. */
      price: z.number(),
      value: z.number(),
      date: z.string(),
      values: z.array(
        z.object({ years: z.number(), low: z.number(), average: z.number(), high: z.number() }),
      ),
    }),
  ),
  /** Why there is no loss of value. */
  loss_state: z.enum(['known', 'locked', 'unknown']),
});
export type WireCost = z.infer<typeof wireCost>;
