import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import type { Job } from '#core/import/job.ts';
import type { Politeness } from '#core/marketplace/marketplace.ts';
import { type MarketplaceId, visitedIds } from '#core/marketplace/marketplace-id.ts';
import type { MarketplaceLink } from '#core/marketplace/marketplace-link.ts';
import { marketplaceOf } from '#core/marketplace/marketplaces.ts';
import { readLink } from '#core/marketplace/read-link.ts';
import type { PageSource } from '#core/ports.ts';
import type { Draft } from '#functions/_adapters/dynamodb/draft-item.ts';
import { queues } from '#functions/_adapters/queues.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { demoOrigin } from '#functions/_runtime/settings.ts';

export type ScrapeSettings = {
  /** Whether the function has time for one more page. */
  hasTime: () => boolean;
};

/** One worker's visit to the marketplace for a job. */
export type Visit = {
  job: Job;
  requestId: string;
  source: PageSource;
  settings: ScrapeSettings;
  /** Asked before an import fails of which nothing was read: true when somebody else makes its visit instead. */
  handOver?: ((failure: ImportFailureClass) => Promise<boolean>) | undefined;
  /** Cars that this visit has sent on their way already. */
  sent: Set<string>;
};

export function linkOf(href: string): MarketplaceLink | null {
  const read = readLink(href, { demoOrigin: demoOrigin() });
  return read.ok ? read.link : null;
}

/** What is no link any more (a demo that went) is refused by its visit: until then any marketplace's figures do. */
export const sourceOf = (href: string): MarketplaceId => linkOf(href)?.source ?? visitedIds[0];
export const politenessOf = (href: string): Politeness => marketplaceOf(sourceOf(href)).politeness;

export const nowIso = () => clock.now().toISOString();

/** Sends cars on to their next steps, and remembers that this visit did. */
export async function sendOn(visit: Visit, drafts: readonly Draft[]): Promise<void> {
  const { job, requestId, sent } = visit;
  for (const { carId } of drafts) sent.add(carId);
  const idsOf = (stage: Draft['stage'][]) =>
    drafts.filter((d) => stage.includes(d.stage)).map((d) => d.carId);
  const identify = idsOf(['listed', 'described']);
  const rate = idsOf(['identified']);
  await queues.identify(identify.map((carId) => ({ type: 'identify', jobId: job.id, carId, requestId })));
  await queues.rate(rate.map((carId) => ({ type: 'rate', jobId: job.id, carId, requestId })));
}
