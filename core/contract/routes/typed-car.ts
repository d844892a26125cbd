import * as z from 'zod/mini';
import { typedPlate } from '../../plate/plate.ts';

const plate = z.string().check(z.maxLength(20), z.regex(typedPlate));

/** A car as a person types it. */
export const typedCar = z.object({
  plate,
  /** In DKK. */
  price: z.int().check(z.gte(1), z.lte(50_000_000)),
  /** In kilometres, where the person knows it. */
  mileage: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(2_000_000)))),
});

/** The plate of a car that is known, as a person types it. */
export const plateOfCar = z.object({
  plate,
  /** It is this car's, though the register knows another one by it. */
  confirmed: z.optional(z.boolean()),
});
