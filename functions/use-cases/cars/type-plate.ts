import { typedPlatesPerPerson } from '#core/account/rate-limits.ts';
import { isPrivateCarId } from '#core/car/car-id.ts';
import { differencesOf, isOfAd, type TypedPlate } from '#core/car/typed-plate.ts';
import { isLocked } from '#core/car/viewer.ts';
import { Failure } from '#core/failure.ts';
import type { Sender } from '#core/import/witness.ts';
import type { Listing } from '#core/marketplace/ad/listing.ts';
import type { Vehicle } from '#core/register/vehicle.ts';
import type { StoredCar } from '#functions/_adapters/dynamodb/cars.ts';
import { takePermit } from '#functions/_adapters/dynamodb/permits.ts';
import {
  findTypedPlate,
  forgetTypedPlate,
  keepTypedPlate,
} from '#functions/_adapters/dynamodb/typed-plates.ts';
import { type Caller, unauthenticated } from '#functions/_runtime/caller.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { requireRegister, requireVehicle } from './confirm-plate.ts';
import { requireCar } from './reach-car.ts';
import { readViewer } from './read-viewer.ts';
import { idsOf, settlePlate } from './settle-plate.ts';

/** @throws Failure 409 where the register knows another car by the plate, with what it says of it */
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
  /** Asked for when there is something to keep. */
  readSender: () => Promise<Sender | null>;
};

/**
 * Keeps the plate that somebody types of a car, for them alone; of a shared car it is everybody's as soon as others typed the
 * same (decision 54).
 * @throws Failure 401 for an account that was erased meanwhile, 403 for a locked car, 404 not_found or plate_unknown, 409 where
 * the register knows another car by the plate and the person did not say that it is this one all the same, 429, 503
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

/** Takes back what somebody typed. There is nothing to take back twice. */
export async function takePlateBack(id: string, caller: Caller): Promise<void> {
  const stored = await requireOpenCar(id, caller);
  const ids = idsOf(stored);
  const typed = await findTypedPlate(caller.id, ids, clock.now());
  if (!typed) return;
  await forgetTypedPlate(caller.id, ids);
  if (!isPrivateCarId(stored.car.id)) await settlePlate(stored.car.id, typed.plate);
}
