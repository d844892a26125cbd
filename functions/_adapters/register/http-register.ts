import { RegisterUnavailable, type VehicleRegister } from '#core/ports.ts';
import { parseMotorapi } from '#core/register/parse-motorapi.ts';
import { parseTjekbil } from '#core/register/parse-tjekbil.ts';
import type { Vehicle } from '#core/register/vehicle.ts';

/** Which register answers: `none` knows no plate at all, so that an installation without a key still works. */
export type RegisterKind = 'tjekbil' | 'tjekbil-open' | 'motorapi' | 'demo' | 'none';

type Service = {
  address: (base: string, plate: string) => string;
  /** The header that carries the key; null where nobody asks for one. */
  keyHeader: string | null;
  defaultBase: string;
  parse: (plate: string, answer: unknown) => Vehicle | null;
};

const services: Record<Exclude<RegisterKind, 'none'>, Service> = {
  tjekbil: {
    defaultBase: 'https://api.tjekbil.dk/v1',
    address: (base, plate) => `${base}/dmr/regnr/${plate}`,
    keyHeader: 'X-ApiKey',
    parse: parseTjekbil,
  },
  'tjekbil-open': {
    defaultBase: 'https://www.tjekbil.dk/api/v3',
    address: (base, plate) => `${base}/dmr/regnr/${plate}`,
    keyHeader: null,
    parse: parseTjekbil,
  },
  motorapi: {
    defaultBase: 'https://v1.motorapi.dk',
    address: (base, plate) => `${base}/vehicles/${plate}`,
    keyHeader: 'X-AUTH-TOKEN',
    parse: parseMotorapi,
  },
  demo: {
    defaultBase: '',
    address: (base, plate) => `${base}/register/dmr/${plate}`,
    keyHeader: null,
    parse: parseTjekbil,
  },
};

const timeoutMs = 10_000;
const breakAfterFailures = 3;
const breakMs = 60_000;

export type HttpRegisterOptions = {
  kind: RegisterKind;
  /** Address of the service; its public one when null. */
  baseUrl: string | null;
  /** Null while no operator has set it. */
  apiKey: () => Promise<string | null>;
  nowMs: () => number;
};

/**
 * The vehicle register over HTTP. After three failures in a row it is left alone for a minute: a register that is down
 * costs one refusal, not ten seconds a car.
 */
export function createHttpRegister(options: HttpRegisterOptions): VehicleRegister {
  if (options.kind === 'none') return { lookup: async () => null };
  const service = services[options.kind];
  let failures = 0;
  let brokenUntilMs = 0;

  async function keyHeaders(): Promise<Record<string, string>> {
    if (service.keyHeader === null) return {};
    const apiKey = await options.apiKey();
    if (apiKey === null) throw new Error('the key of the register is not set');
    return { [service.keyHeader]: apiKey };
  }

  async function ask(plate: string): Promise<Vehicle | null> {
    const address = service.address(options.baseUrl ?? service.defaultBase, encodeURIComponent(plate));
    const headers = { accept: 'application/json', ...(await keyHeaders()) };
    const answer = await fetch(address, {
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    if (answer.status === 404) return null;
    if (!answer.ok) throw new Error(`the register answered ${answer.status}`);
    return service.parse(plate, await answer.json());
  }

  return {
    async lookup(plate) {
      if (options.nowMs() < brokenUntilMs)
        throw new RegisterUnavailable('the register is left alone for a minute');
      try {
        const vehicle = await ask(plate);
        failures = 0;
        return vehicle;
      } catch (error) {
        if (++failures >= breakAfterFailures) {
          failures = 0;
          brokenUntilMs = options.nowMs() + breakMs;
        }
        throw new RegisterUnavailable(error instanceof Error ? error.message : 'the register did not answer');
      }
    },
  };
}
