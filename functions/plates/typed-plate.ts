import { typedPlatesPerPerson } from '#core/accounts/rate-limits.ts';
import type { Identification } from '#core/cars/build-car.ts';
import { isLocked, isPrivateCarId } from '#core/cars/car.ts';
import { isForSale } from '#core/cars/listing-life.ts';
import {
  differencesOf,
  isAgreed,
  isOfAd,
  mayBeTyped,
  reidentified,
  type TypedPlate,
  typedIdentification,
} from '#core/cars/typed-car.ts';
import { Failure } from '#core/failure.ts';
import type { Sender } from '#core/imports/witness.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import type { PlateCandidate } from '#core/plates/plate.ts';
import { plateVerdict } from '#core/plates/verdict.ts';
import { RegisterUnavailable, type Vehicle } from '#core/register/vehicle.ts';
import { takePermit } from '#functions/accounts/limits.ts';
import { joinCar } from '#functions/cars/join-cars.ts';
import { readViewer, requireCar } from '#functions/cars/read-car.ts';
import { getCar, type StoredCar, storeCar } from '#functions/cars/store.ts';
import { type Caller, unauthenticated } from '#functions/platform/caller.ts';
import { clock } from '#functions/platform/clock.ts';
import { countMetric, log } from '#functions/platform/log.ts';
import { hasRegister, witnessRule } from '#functions/platform/settings.ts';
import { getRegister } from '#functions/register/register.ts';
import { findTypedPlate, forgetTypedPlate, keepTypedPlate, listTypedPlates } from './store.ts';

export type Confirmed = Omit<Identification, 'photos'>;

/** A plate written by the seller needs the register's confirmation like a weak reading: people mistype. */
const writtenScore = -2.5;

/** `undefined`: the register did not answer. */
export async function askRegister(plate: string): Promise<Vehicle | null | undefined> {
  try {
    return await (await getRegister()).lookup(plate);
  } catch (error) {
    if (!(error instanceof RegisterUnavailable)) throw error;
    log.warn('the register did not answer', { reason: error.message });
    countMetric('RegisterFailed', 1);
    return undefined;
  }
}

/** @throws Failure 503 not_configured */
export function requireRegister(): void {
  if (!hasRegister()) throw new Failure(503, 'not_configured', 'No vehicle register is set up here.');
}

/** @throws Failure 404 plate_unknown, 503 register_silent */
export async function requireVehicle(plate: string): Promise<Vehicle> {
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

const nothing: Confirmed = { plate: null, candidate: null, vehicle: null, registerState: 'no_plate' };

function yearOf(vehicle: Vehicle): number | null {
  return vehicle.firstRegistration ? Number(vehicle.firstRegistration.slice(0, 4)) : vehicle.year;
}

async function judge(candidate: PlateCandidate, listing: Listing): Promise<Confirmed> {
  const vehicle = await askRegister(candidate.plate);
  const register = vehicle && { make: vehicle.make, year: yearOf(vehicle) };
  const verdict = plateVerdict(candidate, register, { make: listing.make, year: listing.year });
  // An unavailable register never blocks a car: it is stored now and the register is asked later.
  if (vehicle === undefined)
    return {
      plate: verdict === 'accepted' ? candidate.plate : null,
      candidate,
      vehicle: null,
      registerState: verdict === 'rejected' ? 'no_plate' : 'pending',
    };
  if (verdict !== 'accepted') return nothing;
  return { plate: candidate.plate, candidate, vehicle, registerState: vehicle ? 'found' : 'absent' };
}

/** The plate of the ad's car with the register's answer: from the photos, else from the seller's text. */
export async function confirmPlate(candidate: PlateCandidate | null, listing: Listing): Promise<Confirmed> {
  if (candidate) {
    const read = await judge(candidate, listing);
    if (read.registerState !== 'no_plate') return read;
  }
  const written = listing.plate ?? listing.plateInText;
  if (!written || written === candidate?.plate) return nothing;
  return judge({ plate: written, score: writtenScore, widthPx: 0 }, listing);
}

const attempts = 4;

/** All ids under which somebody may have typed a car's plate. */
export const idsOf = ({ car }: StoredCar): string[] => [car.id, ...car.formerIds];

/**
 * Gives a shared car the plate that people agree on, or removes one they no longer agree on. A plate found by the product
 * itself is never changed. Idempotent.
 */
export async function settlePlate(carId: string, plate: string): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const stored = await getCar(carId, null);
    if (!stored || stored.source.isWitnessed || !isForSale(stored.car)) return;
    const { identification, listing } = stored.source;
    if (!mayBeTyped(identification)) return;
    const now = clock.now();
    const today = now.toISOString().slice(0, 10);
    const typed = await listTypedPlates(idsOf(stored), now);
    const isGiven = identification.plate === plate;
    const [agreed] = typed.filter((each) => each.plate === plate && isOfAd(listing, each.vehicle, today));
    if (isAgreed(plate, typed, witnessRule()) === isGiven || (!isGiven && !agreed)) return;
    // The first plate that people agreed on stays as long as they agree.
    if (!isGiven && identification.isTyped) return;
    const after = isGiven
      ? { photos: identification.photos, ...(await confirmPlate(identification.candidate, listing)) }
      : typedIdentification(identification, agreed!);
    const car = reidentified(stored, after, now.toISOString());
    const updated = { ...car, updatedAt: now.toISOString() };
    if (!(await storeCar(updated, { ...stored.source, identification: after }, stored.version))) continue;
    log.info(isGiven ? 'people no longer agree on a plate' : 'people agree on a plate', { carId });
    if (!isGiven) await joinCar(carId);
    return;
  }
  log.warn('a car was changed too often to store its typed plate', { carId });
}

/** @throws Failure 409 when the plate belongs to another car in the register, with what the register says of it */
function refuseOther(listing: Listing, vehicle: Vehicle, now: Date): never {
  const differences = differencesOf(listing, vehicle, now.toISOString().slice(0, 10));
  const { make, model, variant, year, firstRegistration } = vehicle;
  throw new Failure(409, 'conflict', 'By the vehicle register this number plate is of another car.', {
    register: {
      make,
      model,
      variant,
      year: firstRegistration ? Number(firstRegistration.slice(0, 4)) : year,
    },
    differences: differences.map(({ kind, ad, register }) => ({ kind, ad, register })),
  });
}

/** @throws Failure 404, 403 for a car that is locked for the caller */
async function requireOpenCar(id: string, caller: Caller): Promise<StoredCar> {
  const viewer = await readViewer(caller);
  const stored = await requireCar(id, caller, viewer);
  if (isLocked(viewer, stored.car.rating))
    throw new Failure(403, 'forbidden', 'This car is part of Premium.');
  return stored;
}

export type Typing = {
  plate: string;
  isConfirmed: boolean;
  /** Called only when there is something to store. */
  readSender: () => Promise<Sender | null>;
};

/**
 * Stores the plate that somebody types for a car, at first for them alone; a shared car gets it when enough others type the
 * same (decision 9).
 * @throws Failure 401 for an account that was erased meanwhile, 403 for a locked car, 404 not_found or plate_unknown, 409
 * when the register knows another car by the plate and the person did not confirm it, 429, 503
 */
export async function typePlate(id: string, caller: Caller, { plate, isConfirmed, readSender }: Typing) {
  requireRegister();
  const stored = await requireOpenCar(id, caller);
  await takePermit(typedPlatesPerPerson, caller.id);
  const vehicle = await requireVehicle(plate);
  const now = clock.now();
  const { listing } = stored.source;
  const fits = isOfAd(listing, vehicle, now.toISOString().slice(0, 10));
  if (!fits && !isConfirmed) refuseOther(listing, vehicle, now);
  const typed: TypedPlate = {
    plate,
    vehicle,
    typedAt: now.toISOString(),
    isOfAd: fits,
    sender: fits ? await readSender() : null,
  };
  const carId = stored.car.id;
  const before = await findTypedPlate(caller.id, idsOf(stored), now);
  if (!(await keepTypedPlate(caller.id, carId, typed))) throw unauthenticated();
  if (isPrivateCarId(carId)) return;
  if (before && before.plate !== plate) await settlePlate(carId, before.plate);
  await settlePlate(carId, plate);
}

export async function takePlateBack(id: string, caller: Caller): Promise<void> {
  const stored = await requireOpenCar(id, caller);
  const ids = idsOf(stored);
  const typed = await findTypedPlate(caller.id, ids, clock.now());
  if (!typed) return;
  await forgetTypedPlate(caller.id, ids);
  if (!isPrivateCarId(stored.car.id)) await settlePlate(stored.car.id, typed.plate);
}
