import type { OptionalCall } from '#core/register/optional-calls.ts';
import { parseMotorapi } from '#core/register/parse-motorapi.ts';
import { parseTjekbil } from '#core/register/parse-tjekbil.ts';
import { asObject } from '#core/register/read-json.ts';
import type { Vehicle } from '#core/register/vehicle.ts';

/** Which register answers: `none` knows no plate at all, so that an installation without a key still works. */
export type RegisterKind = 'tjekbil' | 'tjekbil-open' | 'motorapi' | 'demo' | 'none';

/** The path of a call below the service's address; `main` is what the main call answered. Null: it cannot be asked. */
type PathOf = (plate: string, main: unknown) => string | null;

/** How one kind of register is asked and read. */
export type RegisterService = {
  path: (plate: string) => string;
  /** The calls beside the main one that this kind has. */
  optional: Partial<Record<OptionalCall, PathOf>>;
  /** The header that carries the key; null where nobody asks for one. */
  keyHeader: string | null;
  defaultBase: string;
  parse: (plate: string, answer: unknown) => Vehicle | null;
};

/** The register's own number of the vehicle, by which the mileage log is asked for. */
function mileageLogPath(_plate: string, main: unknown): string | null {
  const { basic, extended } = asObject(main);
  const number = asObject(basic).koeretoejId ?? asObject(asObject(extended).general).kid;
  if (typeof number !== 'number' && typeof number !== 'string') return null;
  return `/vehicles/mileagelogs?dmrId=${encodeURIComponent(number)}`;
}

export const registerServices: Readonly<Record<Exclude<RegisterKind, 'none'>, RegisterService>> = {
  // Whether the keyed one has calls of its own is not documented to us.
  tjekbil: {
    defaultBase: 'https://api.tjekbil.dk/v1',
    path: (plate) => `/dmr/regnr/${plate}`,
    optional: {},
    keyHeader: 'X-ApiKey',
    parse: parseTjekbil,
  },
  'tjekbil-open': {
    defaultBase: 'https://www.tjekbil.dk/api/v3',
    path: (plate) => `/dmr/regnr/${plate}`,
    optional: { mileage: mileageLogPath },
    keyHeader: null,
    parse: parseTjekbil,
  },
  motorapi: {
    defaultBase: 'https://v1.motorapi.dk',
    path: (plate) => `/vehicles/${plate}`,
    optional: {},
    keyHeader: 'X-AUTH-TOKEN',
    parse: parseMotorapi,
  },
  demo: {
    defaultBase: '',
    path: (plate) => `/register/dmr/${plate}`,
    optional: {
      mileage: (plate) => `/register/mileage/${plate}`,
      owners: (plate) => `/register/owners/${plate}`,
      recalls: (plate) => `/register/recalls/${plate}`,
    },
    keyHeader: null,
    parse: parseTjekbil,
  },
};
