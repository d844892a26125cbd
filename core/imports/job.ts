import type { ImportFailureClass, ScrapeStatusWire, Stage } from '#core/contract/routes/imports.ts';
import { sourceOfHref } from '#core/marketplaces/links.ts';
import { retryPolicy } from '#core/marketplaces/marketplace.ts';
import type { Sender } from './witness.ts';

/**
 * One run over one link (or one dropped page, or one ad that enters the catalog by its witnesses). It holds the ids of its cars per stage as sets, so that adding twice
 * changes nothing and a count is a size.
 */
export type Job = {
  id: string;
  kind: 'scrape' | 'page' | 'entry';
  /** Normalised address of the search or item; for a page, what the caller said it was. */
  href: string;
  linkHash: string;
  /** Set for a dropped page: its cars belong to this person alone. */
  privateTo: string | null;
  /** Of a dropped page: who sent it, as far as that counts as a witness (decision 8). */
  sentBy: Sender | null;
  /** Of an entry: the photos that its witnesses agree on, by the names of their contents; empty for other jobs. */
  agreedPhotos: ReadonlySet<string>;
  state: 'queued' | 'scraping' | 'working' | 'completed' | 'failed';
  found: ReadonlySet<string>;
  identified: ReadonlySet<string>;
  done: ReadonlySet<string>;
  failed: ReadonlySet<string>;
  /** Of the done ones, those that were new to the catalog. */
  added: ReadonlySet<string>;
  /** Marks of the ads that were seen and are no car of it (left-out.ts). */
  leftOut: ReadonlySet<string>;
  failure: ImportFailureClass | null;
  /** Set when an ended job has been settled with its people: charge, history row, discoveries. */
  isSettled: boolean;
  startedAt: string;
  /** When its visit is meant to begin: the hour's runs are spread, so that they do not all knock at once. */
  beginsAt: string;
  /** An hourly run, which nobody waits for: cars that have not changed are not gone through again. */
  isAutomatic: boolean;
  /** Somebody waits for it: false for an hourly run that nobody has joined. */
  hasOwners: boolean;
  /** The last time that something moved. */
  updatedAt: string;
  /** The last time that lost messages were sent again, which is no progress; null when they never were. */
  nudgedAt: string | null;
  /** Since when it waits for the visitor, or when one last took it; null for one that our function visits alone. */
  handedAt: string | null;
  /** How often they were sent again since something moved: time that passed in the sight of a machine that was awake. */
  nudges: number;
};

export const isEnded = (job: Pick<Job, 'state'>): boolean =>
  job.state === 'completed' || job.state === 'failed';

/** An hourly run that nobody has joined: people's own imports come before it. */
export const isUnawaited = (job: Pick<Job, 'isAutomatic' | 'hasOwners'>): boolean =>
  job.isAutomatic && !job.hasOwners;

/** Cars in one of these sets: late and repeated messages can bring a car into two of them, where it counts once. */
const countIn = (job: Job, ...sets: ReadonlySet<string>[]): number =>
  [...job.found].filter((carId) => sets.some((set) => set.has(carId))).length;

/** Nothing is left to do for this car: it is done, given up, or was taken out as another ad of one that is counted itself. */
export const isSettledCar = (job: Job, carId: string): boolean =>
  isEnded(job) || job.done.has(carId) || job.failed.has(carId) || !job.found.has(carId);

/** What a person is told is over is over everywhere: the charge was given back, the history row has its end. */
export const isOver = (job: Pick<Job, 'state' | 'isSettled'>): boolean => isEnded(job) && job.isSettled;

/** Every car that was found has been rated or given up, and no more can come. */
export function isComplete(job: Job): boolean {
  return job.state === 'working' && countIn(job, job.done, job.failed) === job.found.size;
}

/** The stage of docs/spec.md, section 4, derived from what is done: the slowest step that still has work. */
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

/** An English sentence for API readers and history rows; the web app has its own for each class in both languages. */
export function failureSentence(failure: ImportFailureClass): string {
  if (failure === 'empty') return 'The search has no cars right now.';
  if (failure === 'not_visited')
    return 'The machine that visits the marketplace for us did not answer in time.';
  if (failure === 'internal') return 'Something went wrong on our side.';
  return retryPolicy[failure].userReason;
}

/** Nobody pays for an import that was refused, failed or found nothing, whatever rows it kept. */
export function isCharged(job: Job): boolean {
  return job.done.size > 0 && job.failure === null;
}

/** A hand-over by the button that was charged, and from when on the hour counts that it pays for. */
export type PaidHour = { jobId: string; startedAt: string };

/** Looking for a car is many presses on one evening: the first of an hour pays for the others. */
export const paidHourSeconds = 3600;

/** Whether another press costs nothing: not after the hour, and not when its charge was given back. */
export function isPaidFor(hour: PaidHour, paying: Job | null, now: Date): boolean {
  const passedMs = now.getTime() - Date.parse(hour.startedAt);
  if (passedMs >= paidHourSeconds * 1000) return false;
  return paying !== null && (!isEnded(paying) || isCharged(paying));
}

/**
 * Who visits the marketplace: our function, the visitor on a machine of the operator's, or both: the function first, and the
 * visitor where it was refused.
 */
export const visitsBy = ['lambda', 'visitor', 'both'] as const;
export type VisitsBy = (typeof visitsBy)[number];

/** What is not understood is the function: it needs nobody else. */
export const readVisitsBy = (given: string | null): VisitsBy =>
  visitsBy.find((each) => each === given) ?? 'lambda';

/**
 * Refusals that go by the address of who asks: from another one the same page may be shown. To be asked to slow down or to
 * pass a check is an answer to how we ask, from wherever (decision 7).
 */
const addressRefusals: ReadonlySet<ImportFailureClass> = new Set(['login_wall', 'withheld']);
export const isForVisitor = (failure: ImportFailureClass): boolean => addressRefusals.has(failure);

/** A visit that no visitor has taken for so long is not made any more. */
export const visitorPatienceMs = 30 * 60_000;
/** An hourly run has its turn within the hour whose runs it is one of. */
export const unawaitedPatienceMs = 90 * 60_000;
