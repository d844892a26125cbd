import type { ScheduledEvent } from 'aws-lambda';
import { hourOf } from '#core/searches/automated-search.ts';
import { clock } from '#functions/platform/clock.ts';
import { dispatchSearches } from './dispatch.ts';

/** Every hour. The rule's time says which one, however late it comes. */
export async function dispatchSearchesWorker(
  event: Partial<Pick<ScheduledEvent, 'time'>> = {},
): Promise<void> {
  const now = clock.now();
  await dispatchSearches(hourOf(event.time ? new Date(event.time) : now), now);
}
