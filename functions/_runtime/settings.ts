import { limits } from '#core/plan/plans.ts';
import { setting } from './env.ts';

/** What a free account may import in a month: the plan's figure unless the installation sets another. */
export const freeScrapes = (): number => Number(setting('NEW_ACCOUNT_SCRAPES') ?? limits.freeScrapesPerMonth);

/** Which vehicle register answers here; "none" where none does. */
export const registerKind = (): string => setting('REGISTER_KIND') ?? 'none';

export const hasRegister = (): boolean => registerKind() !== 'none';

/** The demo marketplace's origin, where this installation brings one. */
export const demoOrigin = (): string | undefined => setting('MARKETPLACE_ORIGIN') ?? undefined;
