import * as z from 'zod/mini';
import {
  identifyMessage,
  laneMessage,
  rateAdsMessage,
  rateMessage,
  scrapeMessage,
} from '#core/contract/messages.ts';
import { log } from '#functions/platform/log.ts';
import { deleteDeadLetter, takeDeadLetters } from '#functions/platform/queues.ts';
import { queueHandler } from '#functions/platform/records.ts';
import { failDeadLetter } from './failures.ts';
import { identifyCar } from './identify-car.ts';
import { rateAds, rateAndStoreCar } from './rate-and-store-car.ts';
import { sweepImports } from './sweep.ts';
import { runLane, visitForJob } from './visits.ts';

const visits = z.union([scrapeMessage, laneMessage]);

export const scrapeWorker = queueHandler(visits, (message) =>
  message.type === 'lane' ? runLane(message) : visitForJob(message),
);

export const identifyWorker = queueHandler(identifyMessage, identifyCar);

export const rateWorker = queueHandler(z.union([rateMessage, rateAdsMessage]), (message) =>
  message.type === 'rate' ? rateAndStoreCar(message) : rateAds(message),
);

/** Less than the function's timeout; the next minute's run takes the messages that are left. */
const worksForMs = 20_000;

/** Runs every minute: ends the cars and imports of dead letters, or parks the letters. A letter that fails is taken again. */
export async function failDeadLettersWorker(): Promise<void> {
  const untilMs = Date.now() + worksForMs;
  for (;;) {
    const letters = await takeDeadLetters();
    if (letters.length === 0) return;
    for (const letter of letters)
      try {
        await failDeadLetter(letter);
        await deleteDeadLetter(letter);
      } catch (error) {
        log.failure('a message could not be given up', error);
      }
    if (Date.now() >= untilMs) return;
  }
}

/** Runs every minute. */
export const sweepWorker = (): Promise<void> => sweepImports();
