import type { ScheduledEvent } from 'aws-lambda';
import { hourOf } from '#core/automated-search/hour.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { dispatchSearches } from '#functions/use-cases/searches/dispatch-searches.ts';

/** Every hour. The rule's time says which one, however late it comes. */
export async function handler(event: Partial<Pick<ScheduledEvent, 'time'>> = {}): Promise<void> {
  const now = clock.now();
  await dispatchSearches(hourOf(event.time ? new Date(event.time) : now), now);
}
