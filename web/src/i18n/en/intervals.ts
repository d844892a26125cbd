import { count } from '../format.ts';

/** "90 minutes", "2 hours". */
export const span = (minutes: number) =>
  minutes % 60 === 0 ? count(minutes / 60, 'hour', 'hours') : count(minutes, 'minute', 'minutes');

export const everyMinutes = (minutes: number): string =>
  minutes === 60 ? 'Every hour' : `Every ${span(minutes)}`;
