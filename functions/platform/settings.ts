import { type CatalogEngine, readCatalogEngine } from '#core/catalog/catalog.ts';
import type { EnvironmentName } from '#core/contract/needs.ts';
import { readVisitsBy } from '#core/imports/job.ts';
import type { WitnessRule } from '#core/imports/witness.ts';
import type { LinkOptions } from '#core/marketplaces/links.ts';
import { type MarketplaceId, visitedIds } from '#core/marketplaces/marketplace-id.ts';
import { type Operator, readOperator } from '#core/operator.ts';
import { limits } from '#core/payments/plan.ts';
import { usualVisitsAtOnce } from '#core/searches/capacity.ts';

/** An environment value that infrastructure sets; throws when it is not set, which a test of the template excludes. */
export function env(name: EnvironmentName): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`environment ${name} is not set`);
  return value;
}

/** A setting that may be empty. */
export function setting(name: EnvironmentName): string | null {
  return process.env[name] || null;
}

/** What a free account may import in a month: the plan's figure unless the installation sets another. */
export const freeScrapes = (): number => Number(setting('NEW_ACCOUNT_SCRAPES') ?? limits.freeScrapesPerMonth);

/** Who runs the installation; null where its operator named nobody. */
export const operator = (): Operator | null => readOperator(setting('OPERATOR'));

/** Which vehicle register answers here; "none" where none does. */
export const registerKind = (): string => setting('REGISTER_KIND') ?? 'none';

export const hasRegister = (): boolean => registerKind() !== 'none';

/** The demo marketplace's origin, where this installation brings one. */
export const demoOrigin = (): string | undefined => setting('MARKETPLACE_ORIGIN') ?? undefined;

/** The marketplaces that are read here: the first of all unless the operator, who has leave to do so, names others too. */
export function sources(): MarketplaceId[] {
  const named = (setting('SOURCES') ?? visitedIds[0]).split(',');
  return visitedIds.filter((id) => named.includes(id));
}

/** By what a link that somebody pasted is read. */
export const linkOptions = (): LinkOptions => ({ demoOrigin: demoOrigin(), sources: sources() });

/** After so many days without a sight of its ad a car leaves the list. */
export const unseenDays = (): number => Number(setting('UNSEEN_DAYS') ?? 30);

/** Visits of our own function side by side: the stage's file says what stands here. */
export const visitsAtOnce = (): number => Number(setting('VISITS_AT_ONCE') ?? usualVisitsAtOnce);

/** Who visits the marketplace: a stage's setting. */
export const whoVisits = () => readVisitsBy(setting('VISITS_BY'));

/** What answers the list: the catalog in memory unless a stage says otherwise (decision 14). */
export const catalogEngine = (): CatalogEngine => readCatalogEngine(setting('CATALOG'));

/** When people's pages enter the catalog: what stands here where an installation says nothing is in its stage's file too. */
export const witnessRule = (): WitnessRule => ({
  accounts: Number(setting('WITNESSES') ?? 2),
  accountDays: Number(setting('WITNESS_ACCOUNT_DAYS') ?? 7),
});
