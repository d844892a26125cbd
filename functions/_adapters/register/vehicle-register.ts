import type { VehicleRegister } from '#core/ports.ts';
import { readOptionalCalls } from '#core/register/optional-calls.ts';
import { cacheRegister } from '#functions/_adapters/register/cached-register.ts';
import { createCallBudget } from '#functions/_adapters/register/call-budget.ts';
import { createHttpRegister } from '#functions/_adapters/register/http-register.ts';
import type { RegisterKind } from '#functions/_adapters/register/services.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { env, setting } from '#functions/_runtime/env.ts';
import { readSetSecret } from '#functions/_runtime/secret.ts';
import { replaced } from '#functions/_runtime/services.ts';
import { registerKind } from '#functions/_runtime/settings.ts';

let register: VehicleRegister | undefined;

function openRegister(): VehicleRegister {
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
  // Where nobody is asked there is nothing to keep.
  return kind === 'none' ? http : cacheRegister(http, budget, nowMs);
}

/** The vehicle register of this installation, each answer kept for a day. */
export async function getRegister(): Promise<VehicleRegister> {
  if (replaced.register) return replaced.register();
  register ??= openRegister();
  return register;
}
