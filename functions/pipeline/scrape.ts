import { scrapeMessage } from '#core/contract/messages.ts';
import { queueHandler } from '#functions/_runtime/records.ts';
import { visitForJob } from '#functions/use-cases/imports/visit-for-job.ts';

export const handler = queueHandler(scrapeMessage, (message) => visitForJob(message));
