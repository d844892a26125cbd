import { type OptionalCall, optionalCalls } from '#core/register/vehicle.ts';
import type { DemoCar } from '#demo/cars/car.ts';
import { optionalAnswer, tjekbilAnswer } from './tjekbil-answer.ts';
import { vehicleOf } from './vehicle-of.ts';

type Asked = { call: 'dmr' | OptionalCall; plate: string };

const address = new RegExp(`^/register/(dmr|${optionalCalls.join('|')})/([A-Za-z0-9]{2,8})$`);

function readAddress(pathname: string): Asked | null {
  const [, call, plate] = address.exec(pathname) ?? [];
  return call && plate ? { call: call as Asked['call'], plate: plate.toUpperCase() } : null;
}

/** How often each plate was asked about on each day (UTC), whatever was answered: "AB12345 2026-11-21" → 3. */
export type CallCounts = Map<string, number>;

/** The register of the demo: what it answers to an address, null when the address is none of its own. */
export function answerRegister(
  pathname: string,
  register: {
    findPlate: (plate: string) => DemoCar | null;
    isOut: boolean;
    now: Date;
    counts: CallCounts;
  },
): { status: number; value: unknown } | null {
  const asked = readAddress(pathname);
  if (!asked) return null;
  const today = register.now.toISOString().slice(0, 10);
  const counted = `${asked.plate} ${today}`;
  register.counts.set(counted, (register.counts.get(counted) ?? 0) + 1);
  if (register.isOut) return { status: 503, value: { message: 'Service unavailable' } };
  const car = register.findPlate(asked.plate);
  const vehicle = car && vehicleOf(car, today);
  if (!car || !vehicle) return { status: 404, value: { message: 'Not found' } };
  const value =
    asked.call === 'dmr'
      ? tjekbilAnswer(car, vehicle, today)
      : optionalAnswer(asked.call, car, vehicle, today);
  return { status: 200, value };
}
