import { limits } from '#core/plan/plans.ts';
import { setting } from './env.ts';

/** What a free account may import in a month: the plan's figure unless the installation sets another. */
export const freeScrapes = (): number => Number(setting('NEW_ACCOUNT_SCRAPES') ?? limits.freeScrapesPerMonth);

/** Whether a vehicle register answers here. */
export const hasRegister = (): boolean => (setting('REGISTER_KIND') ?? 'none') !== 'none';

/** The demo marketplace's origin, where this installation brings one. */
export const demoOrigin = (): string | undefined => setting('MARKETPLACE_ORIGIN') ?? undefined;
