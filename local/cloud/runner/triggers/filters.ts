import { type EventPattern, matchesPattern } from '../../services/events/event-pattern.ts';

export type FilterCriteria = { Filters?: { Pattern: string }[] };

/** Whether a record passes an event source mapping's filters: one must fit, none means that all pass. */
export function createFilter(criteria: FilterCriteria | undefined): (record: unknown) => boolean {
  const patterns = (criteria?.Filters ?? []).map(({ Pattern }) => JSON.parse(Pattern) as EventPattern);
  return (record) => patterns.length === 0 || patterns.some((pattern) => matchesPattern(record, pattern));
}
