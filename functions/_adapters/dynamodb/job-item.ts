import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import type { Job } from '#core/import/job.ts';
import { jobKey, openJobsPartition } from './keys.ts';
import type { Item } from './table.ts';

const asSet = (value: unknown): ReadonlySet<string> =>
  value instanceof Set ? (value as Set<string>) : new Set();

export function toJob(item: Item): Job {
  return {
    id: String(item.id),
    kind: item.jobKind as Job['kind'],
    href: String(item.href),
    linkHash: String(item.linkHash),
    privateTo: (item.privateTo as string | undefined) ?? null,
    sentBy: (item.sentBy as Job['sentBy'] | undefined) ?? null,
    agreedPhotos: asSet(item.agreedPhotos),
    state: item.state as Job['state'],
    found: asSet(item.found),
    identified: asSet(item.identified),
    done: asSet(item.done),
    failed: asSet(item.failed),
    added: asSet(item.added),
    leftOut: asSet(item.leftOut),
    failure: (item.failure as ImportFailureClass | undefined) ?? null,
    isSettled: item.gsi2pk === undefined,
    startedAt: String(item.startedAt),
    beginsAt: String(item.beginsAt ?? item.startedAt),
    isAutomatic: item.isAutomatic === true,
    hasOwners: item.isAutomatic !== true || item.hasOwners === true,
    updatedAt: String(item.updatedAt),
    handedAt: (item.handedAt as string | undefined) ?? null,
    nudgedAt: (item.nudgedAt as string | undefined) ?? null,
    nudges: String(item.nudgedAt ?? '') > String(item.updatedAt) ? Number(item.nudges ?? 1) : 0,
  };
}

/** An import says what somebody searched for; what it found lives on with the people and the catalog. */
const keptSeconds = 30 * 86_400;
/** The `ttl` of an import that began at `at`, and of the people's parts in it. */
export const jobTtl = (at: string): number => Math.floor(Date.parse(at) / 1000) + keptSeconds;
/** An hourly run tells nobody anything after a week. */
const automaticKeptSeconds = 7 * 86_400;

/** The fields of an hourly run, whose visit begins later than its hour. */
export const automaticRun = (beginsAt: string) => ({
  isAutomatic: true,
  beginsAt,
  ttl: Math.floor(Date.parse(beginsAt) / 1000) + automaticKeptSeconds,
});

/** What a new import is made of. */
export type NewJob = Pick<Job, 'id' | 'kind' | 'href' | 'linkHash' | 'privateTo'> &
  Partial<Pick<Job, 'sentBy'>>;

/** A new import as an item; while it has not ended it stands in the index of open ones. */
export function jobItem(job: NewJob, now: string): Item {
  return {
    ...jobKey(job.id),
    kind: 'JOB',
    id: job.id,
    jobKind: job.kind,
    href: job.href,
    linkHash: job.linkHash,
    ...(job.privateTo !== null && { privateTo: job.privateTo }),
    ...(job.sentBy && { sentBy: job.sentBy }),
    state: 'queued',
    startedAt: now,
    updatedAt: now,
    gsi2pk: openJobsPartition,
    gsi2sk: `${now}#${job.id}`,
    ttl: jobTtl(now),
  };
}
