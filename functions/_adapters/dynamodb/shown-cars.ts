import type { Job } from '#core/import/job.ts';
import { shownCarsKey } from './keys.ts';
import { getItem, putItem } from './table.ts';

/** Cars that a link remembers to have shown, so that the panel can say how many are new. */
const mostShown = 1500;

/** What a link has shown, by the cars' ids. */
export type ShownCars = {
  /** Everything it has shown, the newest first. */
  ever: readonly string[];
  /** What its last run showed: all followers have been given these. */
  last: ReadonlySet<string>;
};

export async function readShown(linkHash: string): Promise<ShownCars> {
  const item = await getItem(shownCarsKey(linkHash));
  const list = (name: string) => (item?.[name] as string[] | undefined) ?? [];
  return { ever: list('carIds'), last: new Set(list('lastIds')) };
}

/** Adds what a run showed. Most hours show what the hour before did: then there is nothing to write. */
export async function writeShown(job: Job, { ever, last }: ShownCars): Promise<void> {
  if (last.size === job.done.size && [...job.done].every((carId) => last.has(carId))) return;
  const carIds = [...new Set([...job.done, ...ever])].slice(0, mostShown);
  await putItem({ ...shownCarsKey(job.linkHash), kind: 'SHOWN', carIds, lastIds: [...job.done] });
}
