import type { ImportFailureClass, ScrapeStatusWire, Stage } from '#core/contract/routes/imports.ts';
import { retryPolicy } from '#core/marketplaces/marketplace.ts';
import { sourceOfHref } from '#core/marketplaces/marketplace-id.ts';
import type { Sender } from './witness.ts';

/**
 * One run over one link, one page that was handed over, or one ad that witnesses bring into the catalog. Its cars are kept
 * per stage as sets of ids, so that adding an id twice changes nothing.
 */
export type Job = {
  id: string;
  kind: 'scrape' | 'page' | 'entry';
  /** Normalised address of the search or ad; for a page, the address that the caller gave. */
  href: string;
  linkHash: string;
  /** The owner of a page that was handed over: its cars belong to this person only. Else null. */
  privateTo: string | null;
  /** For a page that was handed over: its sender as a witness (decision 8), if that counts; else null. */
  sentBy: Sender | null;
  /** For an ad from witnesses: hashes of the photos that they agree on; empty for other jobs. */
  agreedPhotos: ReadonlySet<string>;
  /** Whether its person looks at the ads where their photos are: they wait for the ratings, not for our copies. */
  isRatedFirst: boolean;
  state: 'queued' | 'scraping' | 'working' | 'completed' | 'failed';
  found: ReadonlySet<string>;
  identified: ReadonlySet<string>;
  done: ReadonlySet<string>;
  failed: ReadonlySet<string>;
  /** The ids among `done` that were new to the catalog. */
  added: ReadonlySet<string>;
  /** Marks of ads that were seen but are not among its cars (see `leftOutMarks`). */
  leftOut: ReadonlySet<string>;
  failure: ImportFailureClass | null;
  /** Whether the ended job has been settled with its owners: charge, history row, discoveries. */
  isSettled: boolean;
  startedAt: string;
  /** When its visit should begin. Hourly runs are spread over the hour, so that they do not all start at once. */
  beginsAt: string;
  /** An hourly run, which nobody waits for: unchanged cars are not processed again. */
  isAutomatic: boolean;
  /** Whether anyone waits for it; false for an hourly run that nobody has joined. */
  hasOwners: boolean;
  /** The last time that the job made progress. */
  updatedAt: string;
  /** The last time that lost messages were sent again, which is not progress; null if never. */
  nudgedAt: string | null;
  /** How often messages were sent again since the last progress. Unlike the clock it stands still while nothing runs. */
  nudges: number;
};

export const isEnded = (job: Pick<Job, 'state'>): boolean =>
  job.state === 'completed' || job.state === 'failed';

/** Whether it is an hourly run that nobody has joined. Imports of people come first. */
export const isUnawaited = (job: Pick<Job, 'isAutomatic' | 'hasOwners'>): boolean =>
  job.isAutomatic && !job.hasOwners;

/** The number of cars in these sets together. Late and repeated messages can put a car into two of them; it counts once. */
const countIn = (job: Job, ...sets: ReadonlySet<string>[]): number =>
  [...job.found].filter((carId) => sets.some((set) => set.has(carId))).length;

/**
 * Whether nothing is left to do for this car: it is done, failed, or was removed as another ad of a car that is counted
 * itself.
 */
export const isSettledCar = (job: Job, carId: string): boolean =>
  isEnded(job) || job.done.has(carId) || job.failed.has(carId) || !job.found.has(carId);

/** Whether the job has ended and its owners have been settled with: charge refunded where due, history row closed. */
export const isOver = (job: Pick<Job, 'state' | 'isSettled'>): boolean => isEnded(job) && job.isSettled;

/** Whether every car that was found is done or failed, and no more can come. */
export function isComplete(job: Job): boolean {
  return job.state === 'working' && countIn(job, job.done, job.failed) === job.found.size;
}

/** The stage of docs/spec.md, section 4: the slowest step that still has work. */
export function stageOf(job: Job): Stage {
  if (isEnded(job) && !job.isSettled) return job.state === 'completed' ? 'tjekbil' : 'scraping';
  if (job.state === 'queued' || job.state === 'completed' || job.state === 'failed') return job.state;
  if (job.state === 'scraping') return 'scraping';
  const isIdentified = countIn(job, job.identified, job.done, job.failed) === job.found.size;
  return isIdentified ? 'tjekbil' : 'ocr';
}

const percents: Record<Stage, number> = {
  queued: 10,
  scraping: 25,
  ocr: 50,
  tjekbil: 75,
  completed: 100,
  failed: 10,
};

export function statusOf(job: Job): ScrapeStatusWire {
  const status = stageOf(job);
  return {
    jobId: job.id,
    source: sourceOfHref(job.href),
    status,
    percent: percents[status],
    carsFound: job.found.size,
    carsDone: job.done.size,
    carsFailed: [...job.failed].filter((carId) => !job.done.has(carId)).length,
    failure: isOver(job) ? job.failure : null,
    startedAt: job.startedAt,
    updatedAt: job.updatedAt,
  };
}

/** A stored failure. Earlier versions wrote `not_visited` when a machine of the operator's made no visit in time. */
export const readFailure = (stored: unknown): ImportFailureClass | null =>
  stored === 'not_visited' ? 'internal' : ((stored as ImportFailureClass | undefined) ?? null);

/** An English sentence for API clients and history rows. The web app has its own texts for each class in both languages. */
export function failureSentence(failure: ImportFailureClass): string {
  if (failure === 'empty') return 'The search has no cars right now.';
  if (failure === 'internal') return 'Something went wrong on our side.';
  return retryPolicy[failure].userReason;
}

/** Whether the import is charged. One that was refused, failed or found no cars is not. */
export function isCharged(job: Job): boolean {
  return job.done.size > 0 && job.failure === null;
}

/** A charged hand-over by the button, and the start of the hour that it pays for. */
export type PaidHour = { jobId: string; startedAt: string };

/** The first hand-over of an hour pays for all others in it. */
export const paidHourSeconds = 3600;

/** Whether another hand-over is free: not after the hour, and not if the charge was refunded. */
export function isPaidFor(hour: PaidHour, paying: Job | null, now: Date): boolean {
  const passedMs = now.getTime() - Date.parse(hour.startedAt);
  if (passedMs >= paidHourSeconds * 1000) return false;
  return paying !== null && (!isEnded(paying) || isCharged(paying));
}
