import { type CatalogEngine, readCatalogEngine } from '#core/catalog/catalog.ts';
import type { EnvironmentName } from '#core/contract/needs.ts';
import type { WitnessRule } from '#core/imports/witness.ts';
import type { LinkOptions } from '#core/marketplaces/links.ts';
import { type MarketplaceId, visitedIds } from '#core/marketplaces/marketplace-id.ts';
import { type Operator, readOperator } from '#core/operator.ts';
import { limits } from '#core/payments/plan.ts';
import { usualVisitsAtOnce } from '#core/searches/capacity.ts';

/** An environment variable set by the infrastructure; throws when it is missing, which a test of the template rules out. */
export function env(name: EnvironmentName): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`environment ${name} is not set`);
  return value;
}

/** A setting that may be empty. */
export function setting(name: EnvironmentName): string | null {
  return process.env[name] || null;
}

/** A free account's imports per month: the plan's limit unless the installation sets another. */
export const freeScrapes = (): number => Number(setting('NEW_ACCOUNT_SCRAPES') ?? limits.freeScrapesPerMonth);

/** Who runs the installation; null when its operator is not named. */
export const operator = (): Operator | null => readOperator(setting('OPERATOR'));

/** The vehicle register in use; "none" for none. */
export const registerKind = (): string => setting('REGISTER_KIND') ?? 'none';

export const hasRegister = (): boolean => registerKind() !== 'none';

export const demoOrigin = (): string | undefined => setting('MARKETPLACE_ORIGIN') ?? undefined;

/** The marketplaces read here: the first one, unless an operator with the permission to do so names others too. */
export function sources(): MarketplaceId[] {
  const named = (setting('SOURCES') ?? visitedIds[0]).split(',');
  return visitedIds.filter((id) => named.includes(id));
}

export const linkOptions = (): LinkOptions => ({ demoOrigin: demoOrigin(), sources: sources() });

/** A car leaves the list when its ad has not been seen for this many days. */
export const unseenDays = (): number => Number(setting('UNSEEN_DAYS') ?? 30);

/** Concurrent visits of our own function; the default matches the one in the stage's file. */
export const visitsAtOnce = (): number => Number(setting('VISITS_AT_ONCE') ?? usualVisitsAtOnce);

/** What answers the list: the catalog in memory unless the stage sets OpenSearch (decision 14). */
export const catalogEngine = (): CatalogEngine => readCatalogEngine(setting('CATALOG'));

/** When people's pages enter the catalog; the defaults match those in the stage's file. */
export const witnessRule = (): WitnessRule => ({
  accounts: Number(setting('WITNESSES') ?? 2),
  accountDays: Number(setting('WITNESS_ACCOUNT_DAYS') ?? 7),
});
