import { Refusal } from '#lib/refusal.ts';
import type { Stage } from '#lib/stage.ts';
import { hasVisitor, type StageFile, stageFileName } from '#lib/stage-file.ts';

/** What the stack tells of the visitor, by the names of its outputs. */
export const visitorOutputs = [
  'VisitorRole',
  'Address',
  'Table',
  'DataBucket',
  'VisitsQueue',
  'HourlyVisitsQueue',
  'ScrapeQueue',
  'IdentifyQueue',
  'RateQueue',
] as const;
export type VisitorOutputs = Record<(typeof visitorOutputs)[number], string>;

/** @throws Refusal where the stage's file leaves all visits to the function */
export function requireVisitor(stage: Stage, stageFile: Pick<StageFile, 'settings'>): void {
  if (hasVisitor(stageFile)) return;
  throw new Refusal(
    `The visitor is switched off: ${stageFileName(stage)} has VISITS_BY "lambda". ` +
      'Set it to "both" or "visitor", deploy, and start this again (docs/operations/marketplaces.md).',
  );
}

/** What the scraper's own code reads of its environment. */
export const visitorVariables = (
  stage: Stage,
  { MARKETPLACE_ORIGIN, SCRAPE_PAUSE_SECONDS, SOURCES }: StageFile['settings'],
  outputs: VisitorOutputs,
): Record<string, string> => ({
  STAGE: stage,
  PUBLIC_ORIGIN: outputs.Address,
  // One line a visit, which the visitor writes itself; beside it what fails.
  LOG_LEVEL: 'error',
  TABLE_NAME: outputs.Table,
  DATA_BUCKET: outputs.DataBucket,
  VISITS_QUEUE_URL: outputs.VisitsQueue,
  HOURLY_VISITS_QUEUE_URL: outputs.HourlyVisitsQueue,
  SCRAPE_QUEUE_URL: outputs.ScrapeQueue,
  IDENTIFY_QUEUE_URL: outputs.IdentifyQueue,
  RATE_QUEUE_URL: outputs.RateQueue,
  SOURCES,
  MARKETPLACE_ORIGIN,
  SCRAPE_PAUSE_SECONDS: String(SCRAPE_PAUSE_SECONDS),
});
