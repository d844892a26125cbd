import { describe, expect, it } from 'vitest';
import {
  addDraft,
  addOwnDrafts,
  describeDraft,
  getDraft,
  identifyDraft,
  listDrafts,
} from '#functions/imports/draft-store.ts';
import {
  addAutomaticRow,
  addHistoryRow,
  changeOwnHistoryRow,
  getHistoryRow,
  listHistory,
  newHistoryId,
  startedRow,
} from '#functions/imports/history-store.ts';
import {
  addToJob,
  changeJobState,
  closeJob,
  dropLease,
  getJob,
  listOwners,
  nudgeJob,
  settleOwner,
  takeFromJob,
  takeLease,
} from '#functions/imports/job-store.ts';
import { jobOwnerKey, listingKey, userKeys } from '#functions/platform/keys.ts';
import { makeJob } from '#tests/core/imports/make-job.ts';
import { tableForEachTest } from '#tests/support/cloud-in-memory.ts';
import { makeListing } from '#tests/support/make-car.ts';
import { openJobs } from '#tests/support/open-jobs.ts';
import { begin, month, now, used } from './import-requests.ts';

const table = tableForEachTest();
const at = now.toISOString();
const seconds = now.getTime() / 1000;
const later = new Date(now.getTime() + 60_000).toISOString();

describe('stored imports', () => {
  const job = async () => (await getJob('job'))!;

  it('counts each car of an import once, however often it is added', async () => {
    await begin();
    await addToJob('job', { found: ['a', 'b'], leftOut: ['x'] }, later);
    const after = await addToJob('job', { found: ['b'], done: ['a'], failed: [] }, later);
    expect(after).toMatchObject({
      found: new Set(['a', 'b']),
      done: new Set(['a']),
      failed: new Set(),
      leftOut: new Set(['x']),
      updatedAt: later,
    });
    expect(await addToJob('job', { failed: [] }, at)).toMatchObject({ updatedAt: at });
    await addToJob('job', { identified: ['a', 'b'] }, later);
    expect(await takeFromJob('job', ['b'], later)).toMatchObject({
      ...{ found: new Set(['a']), identified: new Set(['a']), updatedAt: later },
    });
    await expect(addToJob('gone', { found: ['a'] }, at)).rejects.toThrow();
    await expect(takeFromJob('gone', ['a'], at)).rejects.toThrow();
    expect(await getJob('gone')).toBeNull();
  });

  it('changes the state only from the named states, and stores why the import failed', async () => {
    await begin();
    expect(await changeJobState('job', ['scraping', 'working'], 'completed', later)).toBeNull();
    expect(await changeJobState('job', ['queued', 'scraping'], 'working', later)).toMatchObject({
      state: 'working',
      failure: null,
      updatedAt: later,
    });
    expect(await changeJobState('job', ['working'], 'failed', later, 'login_wall')).toMatchObject({
      failure: 'login_wall',
    });
  });

  it('lists open imports until they are closed, the oldest first', async () => {
    await begin({ now: new Date(later) });
    await begin({ charge: null, historyId: 'r2' }, { id: 'older', linkHash: 'older' });
    expect((await openJobs()).map(({ id }) => id)).toEqual(['older', 'job']);
    await closeJob('job');
    await closeJob('gone');
    expect((await openJobs()).map(({ id }) => id)).toEqual(['older']);
    expect((await job()).isSettled).toBe(true);
    expect(await getJob('gone')).toBeNull();
  });

  it('counts reminders of an import since its last progress', async () => {
    await begin();
    await nudgeJob(await job(), later);
    expect(await job()).toMatchObject({ nudges: 1, nudgedAt: later });
    await nudgeJob(await job(), new Date(now.getTime() + 120_000).toISOString());
    expect((await job()).nudges).toBe(2);
    await addToJob('job', { found: ['a'] }, new Date(now.getTime() + 180_000).toISOString());
    expect((await job()).nudges).toBe(0);
  });

  it('gives the lease of an import to one worker until it is dropped or expires', async () => {
    await begin();
    expect(await takeLease('job', 'a', 1000, 500)).toBe(true);
    expect(await takeLease('job', 'b', 1500, 500)).toBe(false);
    expect(await takeLease('job', 'a', 1500, 500)).toBe(true);
    expect(await takeLease('job', 'b', 2001, 500)).toBe(true);
    await dropLease('job');
    expect(await takeLease('job', 'a', 2002, 500)).toBe(true);
    expect(await takeLease('gone', 'a', 0, 500)).toBe(false);
    await dropLease('gone');
    expect(await getJob('gone')).toBeNull();
  });
});

describe('settling an owner’s part', () => {
  async function settle(fields: Parameters<typeof makeJob>[0], carsAdded = 2) {
    await begin();
    const [owner] = await listOwners('job');
    await settleOwner(makeJob({ id: 'job', ...fields }), owner!, carsAdded, later);
    return (await getHistoryRow('anna', 'row'))!;
  }

  it('writes the result to the history, and keeps the charge when the import brought cars', async () => {
    const row = await settle({ state: 'completed', done: new Set(['a']) });
    expect(row).toMatchObject({
      status: 'completed',
      cars_added_count: 2,
      ads_read_count: 2,
      left_out: [],
      error_message: null,
      error_code: null,
    });
    expect(await used()).toBe(1);
    expect(table.get(jobOwnerKey('job', 'anna'))?.settledAt).toBe(later);
    expect(await listOwners('job')).toMatchObject([{ isSettled: true }]);
  });

  it('refunds a failed import exactly once', async () => {
    const row = await settle({ state: 'failed', failure: 'login_wall' }, 0);
    expect(row).toMatchObject({ status: 'failed', cars_added_count: 0, error_code: 'login_wall' });
    expect(row.error_message).toEqual(expect.any(String));
    expect(await used()).toBe(0);
    table.add({ ...userKeys.usage('anna', month), kind: 'USAGE', scrapes_count: 5 });
    await settleOwner(makeJob({ id: 'job', state: 'failed' }), (await listOwners('job'))[0]!, 9, later);
    expect(await used()).toBe(5);
    expect((await getHistoryRow('anna', 'row'))?.cars_added_count).toBe(0);
  });

  it('settles nothing for an erased account', async () => {
    await begin();
    const [owner] = await listOwners('job');
    table.restore([]);
    await settleOwner(makeJob({ id: 'job' }), owner!, 1, later);
    expect(table.all()).toEqual([]);
  });
});

describe('stored history', () => {
  const change = { status: 'completed', cars_added_count: 3, error_message: null } as const;

  it('lists the history newest first, and lets people change only what they wrote', async () => {
    const own = startedRow(
      { id: newHistoryId(now.getTime(), 'z'), search_url: 'u', scrape_type: 'manual', jobId: null },
      now,
    );
    await addHistoryRow('anna', own);
    await begin({ historyId: newHistoryId(now.getTime() + 1, 'a') });
    expect((await listHistory('anna')).map(({ jobId }) => jobId)).toEqual(['job', null]);
    expect(await changeOwnHistoryRow('anna', own.id, change)).toMatchObject({ ...change, error_code: null });
    expect(await changeOwnHistoryRow('anna', own.id, { ...change, error_message: 'x' })).toMatchObject({
      error_message: 'x',
      error_code: 'other',
    });
    expect(await changeOwnHistoryRow('anna', newHistoryId(now.getTime() + 1, 'a'), change)).toBeNull();
    expect(await changeOwnHistoryRow('anna', 'none', change)).toBeNull();
    expect(await getHistoryRow('anna', 'none')).toBeNull();
  });

  it('creates history ids that sort by time', () => {
    expect(newHistoryId(1, 'x')).toBe('000000001-x');
    expect(newHistoryId(36 ** 8, 'x')).toBe('100000000-x');
  });

  it.each([
    ['completed', null, null],
    ['failed', 'login_wall', 'login_wall'],
  ] as const)(
    'keeps a row of an hourly run that %s for a month, and once',
    async (state, failure, error_code) => {
      const job = makeJob({ linkHash: '0123456789', beginsAt: later, state, failure });
      await addAutomaticRow('anna', job, 3);
      await addAutomaticRow('anna', job, 3);
      const [row, ...more] = await listHistory('anna');
      expect(more).toEqual([]);
      expect(row).toMatchObject({
        ...{
          id: newHistoryId(Date.parse(job.startedAt), '01234567'),
          status: state,
          scraped_at: later,
          cars_added_count: 3,
        },
        ...{ ads_read_count: 2, error_code, scrape_type: 'automatic', jobId: 'j', search_url: job.href },
      });
      expect(row!.error_message === null).toBe(failure === null);
      expect(table.get(userKeys.history('anna', row!.id))?.ttl).toBe(seconds + 60 + 30 * 86_400);
    },
  );
});

describe('drafts of cars', () => {
  const listing = makeListing();
  const other = makeListing({ title: 'Another' });

  it('writes a draft once and moves it from stage to stage', async () => {
    await addDraft('job', 'a', 'listed', listing, now.getTime());
    await addDraft('job', 'a', 'described', other, now.getTime());
    expect(await getDraft('job', 'a')).toMatchObject({
      carId: 'a',
      stage: 'listed',
      listing: { title: listing.title },
      identification: null,
    });
    expect(table.get(listingKey('job', 'a'))).toMatchObject({ kind: 'DRAFT', ttl: seconds + 7 * 86_400 });
    await describeDraft('job', 'a', other);
    expect(await getDraft('job', 'a')).toMatchObject({ stage: 'described', listing: { title: 'Another' } });
    await identifyDraft('job', 'a', { plate: null } as never);
    expect(await listDrafts('job')).toMatchObject([{ stage: 'identified', identification: {} }]);
  });

  it('does not write a deleted draft again', async () => {
    await describeDraft('job', 'none', listing);
    await identifyDraft('job', 'none', {} as never);
    expect(await getDraft('job', 'none')).toBeNull();
  });

  it('writes drafts of a dropped page only while their import exists', async () => {
    const own = (...carIds: string[]) =>
      addOwnDrafts(
        'job',
        carIds.map((carId) => ({ carId, listing })),
        now.getTime(),
      );
    await expect(own('a')).resolves.toBeUndefined();
    expect(await getDraft('job', 'a')).toBeNull();
    await begin();
    await own('a');
    expect(await getDraft('job', 'a')).toMatchObject({ stage: 'described' });
  });

  it('adds the drafts of a dropped page that an interrupted request had not written', async () => {
    await begin();
    const carIds = Array.from({ length: 95 }, (_, place) => `car${place}`);
    const cars = carIds.map((carId) => ({ carId, listing }));
    const former = { ...listing, title: 'Of the first request' };
    await addOwnDrafts('job', [{ carId: 'car50', listing: former }], now.getTime());
    await addOwnDrafts('job', cars, now.getTime());
    const drafts = await listDrafts('job');
    expect(drafts.map(({ carId }) => carId).sort()).toEqual(carIds.toSorted());
    expect(await getDraft('job', 'car50')).toMatchObject({ listing: { title: 'Of the first request' } });
  });

  it('stops writing drafts of a dropped page when the import is gone', async () => {
    const cars = Array.from({ length: 95 }, (_, place) => ({ carId: `car${place}`, listing }));
    await addOwnDrafts('job', cars, now.getTime());
    expect(await listDrafts('job')).toEqual([]);
    expect(table.calls.filter((call) => call === 'TransactWriteCommand')).toHaveLength(1);
  });

  it('lists a draft whose ad is lost, but makes no car of it', async () => {
    table.add({ ...listingKey('job', 'a'), kind: 'DRAFT', carId: 'a', stage: 'listed' });
    expect(await listDrafts('job')).toMatchObject([{ carId: 'a', stage: 'listed' }]);
    await expect(getDraft('job', 'a')).rejects.toThrow('the draft’s ad cannot be read');
  });
});
