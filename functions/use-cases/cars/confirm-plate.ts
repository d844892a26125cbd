import type { Identification } from '#core/car/build-car.ts';
import { Failure } from '#core/failure.ts';
import type { Listing } from '#core/marketplace/ad/listing.ts';
import type { PlateCandidate } from '#core/plate/reading.ts';
import { plateVerdict } from '#core/plate/verdict.ts';
import { RegisterUnavailable } from '#core/ports.ts';
import type { Vehicle } from '#core/register/vehicle.ts';
import { getRegister } from '#functions/_adapters/register/vehicle-register.ts';
import { log } from '#functions/_runtime/log.ts';
import { countMetric } from '#functions/_runtime/metrics.ts';
import { hasRegister } from '#functions/_runtime/settings.ts';

export type Confirmed = Omit<Identification, 'photos'>;

/** A plate that the seller wrote needs the register's word like a weak reading: people mistype. */
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
  // A register that is down never blocks a car: it is stored now and asked for again later.
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

/** The plate that belongs to the ad's car, with what the register says of it: from the photos, else as the seller gave it. */
export async function confirmPlate(candidate: PlateCandidate | null, listing: Listing): Promise<Confirmed> {
  if (candidate) {
    const read = await judge(candidate, listing);
    if (read.registerState !== 'no_plate') return read;
  }
  const written = listing.plate ?? listing.plateInText;
  if (!written || written === candidate?.plate) return nothing;
  return judge({ plate: written, score: writtenScore, widthPx: 0 }, listing);
}
