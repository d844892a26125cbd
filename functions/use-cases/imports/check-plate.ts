import { buildCar } from '#core/car/build-car.ts';
import type { Car } from '#core/car/car.ts';
import { type TypedCar, typedListing } from '#core/car/typed-listing.ts';
import { Failure } from '#core/failure.ts';
import { scrapeLimit } from '#core/plan/access.ts';
import { usageMonth } from '#core/plan/usage-period.ts';
import type { Vehicle } from '#core/register/vehicle.ts';
import { isPaidPlate, payForPlate } from '#functions/_adapters/dynamodb/checked-plates.ts';
import { getPlan, getScrapesUsed } from '#functions/_adapters/dynamodb/people.ts';
import type { Charge } from '#functions/_adapters/dynamodb/usage.ts';
import { unauthenticated } from '#functions/_runtime/caller.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { freeScrapes, hasRegister } from '#functions/_runtime/settings.ts';
import { askRegister } from '#functions/use-cases/cars/confirm-plate.ts';
import { loadModel } from '#functions/use-cases/cars/load-model.ts';
import { rate } from '#functions/use-cases/cars/rate-listing.ts';
import { limitReached } from './limit-reached.ts';

/** What a look at this plate costs: an import, once a day; null: nothing. @throws Failure 403 limit_reached */
async function priceOf(userId: string, plate: string, now: Date): Promise<Charge | null> {
  const limit = scrapeLimit(await getPlan(userId), now, freeScrapes());
  if (limit === null || (await isPaidPlate(userId, plate, now))) return null;
  const month = usageMonth(now);
  // Before the register is asked: its answers cost money.
  if ((await getScrapesUsed(userId, month)) >= limit) throw limitReached();
  return { month, limit };
}

/** @throws Failure 404 plate_unknown, 503 register_silent */
async function lookUp(plate: string): Promise<Vehicle> {
  const vehicle = await askRegister(plate);
  if (vehicle === undefined)
    throw new Failure(
      503,
      'register_silent',
      'The vehicle register does not answer. Please try again later.',
    );
  if (vehicle === null)
    throw new Failure(404, 'plate_unknown', 'The vehicle register knows no car with this number plate.');
  return vehicle;
}

async function pay(userId: string, plate: string, charge: Charge | null, now: Date): Promise<void> {
  if (!charge) return;
  const outcome = await payForPlate(userId, plate, charge, now);
  if (outcome === 'erased') throw unauthenticated();
  if (outcome === 'limit reached') throw limitReached();
}

/**
 * Values a car by its plate and what is asked for it: the register's facts, the market's value, a rating. It costs what an
 * import costs, once a day for a plate, and nothing when there is no answer. The car is stored nowhere.
 * @throws Failure 401 for an account that was erased meanwhile, 403 limit_reached, 404 plate_unknown, 503 register_silent or
 * not_configured
 */
export async function checkPlate(userId: string, typed: TypedCar): Promise<Car> {
  if (!hasRegister()) throw new Failure(503, 'not_configured', 'No vehicle register is set up here.');
  const now = clock.now();
  const charge = await priceOf(userId, typed.plate, now);
  const vehicle = await lookUp(typed.plate);
  const model = await loadModel();
  await pay(userId, typed.plate, charge, now);
  const listing = typedListing(typed, vehicle);
  const { plate } = typed;
  const identified = { photos: [], plate, candidate: null, vehicle, registerState: 'found' as const };
  const at = now.toISOString();
  const car = buildCar(plate, listing, identified, null, userId, at);
  return { ...car, rating: rate(car, model, vehicle.valuation, at) };
}
