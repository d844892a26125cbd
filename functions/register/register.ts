import { setTimeout as pause } from 'node:timers/promises';
import { completeVehicle } from '#core/cars/stored-car.ts';
import { parseMotorapi } from '#core/register/motorapi.ts';
import { parseTjekbil } from '#core/register/tjekbil.ts';
import {
  asObject,
  laidAs,
  mostCallsPerDay,
  type OptionalCall,
  optionalCalls,
  RegisterUnavailable,
  readOptionalCalls,
  type Vehicle,
  type VehicleRegister,
} from '#core/register/vehicle.ts';
import { once } from '#core/shared.ts';
import { clock } from '#functions/platform/clock.ts';
import { registerCallsKey, registerKey } from '#functions/platform/keys.ts';
import { log } from '#functions/platform/log.ts';
import { readSetSecret } from '#functions/platform/secret.ts';
import { replaced } from '#functions/platform/services.ts';
import { env, registerKind, setting } from '#functions/platform/settings.ts';
import { changeIf, changeItem, getItem, putItem } from '#functions/platform/table.ts';

/** The kinds of registers: `none` knows no plate, so that an installation without a key works. */
export type RegisterKind = 'tjekbil' | 'tjekbil-open' | 'motorapi' | 'demo' | 'none';

/** The path of a call below the service's address; `main` is the main call's answer. Null: it cannot be asked. */
type PathOf = (plate: string, main: unknown) => string | null;

export type RegisterService = {
  path: (plate: string) => string;
  optional: Partial<Record<OptionalCall, PathOf>>;
  /** The header for the API key; null when none is needed. */
  keyHeader: string | null;
  defaultBase: string;
  parse: (plate: string, answer: unknown) => Vehicle | null;
};

/** The mileage log is requested by the register's own id of the vehicle. */
function mileageLogPath(_plate: string, main: unknown): string | null {
  const { basic, extended } = asObject(main);
  const number = asObject(basic).koeretoejId ?? asObject(asObject(extended).general).kid;
  if (typeof number !== 'number' && typeof number !== 'string') return null;
  return `/vehicles/mileagelogs?dmrId=${encodeURIComponent(number)}`;
}

export const registerServices: Readonly<Record<Exclude<RegisterKind, 'none'>, RegisterService>> = {
  // Whether the register with a key has further calls is not documented.
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

/** Length of the lease on a plate: four calls that each time out, and a margin. */
const heldMs = 45_000;
/** Pause after consecutive failures for a plate: ten minutes, an hour, six hours. */
const restMs = (failures: number) => 600_000 * 6 ** (failures - 1);
const keptSeconds = 2 * 86_400;

export type Leave = 'granted' | 'held' | 'spent';

/**
 * Limits how often a register is asked about a plate per day, counted in the table for all workers: one at a time, at most
 * `mostCallsPerDay`, with a pause after a failure. Every call is counted before it is made.
 */
export type CallBudget = {
  /**
   * Takes the lease on the plate for the main call. `held`: another worker is asking; `spent`: not now, perhaps not today.
   */
  begin(plate: string): Promise<Leave>;
  /** Permission for one more call by the holder of the lease. */
  more(plate: string): Promise<boolean>;
  end(plate: string, outcome: 'answered' | 'failed'): Promise<void>;
};

export function createCallBudget(nowMs: () => number): CallBudget {
  const keyOf = (plate: string) => registerCallsKey(plate, new Date(nowMs()).toISOString().slice(0, 10));
  const marks = () => ({ kind: 'REGISTERCALLS', ttl: Math.floor(nowMs() / 1000) + keptSeconds });
  const isPast = (name: string) => `(attribute_not_exists(${name}) OR ${name} <= :now)`;
  const isLeft = '(attribute_not_exists(calls) OR calls < :most)';

  return {
    async begin(plate) {
      const now = nowMs();
      const isGranted = await changeIf(keyOf(plate), {
        set: { ...marks(), heldUntil: now + heldMs },
        add: { calls: 1 },
        condition: [isLeft, isPast('heldUntil'), isPast('restsUntil')].join(' AND '),
        values: { ':most': mostCallsPerDay, ':now': now },
      });
      if (isGranted) return 'granted';
      const item = await getItem(keyOf(plate));
      return Number(item?.heldUntil ?? 0) > now ? 'held' : 'spent';
    },
    more: (plate) =>
      changeIf(keyOf(plate), {
        set: marks(),
        add: { calls: 1 },
        condition: isLeft,
        values: { ':most': mostCallsPerDay },
      }),
    async end(plate, outcome) {
      const key = keyOf(plate);
      const item = await getItem(key);
      const failures = Number(item?.failures ?? 0) + (outcome === 'failed' ? 1 : 0);
      const restsUntil = outcome === 'failed' ? nowMs() + restMs(failures) : 0;
      await changeItem(key, { set: { ...marks(), heldUntil: 0, restsUntil, failures } });
    },
  };
}

const timeoutMs = 10_000;
const breakAfterFailures = 3;
const breakMs = 60_000;

export type HttpRegisterOptions = {
  kind: RegisterKind;
  /** Address of the service; null for its public one. */
  baseUrl: string | null;
  /** Null until an operator has set it. */
  apiKey: () => Promise<string | null>;
  /** Which of this kind's optional calls to make. */
  calls: readonly OptionalCall[];
  budget: CallBudget;
  nowMs: () => number;
};

/** Another worker is asking about the plate now; its answer can be used. */
export class RegisterHeld extends RegisterUnavailable {}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : 'the register did not answer');

/**
 * The vehicle register over HTTP. A circuit breaker skips it for a minute after three consecutive failures, so that an
 * outage does not cost ten seconds per car. Optional calls follow the main one and may fail alone. After an answer the lease
 * on the plate stays until the caller has cached the answer.
 */
export function createHttpRegister(options: HttpRegisterOptions): VehicleRegister {
  if (options.kind === 'none') return { lookup: async () => null };
  const service = registerServices[options.kind];
  const { budget } = options;
  let failures = 0;
  let brokenUntilMs = 0;

  async function keyHeaders(): Promise<Record<string, string>> {
    if (service.keyHeader === null) return {};
    const apiKey = await options.apiKey();
    if (apiKey === null) throw new RegisterUnavailable('the key of the register is not set');
    return { [service.keyHeader]: apiKey };
  }

  /** The call's answer, null for 404. */
  async function get(path: string, keyed: Record<string, string>): Promise<unknown> {
    const answer = await fetch(`${options.baseUrl ?? service.defaultBase}${path}`, {
      headers: { accept: 'application/json', ...keyed },
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    if (answer.status === 404) return null;
    if (!answer.ok) throw new Error(`the register answered ${answer.status}`);
    return answer.json();
  }

  async function askMain(plate: string, keyed: Record<string, string>): Promise<unknown> {
    try {
      const answer = await get(service.path(encodeURIComponent(plate)), keyed);
      failures = 0;
      return answer;
    } catch (error) {
      if (++failures >= breakAfterFailures) {
        failures = 0;
        brokenUntilMs = options.nowMs() + breakMs;
      }
      await budget.end(plate, 'failed');
      throw new RegisterUnavailable(reasonOf(error));
    }
  }

  /** The lists of the optional calls, by the names under which they are read; failed ones are left out. */
  async function askMore(plate: string, main: unknown, keyed: Record<string, string>) {
    const laid: Record<string, unknown[]> = {};
    for (const call of optionalCalls) {
      const path = options.calls.includes(call)
        ? service.optional[call]?.(encodeURIComponent(plate), main)
        : null;
      if (!path) continue;
      if (!(await budget.more(plate))) break;
      try {
        const answer = await get(path, keyed);
        if (!Array.isArray(answer)) throw new Error('the register answered no list');
        laid[laidAs[call]] = answer;
      } catch (error) {
        log.warn('an optional call of the register failed', { call, reason: reasonOf(error) });
      }
    }
    return laid;
  }

  return {
    async lookup(plate) {
      if (options.nowMs() < brokenUntilMs)
        throw new RegisterUnavailable('the register is left alone for a minute');
      const keyed = await keyHeaders();
      const leave = await budget.begin(plate);
      if (leave === 'held') throw new RegisterHeld('somebody else is asking about the plate');
      if (leave === 'spent') throw new RegisterUnavailable('the plate has been asked about often enough');
      const main = await askMain(plate, keyed);
      if (main === null) return null;
      return service.parse(plate, { ...asObject(main), ...(await askMore(plate, main, keyed)) });
    },
  };
}

const keptMs = 24 * 3_600_000;
/** How often, and in which interval, to look for an answer that another worker is fetching. */
const looks = 20;
const lookAgainMs = 400;

/** Caches each answer for a day, also "unknown": a car seen by many costs one look-up. */
export function cacheRegister(
  register: VehicleRegister,
  budget: Pick<CallBudget, 'end'>,
  nowMs: () => number,
): VehicleRegister {
  /** Undefined: nothing is cached. */
  async function readKept(plate: string): Promise<Vehicle | null | undefined> {
    const item = await getItem(registerKey(plate));
    // Expired items are ignored here, because the table deletes them late.
    return item && Number(item.ttl) * 1000 > nowMs() ? completeVehicle(item.vehicle) : undefined;
  }

  async function askAndKeep(plate: string): Promise<Vehicle | null> {
    const vehicle = await register.lookup(plate);
    const ttl = Math.floor((nowMs() + keptMs) / 1000);
    await putItem({ ...registerKey(plate), kind: 'REGISTER', vehicle, ttl });
    await budget.end(plate, 'answered');
    return vehicle;
  }

  /** Another worker may have used the last call and cached the answer since we looked. */
  async function giveUp(plate: string, error: unknown): Promise<Vehicle | null> {
    const kept = error instanceof RegisterUnavailable ? await readKept(plate) : undefined;
    if (kept === undefined) throw error;
    return kept;
  }

  return {
    async lookup(plate) {
      for (let look = 1; ; look++) {
        const kept = await readKept(plate);
        if (kept !== undefined) return kept;
        try {
          return await askAndKeep(plate);
        } catch (error) {
          if (!(error instanceof RegisterHeld) || look === looks) return giveUp(plate, error);
          await pause(lookAgainMs);
        }
      }
    },
  };
}

const openRegister = once((): VehicleRegister => {
  const kind = registerKind() as RegisterKind;
  const nowMs = () => clock.now().getTime();
  const budget = createCallBudget(nowMs);
  const http = createHttpRegister({
    kind,
    baseUrl: setting('REGISTER_URL'),
    apiKey: () => readSetSecret(env('REGISTER_SECRET_ARN')),
    calls: readOptionalCalls(setting('REGISTER_CALLS')),
    budget,
    nowMs,
  });
  // The register `none` needs no cache.
  return kind === 'none' ? http : cacheRegister(http, budget, nowMs);
});

export const getRegister = async (): Promise<VehicleRegister> =>
  replaced.register ? replaced.register() : openRegister();
