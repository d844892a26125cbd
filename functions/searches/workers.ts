import type { ScheduledEvent } from 'aws-lambda';
import { hourOf } from '#core/searches/automated-search.ts';
import { clock } from '#functions/platform/clock.ts';
import { dispatchSearches } from './dispatch.ts';

/** Runs every hour. The event's time tells which hour, however late it arrives. */
export async function dispatchSearchesWorker(
  event: Partial<Pick<ScheduledEvent, 'time'>> = {},
): Promise<void> {
  const now = clock.now();
  await dispatchSearches(hourOf(event.time ? new Date(event.time) : now), now);
}
