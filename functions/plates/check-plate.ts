import { addressBlock, visitorChecks } from '#core/accounts/rate-limits.ts';
import { buildCar } from '#core/cars/build-car.ts';
import { type Car, isLocked, type Viewer } from '#core/cars/car.ts';
import { isForSale, isOffered } from '#core/cars/listing-life.ts';
import { ratedFrom, valueFrom } from '#core/cars/rating-basis.ts';
import { type TypedCar, typedListing } from '#core/cars/typed-car.ts';
import { Failure } from '#core/failure.ts';
import { pricesPerCar, scrapeLimit, usageMonth } from '#core/payments/plan.ts';
import type { Vehicle } from '#core/register/vehicle.ts';
import type { Model } from '#core/valuation/model.ts';
import { takePermit } from '#functions/accounts/limits.ts';
import { type Charge, getPlan, getScrapesUsed } from '#functions/accounts/store.ts';
import { getCar, ownerOfNumber, type StoredCar } from '#functions/cars/store.ts';
import { limitReached } from '#functions/imports/begin-import.ts';
import { unauthenticated } from '#functions/platform/caller.ts';
import { clock } from '#functions/platform/clock.ts';
import { ofThisInstallation } from '#functions/platform/route-handler.ts';
import { keyedHash } from '#functions/platform/secret.ts';
import { freeScrapes } from '#functions/platform/settings.ts';
import { loadModel } from '#functions/valuation/model.ts';
import { rate } from '#functions/valuation/rate.ts';
import { askPaidPlate, isPaidPlate, payForPlate, type Question } from './store.ts';
import { requireRegister, requireVehicle } from './typed-plate.ts';

/** How a person's plate checks are counted: each price asked of the plate, and the month's limit. */
type Bill = { plate: string; question: Question; charge: Charge };

/** Null with premium, which is not limited. */
async function billOf(
  userId: string,
  { plate, priceDkk, mileageKm }: TypedCar,
  now: Date,
): Promise<Bill | null> {
  const plan = await getPlan(userId);
  const limit = scrapeLimit(plan, now, freeScrapes());
  if (limit === null) return null;
  const question = { asked: `${priceDkk ?? '-'} ${mileageKm ?? '-'}`, most: pricesPerCar(plan, now) };
  return { plate, question, charge: { month: usageMonth(now), limit } };
}

/**
 * Counts a visitor's check, by address, by plate and all together, in this order: who is refused by the first uses up none of
 * the others, which many people share. @throws Failure 429 visitor_limit
 */
async function countVisitor(address: string, plate: string): Promise<void> {
  try {
    await takePermit(ofThisInstallation(visitorChecks.address), addressBlock(address));
    await takePermit(
      ofThisInstallation(visitorChecks.plate),
      (await keyedHash('checked-plate', plate)).toString('base64url'),
    );
    await takePermit(ofThisInstallation(visitorChecks.everybody), 'all');
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const message = 'Without an account, only a few cars a day can be valued. Log in to value more.';
    throw new Failure(429, 'visitor_limit', message, error.details);
  }
}

/** Checked before the register is asked, since its answers cost money. @throws Failure 403 limit_reached */
async function requirePayable(userId: string, { plate, question, charge }: Bill, now: Date): Promise<void> {
  if (await isPaidPlate(userId, plate, question, now)) return;
  if ((await getScrapesUsed(userId, charge.month)) >= charge.limit) throw limitReached();
}

/** Concurrent requests may each lose to another that paid, and this many may begin at once. */
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
  throw new Error('Too many conflicts while a plate check was charged.');
}

/** The listed car with this plate (by its photos or its seller); no private car and no sold one. */
async function listedCarOf(plate: string): Promise<StoredCar | null> {
  const id = await ownerOfNumber({ kind: 'PLATECAR', value: plate });
  const stored = id === null ? null : await getCar(id, null);
  if (!stored) return null;
  const { car, source } = stored;
  const isItsPlate = car.plate === plate && !source.identification.isTyped;
  return isItsPlate && isForSale(car) && isOffered(car.availability) ? stored : null;
}

type Asked = Pick<TypedCar, 'priceDkk'> & Pick<Car, 'mileageKm' | 'mileagePrecision'>;

/** The car of an ad with this asking price and mileage and the register's current data. */
function askedCar(
  { car, source }: StoredCar,
  asked: Asked,
  vehicle: Vehicle,
  at: string,
): Omit<Car, 'rating'> {
  const { plate } = vehicle;
  const identification = { ...source.identification, plate, vehicle, registerState: 'found' as const };
  const { priceDkk, mileageKm, mileagePrecision } = asked;
  const listing = {
    ...source.listing,
    price: priceDkk === null ? null : { amount: priceDkk, currency: 'DKK' },
    mileage: mileageKm !== null && mileagePrecision ? { km: mileageKm, precision: mileagePrecision } : null,
  };
  return buildCar(car.id, listing, identification, car, null, at, source.others);
}

/**
 * Rates a listed car at the typed price. If the typed values are the ad's own or differ only in price or mileage, this
 * answer and the car's page give the same value.
 */
function rateListed(stored: StoredCar, typed: TypedCar, vehicle: Vehicle, model: Model | null, at: string) {
  const { car, source } = stored;
  const { mileageKm, mileagePrecision } = car;
  const odometer =
    typed.mileageKm === null
      ? { mileageKm, mileagePrecision }
      : { mileageKm: typed.mileageKm, mileagePrecision: 'exact' as const };
  const valuation = source.identification.vehicle?.valuation ?? vehicle.valuation;
  const rated = (priceDkk: number | null) => {
    const asked = askedCar(stored, { priceDkk, ...odometer }, vehicle, at);
    return { asked, rating: rateOrValue(asked, model, valuation, at) };
  };
  const { asked, rating } = rated(typed.priceDkk);
  const isAsRated = rated(car.priceDkk).rating.restsOn === car.rating.restsOn;
  // A value without a price is one of now, or the ad's: where one of the two has none, they are of different questions.
  const isValued = typed.priceDkk !== null || (car.rating.avgDkk !== null && rating.avgDkk !== null);
  if (!isAsRated || !isValued) return { asked, rating };
  const { deal, reason, cautions, restsOn } = rating;
  const isSamePrice = typed.priceDkk === car.priceDkk;
  return {
    asked,
    rating: isSamePrice ? car.rating : { ...car.rating, deal, reason, cautions, restsOn },
  };
}

/** The result of a plate check. `listed`: the same car on the list, if this reader may see it. */
export type Checked = { car: Car; listed: Car | null };

/** Who asks: a person, or a visitor at this address. */
export type Asker = { userId: string } | { address: string };

/** The rating of a typed price, or the value of a car without one. */
const rateOrValue: typeof rate = (car, model, valuation, at) =>
  car.priceDkk > 0 ? rate(car, model, valuation, at) : valueFrom(ratedFrom(car, valuation), model, at);

/**
 * Values a car by its plate: the register's data, the market value, and the rating of its asking price if one is given. Costs
 * a person one import per plate and day, for a few prices, and nothing when there is no answer; visitors have a few tries a
 * day. Nothing is stored. A listed car is valued as on the list, and named if the reader may see it, but not to visitors, who
 * see no plates.
 * @throws Failure 401 for an account that was erased meanwhile, 403 limit_reached, 404 plate_unknown, 429 visitor_limit,
 * 503 register_silent or not_configured
 */
export async function checkPlate(asker: Asker, viewer: Viewer, typed: TypedCar): Promise<Checked> {
  requireRegister();
  const now = clock.now();
  const userId = 'userId' in asker ? asker.userId : null;
  const bill = userId === null ? null : await billOf(userId, typed, now);
  if (bill) await requirePayable(userId!, bill, now);
  if ('address' in asker) await countVisitor(asker.address, typed.plate);
  const vehicle = await requireVehicle(typed.plate);
  const [model, stored] = await Promise.all([loadModel(), userId === null ? null : listedCarOf(typed.plate)]);
  if (bill) await pay(userId!, bill, now);
  const at = now.toISOString();
  const { plate } = typed;
  const identified = { photos: [], plate, candidate: null, vehicle, registerState: 'found' as const };
  const car = buildCar(plate, typedListing(typed, vehicle), identified, null, userId ?? '', at);
  if (!stored)
    return { car: { ...car, rating: rateOrValue(car, model, vehicle.valuation, at) }, listed: null };
  const { asked, rating } = rateListed(stored, typed, vehicle, model, at);
  // Nothing of an ad that is locked for the reader may be sent, not even a caution that only its text gives.
  if (isLocked(viewer, stored.car.rating)) {
    const { cautions } = rateOrValue(car, model, vehicle.valuation, at);
    return { car: { ...car, rating: { ...rating, cautions } }, listed: null };
  }
  const { title, make, model: name, variant, year, mileageKm, mileagePrecision, facts, flags } = asked;
  const named = { title, make, model: name, variant, year, mileageKm, mileagePrecision, facts, flags };
  return { car: { ...car, ...named, rating }, listed: stored.car };
}
