import { setTimeout as pause } from 'node:timers/promises';
import { pagesPerHour, type RateLimit } from '#core/account/rate-limits.ts';
import { Failure } from '#core/failure.ts';
import type { MarketplaceId } from '#core/marketplace/marketplace-id.ts';
import { takePermit } from '#functions/_adapters/dynamodb/permits.ts';
import { countMetric } from '#functions/_runtime/metrics.ts';

export type TurnOptions = {
  source: MarketplaceId;
  isDemo: boolean;
  /** Between two requests of all workers together; 0 asks without a rest. */
  pauseSeconds: number;
};

/** Refusals by other workers' turns after which one asks all the same: they are as polite as we are. */
const mostRefusals = 40;

/**
 * Turns at one marketplace: each call waits for the next one among those of all workers. False when the hour's pages are used
 * up. A worker waits for its own last turn by itself, so that alone it asks the table once a page and rests no longer than it
 * must.
 */
export function turnsAt({ source, isDemo, pauseSeconds }: TurnOptions): () => Promise<boolean> {
  const turn: RateLimit = { kind: 'page-turn', capacity: 1, refillSeconds: pauseSeconds };
  let nextAt = 0;
  return async () => {
    if (!isDemo && (await secondsToWait(pagesPerHour, source)) > 0) return false;
    for (let refusals = 0; pauseSeconds > 0 && refusals < mostRefusals; refusals++) {
      while (performance.now() < nextAt) await pause(Math.ceil(nextAt - performance.now()));
      const seconds = Math.min(await secondsToWait(turn, source), pauseSeconds);
      nextAt = performance.now() + 1000 * (seconds > 0 ? seconds * (0.75 + Math.random() / 2) : pauseSeconds);
      if (seconds === 0) break;
    }
    countMetric('PagesAsked', 1, { Source: source });
    return true;
  };
}

async function secondsToWait(limit: RateLimit, subject: string): Promise<number> {
  try {
    await takePermit(limit, subject);
    return 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return Number(error.details?.retryAfterSeconds ?? 1);
  }
}
