import * as z from 'zod/mini';
import { laneMessage, scrapeMessage } from '#core/contract/messages.ts';
import { queueHandler } from '#functions/_runtime/records.ts';
import { runLane } from '#functions/use-cases/imports/run-lane.ts';
import { visitForJob } from '#functions/use-cases/imports/visit-for-job.ts';

const visits = z.union([scrapeMessage, laneMessage]);

export const handler = queueHandler(visits, (message) =>
  message.type === 'lane' ? runLane(message) : visitForJob(message),
);
