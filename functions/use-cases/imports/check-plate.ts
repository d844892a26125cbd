import { buildCar } from '#core/car/build-car.ts';
import type { Car } from '#core/car/car.ts';
import { type TypedCar, typedListing } from '#core/car/typed-listing.ts';
import { pricesPerCar, scrapeLimit } from '#core/plan/access.ts';
import { usageMonth } from '#core/plan/usage-period.ts';
import {
  askPaidPlate,
  isPaidPlate,
  payForPlate,
  type Question,
} from '#functions/_adapters/dynamodb/checked-plates.ts';
import { getPlan, getScrapesUsed } from '#functions/_adapters/dynamodb/people.ts';
import type { Charge } from '#functions/_adapters/dynamodb/usage.ts';
import { unauthenticated } from '#functions/_runtime/caller.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { freeScrapes } from '#functions/_runtime/settings.ts';
import { requireRegister, requireVehicle } from '#functions/use-cases/cars/confirm-plate.ts';
import { loadModel } from '#functions/use-cases/cars/load-model.ts';
import { rate } from '#functions/use-cases/cars/rate-listing.ts';
import { limitReached } from './limit-reached.ts';

/** How a person's looks at a plate are counted: each of its prices, and against what a month may cost. */
type Bill = { plate: string; question: Question; charge: Charge };

/** Null: with premium nothing is counted. */
async function billOf(
  userId: string,
  { plate, priceDkk, mileageKm }: TypedCar,
  now: Date,
): Promise<Bill | null> {
  const plan = await getPlan(userId);
  const limit = scrapeLimit(plan, now, freeScrapes());
  if (limit === null) return null;
  const question = { asked: `${priceDkk} ${mileageKm ?? '-'}`, most: pricesPerCar(plan, now) };
  return { plate, question, charge: { month: usageMonth(now), limit } };
}

/** Before the register is asked: its answers cost money. @throws Failure 403 limit_reached */
async function requirePayable(userId: string, { plate, question, charge }: Bill, now: Date): Promise<void> {
  if (await isPaidPlate(userId, plate, question, now)) return;
  if ((await getScrapesUsed(userId, charge.month)) >= charge.limit) throw limitReached();
}

/** Of requests side by side each is outrun by another that paid, at most so often as may begin at once. */
const attempts = 12;

/** @throws Failure 401 for an account that was erased meanwhile, 403 limit_reached */
async function pay(userId: string, { plate, question, charge }: Bill, now: Date): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (await askPaidPlate(userId, plate, question, now)) return;
    const outcome = await payForPlate(userId, plate, question, { charge, now });
    if (outcome === 'paid') return;
    if (outcome === 'erased') throw unauthenticated();
    if (outcome === 'limit reached') throw limitReached();
  }
  throw new Error('A plate was paid for again and again, and asked of by others each time.');
}

/**
 * Values a car by its plate and what is asked for it: the register's facts, the market's value, a rating. It costs what an
 * import costs, once a day for a plate and a few prices of it, and nothing when there is no answer. The car is stored nowhere.
 * @throws Failure 401 for an account that was erased meanwhile, 403 limit_reached, 404 plate_unknown, 503 register_silent or
 * not_configured
 */
export async function checkPlate(userId: string, typed: TypedCar): Promise<Car> {
  requireRegister();
  const now = clock.now();
  const bill = await billOf(userId, typed, now);
  if (bill) await requirePayable(userId, bill, now);
  const vehicle = await requireVehicle(typed.plate);
  const model = await loadModel();
  if (bill) await pay(userId, bill, now);
  const listing = typedListing(typed, vehicle);
  const { plate } = typed;
  const identified = { photos: [], plate, candidate: null, vehicle, registerState: 'found' as const };
  const at = now.toISOString();
  const car = buildCar(plate, listing, identified, null, userId, at);
  return { ...car, rating: rate(car, model, vehicle.valuation, at) };
}
