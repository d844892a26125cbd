import type { VehicleRegister } from '#core/ports.ts';
import { cacheRegister } from '#functions/_adapters/register/cached-register.ts';
import { createHttpRegister, type RegisterKind } from '#functions/_adapters/register/http-register.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { env, setting } from '#functions/_runtime/env.ts';
import { readSetSecret } from '#functions/_runtime/secret.ts';
import { replaced } from '#functions/_runtime/services.ts';
import { registerKind } from '#functions/_runtime/settings.ts';

let register: VehicleRegister | undefined;

/** The vehicle register of this installation, each answer kept for a day. */
export async function getRegister(): Promise<VehicleRegister> {
  if (replaced.register) return replaced.register();
  const nowMs = () => clock.now().getTime();
  const kind = registerKind() as RegisterKind;
  const apiKey = () => readSetSecret(env('REGISTER_SECRET_ARN'));
  register ??= cacheRegister(
    createHttpRegister({ kind, baseUrl: setting('REGISTER_URL'), apiKey, nowMs }),
    nowMs,
  );
  return register;
}
