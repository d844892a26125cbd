import { count } from '../format.ts';

/** "90 minutes", "2 hours". */
export const span = (minutes: number) =>
  minutes % 60 === 0 ? count(minutes / 60, 'hour', 'hours') : count(minutes, 'minute', 'minutes');

export function everyMinutes(minutes: number): string {
  if (minutes === 60) return 'Every hour';
  return minutes === 24 * 60 ? 'Once a day' : `Every ${span(minutes)}`;
}
