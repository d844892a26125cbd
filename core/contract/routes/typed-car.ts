import * as z from 'zod/mini';
import { typedPlate } from '../../plate/plate.ts';

/** A car as a person types it. */
export const typedCar = z.object({
  plate: z.string().check(z.maxLength(20), z.regex(typedPlate)),
  /** In DKK. */
  price: z.int().check(z.gte(1), z.lte(50_000_000)),
  /** In kilometres, where the person knows it. */
  mileage: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(2_000_000)))),
});
