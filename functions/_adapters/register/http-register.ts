import { RegisterUnavailable, type VehicleRegister } from '#core/ports.ts';
import { laidAs, type OptionalCall, optionalCalls } from '#core/register/optional-calls.ts';
import { asObject } from '#core/register/read-json.ts';
import { log } from '#functions/_runtime/log.ts';
import type { CallBudget } from './call-budget.ts';
import { type RegisterKind, registerServices } from './services.ts';

const timeoutMs = 10_000;
const breakAfterFailures = 3;
const breakMs = 60_000;

export type HttpRegisterOptions = {
  kind: RegisterKind;
  /** Address of the service; its public one when null. */
  baseUrl: string | null;
  /** Null while no operator has set it. */
  apiKey: () => Promise<string | null>;
  /** What is asked beside the main call, of what this kind has. */
  calls: readonly OptionalCall[];
  budget: CallBudget;
  nowMs: () => number;
};

/** Somebody else asks about the plate at this moment: their answer serves as well. */
export class RegisterHeld extends RegisterUnavailable {}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : 'the register did not answer');

/**
 * The vehicle register over HTTP. After three failures in a row it is left alone for a minute: a register that is down
 * costs one refusal, not ten seconds a car. Optional calls come after the main one, each failing alone. A look-up that was
 * answered leaves the plate held until the caller has kept the answer.
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

  /** What the call answered, null for 404. */
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

  /** The lists of the optional calls by the names under which they are read; of one that failed nothing is known. */
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
