import type { PageSource, VehicleRegister } from '#core/ports.ts';
import { clock } from './clock.ts';
import { env, setting } from './env.ts';
import { readSecret } from './secret.ts';
import { demoOrigin } from './settings.ts';

/**
 * The composition root: what stands behind each port. Built on first use and imported lazily, so that a function carries
 * only what it touches; a test puts its own in with `replaceServices`.
 */
export type Services = {
  openPageSource: () => Promise<PageSource>;
  register: () => Promise<VehicleRegister>;
};

async function openBrowser(): Promise<PageSource> {
  const { openBrowserPageSource } = await import('#functions/_adapters/browser/page-source.ts');
  return openBrowserPageSource({ demoOrigin: demoOrigin() });
}

let register: Promise<VehicleRegister> | undefined;

async function makeRegister(): Promise<VehicleRegister> {
  const { createHttpRegister } = await import('#functions/_adapters/register/http-register.ts');
  const { cacheRegister } = await import('#functions/_adapters/register/cached-register.ts');
  const nowMs = () => clock.now().getTime();
  const kind = (setting('REGISTER_KIND') ?? 'none') as Parameters<typeof createHttpRegister>[0]['kind'];
  const apiKey = async () => (kind === 'demo' ? '' : readSecret(env('REGISTER_SECRET_ARN')));
  return cacheRegister(createHttpRegister({ kind, baseUrl: setting('REGISTER_URL'), apiKey, nowMs }), nowMs);
}

let services: Services = {
  openPageSource: openBrowser,
  register: () => {
    register ??= makeRegister();
    return register;
  },
};

export const openPageSource = () => services.openPageSource();
export const getRegister = () => services.register();

/** For tests and simulations that bring their own outside world. */
export function replaceServices(own: Partial<Services>): void {
  services = { ...services, ...own };
}
