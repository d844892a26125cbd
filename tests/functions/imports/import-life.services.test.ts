import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Failure } from '#core/failure.ts';
import { startTestTable, type TestTable } from '#tests/support/table.ts';

let table: TestTable;
let starts: typeof import('#functions/imports/begin-import.ts');
let settles: typeof import('#functions/imports/finish-import.ts');
let jobs: typeof import('#functions/imports/job-store.ts');
let jobLease: typeof import('#functions/imports/job-store.ts');
let people: typeof import('#functions/accounts/store.ts');
let discoveries: typeof import('#functions/cars/store.ts');
let history: typeof import('#functions/imports/history-store.ts');

beforeAll(async () => {
  table = await startTestTable();
  starts = await import('#functions/imports/begin-import.ts');
  settles = await import('#functions/imports/finish-import.ts');
  jobs = await import('#functions/imports/job-store.ts');
  jobLease = await import('#functions/imports/job-store.ts');
  people = await import('#functions/accounts/store.ts');
  discoveries = await import('#functions/cars/store.ts');
  history = await import('#functions/imports/history-store.ts');
});
afterAll(() => table.close());

const month = '2026-11';
const now = new Date('2026-11-21T08:00:00.000Z');

/** One person asks for an import of a link. */
function start(
  userId: string,
  link: string,
  limit: number | null = 20,
  idempotencyKey: string | null = null,
) {
  return starts.beginImport({
    userId,
    job: {
      id: randomUUID(),
      kind: 'scrape',
      href: `https://www.facebook.com/${link}`,
      linkHash: link,
      privateTo: null,
    },
    historyId: randomUUID(),
    scrapeType: 'manual',
    charge: limit === null ? null : { month, limit },
    idempotencyKey,
    now,
  });
}

const used = (userId: string) => people.getScrapesUsed(userId, month);

/** Ends the import as the pipeline does: with these cars, or with a failure. */
async function end(jobId: string, done: string[], failure: 'login_wall' | null = null) {
  if (done.length > 0) await jobs.addToJob(jobId, { found: done, done }, now.toISOString());
  const state = failure ? 'failed' : 'completed';
  const ended = await jobs.changeJobState(jobId, ['queued'], state, now.toISOString(), failure);
  await settles.settleImport(ended!, now.toISOString());
  return ended!;
}

const codeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' ? (result.reason as Failure).code : 'accepted';

describe('the life of an import', () => {
  it('accepts exactly one of many simultaneous starts when one import is left, and refuses the rest with limit_reached', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, i) => start('racer', `race-${i}`, 1)),
    );
    const codes = results.map(codeOf);
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(1);
    expect(new Set(codes.filter((code) => code !== 'accepted'))).toEqual(new Set(['limit_reached']));
    expect(await used('racer')).toBe(1);
  });

  it('makes one import and one charge of a click that arrives twice', async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, () => start('clicker', 'clicked', 20, 'click-0001')),
    );
    expect(new Set(results.map((result) => result.jobId)).size).toBe(1);
    expect(new Set(results.map((result) => result.historyId)).size).toBe(1);
    expect(await used('clicker')).toBe(1);
  });

  it('lets a second person join the run that visits the same link, with a charge and a history of their own', async () => {
    const first = await start('anna', 'shared');
    const second = await start('bent', 'shared');
    expect(second).toMatchObject({ jobId: first.jobId });
    await end(first.jobId, ['c1', 'c2']);
    for (const person of ['anna', 'bent']) {
      expect(await used(person)).toBe(1);
      expect([...(await people.readReader(person)).discoveredAt.keys()].sort()).toEqual(['c1', 'c2']);
      expect(await history.listHistory(person)).toMatchObject([{ status: 'completed', cars_added_count: 2 }]);
    }
  });

  it('starts a new run of a link whose last run has ended', async () => {
    const first = await start('carl', 'again');
    await end(first.jobId, ['c1']);
    const second = await start('carl', 'again');
    expect(second.jobId).not.toBe(first.jobId);
  });

  it('refunds the charge exactly once when the marketplace refused', async () => {
    await start('dora', 'good');
    const refused = await start('dora', 'walled');
    expect(await used('dora')).toBe(2);
    const ended = await end(refused.jobId, [], 'login_wall');
    await settles.settleImport(ended, now.toISOString());
    await settles.settleImport(ended, now.toISOString());
    expect(await used('dora')).toBe(1);
    const rows = await history.listHistory('dora');
    expect(rows.find((row) => row.id === refused.historyId)).toMatchObject({
      status: 'failed',
      error_code: 'login_wall',
    });
  });

  it('does not count premium imports', async () => {
    await start('eva', 'premium', null);
    expect(await used('eva')).toBe(0);
  });

  it('counts a car as added only in the import that showed it first', async () => {
    const first = await start('finn', 'first');
    await end(first.jobId, ['c1', 'c2']);
    const second = await start('finn', 'second');
    await end(second.jobId, ['c2', 'c3']);
    const rows = await history.listHistory('finn');
    expect(rows.find((row) => row.id === second.historyId)?.cars_added_count).toBe(1);
  });

  it('does not bring back a discovery that was removed', async () => {
    const first = await start('gerd', 'removed');
    await end(first.jobId, ['c1']);
    await discoveries.setDiscoveryRemoved('gerd', 'c1', now.toISOString());
    const second = await start('gerd', 'removed');
    await end(second.jobId, ['c1']);
    expect((await people.readReader('gerd')).discoveredAt.size).toBe(0);
    await discoveries.setDiscoveryRemoved('gerd', 'c1', null);
    expect((await people.readReader('gerd')).discoveredAt.size).toBe(1);
  });

  it('removes a settled import from the index of open imports, and not before', async () => {
    const { jobId } = await start('hans', 'open');
    expect((await jobs.listOpenJobs()).map((job) => job.id)).toContain(jobId);
    await end(jobId, ['c1']);
    expect((await jobs.listOpenJobs()).map((job) => job.id)).not.toContain(jobId);
  });

  it('gives the lease to one worker, and to the next only when it ran out', async () => {
    const { jobId } = await start('inge', 'leased');
    expect(await jobLease.takeLease(jobId, 'a', 1_000, 500)).toBe(true);
    expect(await jobLease.takeLease(jobId, 'b', 1_200, 500)).toBe(false);
    expect(await jobLease.takeLease(jobId, 'a', 1_400, 500)).toBe(true);
    expect(await jobLease.takeLease(jobId, 'b', 1_901, 500)).toBe(true);
  });

  it('does not let a history call change an entry that the pipeline wrote', async () => {
    const { historyId } = await start('jens', 'own');
    const change = { status: 'completed' as const, cars_added_count: 99, error_message: null };
    expect(await history.changeOwnHistoryRow('jens', historyId, change)).toBeNull();
  });
});
