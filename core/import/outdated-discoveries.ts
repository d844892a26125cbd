import { isRunId } from '../automated-search/hour.ts';
import { isPrivateCarId } from '../car/car-id.ts';
import { limits } from '../plan/plans.ts';

/** A car among a person's discoveries, by the import or hourly run that brought it first. */
export type Discovery = { carId: string; jobId: string; discoveredAt: string };

/** A car of a dropped page is in its owner's own views and nowhere else: it stays there until they remove it. */
const hasEnd = ({ carId }: Pick<Discovery, 'carId'>): boolean => !isPrivateCarId(carId);

const endMs = ({ discoveredAt }: Discovery): number =>
  Date.parse(discoveredAt) + limits.discoveryDays * 86_400_000;

/** When a discovery ends, in seconds of the epoch: the table forgets it then by itself. Null: it does not. */
export const discoveryTtl = (discovery: Discovery): number | null =>
  hasEnd(discovery) ? Math.floor(endMs(discovery) / 1000) : null;

const newestFirst = (a: Discovery, b: Discovery): number =>
  b.discoveredAt.localeCompare(a.discoveredAt) || (a.carId < b.carId ? -1 : 1);

/**
 * What a person keeps no more: what is too old, and the oldest beyond the limit. What hourly runs brought and what was
 * imported by hand are counted apart, so that neither pushes the other out (decision 62).
 */
export function outdatedDiscoveries(all: readonly Discovery[], now: Date): Discovery[] {
  const ending = all.filter(hasEnd);
  const isOver = (discovery: Discovery) => endMs(discovery) <= now.getTime();
  const kept = ending.filter((each) => !isOver(each)).sort(newestFirst);
  const beyond = (isOfRun: boolean) =>
    kept.filter(({ jobId }) => isRunId(jobId) === isOfRun).slice(limits.discoveries);
  return [...ending.filter(isOver), ...beyond(true), ...beyond(false)];
}
