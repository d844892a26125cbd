import { buildCar } from '#core/cars/build-car.ts';
import type { Car } from '#core/cars/car.ts';
import { type TypedCar, typedListing } from '#core/cars/typed-car.ts';
import { pricesPerCar, scrapeLimit, usageMonth } from '#core/payments/plan.ts';
import { type Charge, getPlan, getScrapesUsed } from '#functions/accounts/store.ts';
import { limitReached } from '#functions/imports/begin-import.ts';
import { unauthenticated } from '#functions/platform/caller.ts';
import { clock } from '#functions/platform/clock.ts';
import { freeScrapes } from '#functions/platform/settings.ts';
import { loadModel } from '#functions/valuation/model.ts';
import { rate } from '#functions/valuation/rate.ts';
import { askPaidPlate, isPaidPlate, payForPlate, type Question } from './store.ts';
import { requireRegister, requireVehicle } from './typed-plate.ts';

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
