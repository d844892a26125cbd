import { count } from '../format.ts';

/** "90 minutter", "2 timer". */
export const span = (minutes: number) =>
  minutes % 60 === 0 ? count(minutes / 60, 'time', 'timer') : count(minutes, 'minut', 'minutter');

export function everyMinutes(minutes: number): string {
  if (minutes === 60) return 'Hver time';
  if (minutes === 24 * 60) return 'Én gang i døgnet';
  return minutes % 60 === 0 ? `Hver ${minutes / 60}. time` : `Hvert ${minutes}. minut`;
}
