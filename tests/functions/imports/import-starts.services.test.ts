import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { markErased } from '#functions/accounts/store.ts';
import { listHistory } from '#functions/imports/history-store.ts';
import {
  changeJobState,
  findAnswer,
  findOwnPart,
  findRuns,
  getJob,
  listOwners,
  writeStart,
} from '#functions/imports/job-store.ts';
import { findPaidHour } from '#functions/imports/visit-store.ts';
import { jobKey, jobOwnerKey, linkKey, userKeys } from '#functions/platform/keys.ts';
import { type TableInMemory, tableInMemory } from '#tests/support/cloud-in-memory.ts';

import { begin, month, nothing, now, requestOf, used } from './import-requests.ts';

let table: TableInMemory;
beforeEach(() => {
  table = tableInMemory();
});
afterEach(() => table.close());

const at = now.toISOString();
const seconds = now.getTime() / 1000;
const busy = Object.assign(new Error('busy'), { name: 'Busy' });

describe('writing the start of an import', () => {
  it('writes import, link, owner, history entry, status and charge together', async () => {
    expect(await begin()).toBe('written');
    expect(await getJob('job')).toMatchObject({
      ...{ id: 'job', kind: 'scrape', href: 'https://www.facebook.com/x', linkHash: 'link', state: 'queued' },
      ...{ privateTo: null, startedAt: at, beginsAt: at, updatedAt: at, isSettled: false, hasOwners: true },
      ...{ isAutomatic: false, nudges: 0, nudgedAt: null, failure: null },
    });
    expect(table.get(jobKey('job'))).toMatchObject({ kind: 'JOB', ttl: seconds + 30 * 86_400 });
    expect(table.get(linkKey('link'))).toMatchObject({
      kind: 'LINK',
      jobId: 'job',
      href: 'https://www.facebook.com/x',
      ttl: seconds + 30 * 86_400,
    });
    expect(table.get(jobOwnerKey('job', 'anna'))).toMatchObject({
      kind: 'OWNER',
      ttl: seconds + 30 * 86_400,
    });
    expect(await listOwners('job')).toEqual([
      { userId: 'anna', historyId: 'row', chargedMonth: month, isSettled: false },
    ]);
    expect(table.get(userKeys.status('anna'))).toMatchObject({ kind: 'STATUS', jobId: 'job' });
    expect(await listHistory('anna')).toEqual([
      {
        ...{ id: 'row', jobId: 'job', search_url: 'https://www.facebook.com/x', scrape_type: 'manual' },
        ...{ status: 'started', scraped_at: at, cars_added_count: 0, ads_read_count: null, left_out: [] },
        ...{ error_message: null, error_code: null },
      },
    ]);
    expect(await used()).toBe(1);
  });

  it('writes nothing for a start beyond the limit or of an erased account', async () => {
    await begin({ charge: { month, limit: 1 } });
    const before = table.all();
    expect(await begin({ charge: { month, limit: 1 } }, { id: 'second', linkHash: 'other' })).toBe(
      'limit reached',
    );
    expect(table.all()).toEqual(before);
    await markErased({ userId: 'bent', customerId: null, erasedAt: at });
    expect(await begin({ userId: 'bent' }, { id: 'third', linkHash: 'third' })).toBe('erased');
  });

  it('answers a repeated click like the first one, for a day', async () => {
    const request = requestOf({ idempotencyKey: 'click-01' });
    expect(await findAnswer(request)).toBeNull();
    expect(await findAnswer(requestOf())).toBeNull();
    await writeStart(request, nothing);
    expect(await findAnswer(request)).toEqual({ historyId: 'row', jobId: 'job' });
    expect(table.get(userKeys.idempotency('anna', 'click-01'))).toMatchObject({
      kind: 'IDEM',
      ttl: seconds + 86_400,
    });
    expect(await begin({ idempotencyKey: 'click-01' }, { id: 'again', linkHash: 'again' })).toBe('outrun');
  });

  it('finds the run that visits the same link, and joins it while it is running', async () => {
    expect(await findRuns(requestOf().job)).toEqual(nothing);
    await begin();
    const runs = await findRuns(requestOf().job);
    expect(runs).toMatchObject({ running: { id: 'job' }, endedJobId: null });
    expect(await findOwnPart('job', 'anna')).toEqual({ historyId: 'row', jobId: 'job' });
    expect(await findOwnPart('job', 'bent')).toBeNull();
    expect(await writeStart(requestOf({ userId: 'bent' }, { id: 'unused' }), runs)).toBe('written');
    expect((await listOwners('job')).map(({ userId }) => userId)).toEqual(['anna', 'bent']);
    expect(await getJob('unused')).toBeNull();
    await changeJobState('job', ['queued'], 'failed', at, 'login_wall');
    expect(await writeStart(requestOf({ userId: 'carl' }), runs)).toBe('outrun');
    expect(await findRuns(requestOf().job)).toEqual({ running: null, endedJobId: 'job' });
  });

  it('gives an hourly run an owner when somebody joins it', async () => {
    await begin();
    table.restore(table.all().map((item) => (item.kind === 'JOB' ? { ...item, isAutomatic: true } : item)));
    expect((await getJob('job'))?.hasOwners).toBe(false);
    await writeStart(requestOf({ userId: 'bent' }), await findRuns(requestOf().job));
    expect((await getJob('job'))?.hasOwners).toBe(true);
  });

  it('replaces an ended run of the link exactly once', async () => {
    await begin();
    await changeJobState('job', ['queued'], 'completed', at);
    const runs = await findRuns(requestOf().job);
    expect(await writeStart(requestOf({ historyId: 'r2' }, { id: 'second' }), runs)).toBe('written');
    expect(await writeStart(requestOf({ historyId: 'r3' }, { id: 'third' }), runs)).toBe('outrun');
    expect(await writeStart(requestOf({ historyId: 'r4' }, { id: 'fourth' }), nothing)).toBe('outrun');
  });

  it('writes a dropped page without a link and private to its owner', async () => {
    await begin({ scrapeType: 'page' }, { kind: 'page', privateTo: 'anna' });
    expect(table.get(linkKey('link'))).toBeUndefined();
    expect(await getJob('job')).toMatchObject({ kind: 'page', privateTo: 'anna' });
    expect(await findRuns({ ...requestOf().job, kind: 'page' })).toEqual(nothing);
  });

  it('starts a paid hour of the button only in place of the one that was found', async () => {
    expect(await findPaidHour('anna')).toBeNull();
    await begin();
    expect(await findPaidHour('anna')).toBeNull();
    await begin({ isByButton: true, charge: null }, { id: 'free', linkHash: 'free' });
    expect(await findPaidHour('anna')).toBeNull();
    const button = requestOf({ isByButton: true, charge: { month, limit: 9 } }, { id: 'b1', linkHash: 'b1' });
    expect(await writeStart(button, nothing)).toBe('written');
    const hour = await findPaidHour('anna');
    expect(hour).toEqual({ jobId: 'b1', startedAt: at });
    expect(table.get(userKeys.paidHour('anna'))).toMatchObject({ kind: 'PAIDHOUR', ttl: seconds + 7200 });
    const next = { ...button, job: { ...button.job, id: 'b2', linkHash: 'b2' } };
    expect(await writeStart(next, nothing)).toBe('outrun');
    expect(await writeStart(next, nothing, { jobId: 'other', startedAt: at })).toBe('outrun');
    expect(await writeStart(next, nothing, hour)).toBe('written');
  });

  it('throws when the table fails to write a start', async () => {
    table.fail('TransactWriteCommand', busy);
    await expect(begin()).rejects.toBe(busy);
  });
});
