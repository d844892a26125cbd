import * as z from 'zod/mini';
import type { PlanType } from '../plan/plans.ts';

/**
 * Everything that travels on a queue or the bus: one union, checked by the sender's types and the receiver's schema.
 * Ids only, never personal data. `requestId` follows a request from the browser into the logs of the last worker.
 */
export const scrapeMessage = z.object({
  type: z.literal('scrape'),
  jobId: z.string(),
  requestId: z.string(),
});
export const identifyMessage = z.object({
  type: z.literal('identify'),
  jobId: z.string(),
  carId: z.string(),
  requestId: z.string(),
});
export const rateMessage = z.object({
  type: z.literal('rate'),
  jobId: z.string(),
  carId: z.string(),
  requestId: z.string(),
});

export type ScrapeMessage = z.infer<typeof scrapeMessage>;
export type IdentifyMessage = z.infer<typeof identifyMessage>;
export type RateMessage = z.infer<typeof rateMessage>;
export type PipelineMessage = ScrapeMessage | IdentifyMessage | RateMessage;

/** Domain events on the bus: `detail-type` → detail. */
export type DomainEvent =
  | {
      type: 'import.finished';
      jobId: string;
      ownerId: string;
      status: 'completed' | 'failed';
      carsAdded: number;
    }
  | { type: 'cars.discovered'; ownerId: string; carIds: string[] }
  | {
      type: 'plan.changed';
      ownerId: string;
      /** The plan types before and after; equal when only its end, status or an unlock changed. */
      from: PlanType;
      to: PlanType;
      status: string;
      cancelAtPeriodEnd: boolean;
    };

export const eventSource = 'bilfund';
