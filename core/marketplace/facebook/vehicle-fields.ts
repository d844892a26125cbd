import { emptyForm, type VehicleFields } from '#core/marketplace/ad/build-listing.ts';
import type { Fuel, Gearbox, SellerType } from '#core/marketplace/ad/listing.ts';
import { odometerMileage } from '#core/marketplace/ad/mileage.ts';
import { cleanLine } from '#core/marketplace/ad/text.ts';
import { type JsonObject, readAt, readNumber, readString } from '#core/marketplace/page/json-read.ts';

const fuels: [RegExp, Fuel][] = [
  [/PLUG/, 'plugin_hybrid'],
  [/HYBRID/, 'hybrid'],
  [/ELECTRIC/, 'electric'],
  [/DIESEL/, 'diesel'],
  [/GASOLINE|PETROL/, 'petrol'],
  [/GAS|CNG|LPG/, 'gas'],
  [/HYDROGEN/, 'hydrogen'],
];
const ownerWords: Record<string, number> = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FOUR_PLUS: 4, FIVE: 5 };

/** The vehicle fields of an item page. */
export function readVehicleFields(target: JsonObject): VehicleFields {
  const odometer = readNumber(target, 'vehicle_odometer_data', 'value');
  return {
    ...emptyForm,
    make: cleanLine(target.vehicle_make_display_name, 40),
    model: cleanLine(target.vehicle_model_display_name, 60),
    trim: cleanLine(target.vehicle_trim_display_name, 60),
    mileage:
      odometer === null
        ? null
        : odometerMileage(odometer, readString(target, 'vehicle_odometer_data', 'unit')),
    fuel: readFuel(codeOf(target, 'vehicle_fuel_type')),
    gearbox: readGearbox(codeOf(target, 'vehicle_transmission_type')),
    color: cleanLine(target.vehicle_exterior_color, 30)?.toLowerCase() ?? null,
    previousOwners: readOwners(readAt(target, 'vehicle_number_of_owners')),
    sellerType: readSellerType(codeOf(target, 'vehicle_seller_type')),
    isWrittenOff: readWriteOff(codeOf(target, 'vehicle_title_status')),
  };
}

function codeOf(target: JsonObject, key: string): string {
  return readString(target, key)?.toUpperCase() ?? '';
}

function readFuel(code: string): Fuel | null {
  return fuels.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}

function readGearbox(code: string): Gearbox | null {
  return /AUTO/.test(code) ? 'automatic' : /MANUAL/.test(code) ? 'manual' : null;
}

function readSellerType(code: string): SellerType | null {
  return /DEALER|BUSINESS/.test(code) ? 'dealer' : /PRIVATE|INDIVIDUAL/.test(code) ? 'private' : null;
}

/** Codes of the form's field for the papers' state: a write-off, mended or not. */
function readWriteOff(code: string): boolean | null {
  return code === '' ? null : /SALVAGE|REBUILT|JUNK|FLOOD|TOTAL|LEMON/.test(code);
}

function readOwners(value: unknown): number | null {
  if (typeof value === 'number') return Number.isInteger(value) && value > 0 && value < 30 ? value : null;
  if (typeof value !== 'string') return null;
  const figure = /^([1-9])\+?$/.exec(value)?.[1];
  const word = value.toUpperCase();
  return figure ? Number(figure) : Object.hasOwn(ownerWords, word) ? ownerWords[word]! : null;
}
