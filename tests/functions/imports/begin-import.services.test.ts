import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { classLimits, mostUnfinishedImports } from '#core/accounts/rate-limits.ts';
import { markErased, readReader } from '#functions/accounts/store.ts';
import { beginCallersImport, takePage } from '#functions/imports/begin-import.ts';
import { settleImport } from '#functions/imports/finish-import.ts';
import { listHistory } from '#functions/imports/history-store.ts';
import {
  addToJob,
  changeJobState,
  findAnswer,
  findOwnPart,
  findRuns,
  getJob,
  listOwners,
  writeStart,
} from '#functions/imports/job-store.ts';
import { findPaidHour } from '#functions/imports/visit-store.ts';
import { jobKey, jobOwnerKey, linkKey, listingKey, userKeys } from '#functions/platform/keys.ts';
import { type QueuesInMemory, queuesInMemory, tableForEachTest } from '#tests/support/cloud-in-memory.ts';
import { makeListing } from '#tests/support/make-car.ts';
import { openJobs } from '#tests/support/open-jobs.ts';
import { begin, month, nothing, now, requestOf, used } from './import-requests.ts';

const table = tableForEachTest();
let queues: QueuesInMemory;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  queues = queuesInMemory();
  vi.stubEnv('NEW_ACCOUNT_SCRAPES', '5');
});
afterEach(() => {
  queues.close();
  vi.useRealTimers();
});

const caller = (id = 'anna') => ({ id, session: { id: null, issuedAt: 0 } });
const start = (
  link: Partial<Parameters<typeof beginCallersImport>[2]> = {},
  { userId, key }: { userId?: string; key?: string } = {},
) =>
  beginCallersImport(
    caller(userId),
    { requestId: 'r', headers: key ? { 'idempotency-key': key } : {} } as never,
    { href: 'https://www.facebook.com/marketplace/x', kind: 'scrape', ...link },
  );
const linkTo = (n: number) => ({ href: `https://www.facebook.com/marketplace/${n}` });

describe('beginning an import', () => {
  it('stores an import with what the caller asked for, and counts it towards the month', async () => {
    const { jobId, historyId } = await start();
    expect(jobId).toMatch(/^[\w-]{20}$/);
    expect(await getJob(jobId)).toMatchObject({
      kind: 'scrape',
      privateTo: null,
      href: 'https://www.facebook.com/marketplace/x',
    });
    expect(await listHistory('anna')).toMatchObject([{ id: historyId, scrape_type: 'manual', jobId }]);
    expect(await used()).toBe(1);
  });

  it('joins the running import of the same link, and finds the caller’s own part in it', async () => {
    const first = await start();
    const second = await start({}, { userId: 'bent' });
    expect(second.jobId).toBe(first.jobId);
    expect(second.historyId).not.toBe(first.historyId);
    expect(await start()).toEqual(first);
    expect(await listOwners(first.jobId)).toHaveLength(2);
    expect(await used()).toBe(1);
  });

  it.each([
    ['click-01', true],
    ['a'.repeat(64), true],
    ['short-1', false],
    ['a'.repeat(65), false],
    ['with spaces in it', false],
  ])('takes two clicks with the key %s as one: %s', async (key, isOne) => {
    const first = await start({ kind: 'page' }, { key });
    const second = await start({ kind: 'page' }, { key });
    expect(second.jobId === first.jobId).toBe(isOne);
    expect(await used()).toBe(isOne ? 1 : 2);
  });

  it('refuses an import when the month is used up, and does not count imports of paying users', async () => {
    for (let n = 0; n < 5; n++) await start(linkTo(n));
    // None of them is under way any more.
    table.restore(table.all().filter(({ kind }) => kind !== 'HISTORY'));
    await expect(start(linkTo(9))).rejects.toMatchObject({ status: 403, code: 'limit_reached' });
    table.add({ ...userKeys.plan('anna'), kind: 'PLAN', plan: { type: 'lifetime' } });
    await start(linkTo(10));
    expect(await used()).toBe(5);
  });

  it('refuses another import while the most allowed are running, but still joins a running one', async () => {
    table.add({ ...userKeys.plan('anna'), kind: 'PLAN', plan: { type: 'lifetime' } });
    for (let n = 0; n < mostUnfinishedImports; n++) await start(linkTo(n));
    const running = await start(linkTo(99), { userId: 'bent' });
    await expect(start(linkTo(50))).rejects.toMatchObject({
      ...{ status: 429, code: 'too_many_imports', details: { retryAfterSeconds: 60 } },
    });
    expect((await start(linkTo(99))).jobId).toBe(running.jobId);
  });

  it('tries again when another request was faster, as often as one person may begin imports at once', async () => {
    const outrun = Object.assign(new Error('faster'), {
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }],
    });
    table.fail('TransactWriteCommand', outrun, classLimits.importing.perPerson.capacity);
    expect(await start()).toMatchObject({ jobId: expect.any(String) });
    table.fail('TransactWriteCommand', outrun, 100);
    await expect(start(linkTo(1))).rejects.toMatchObject({ status: 409, code: 'conflict' });
  });
});

describe('the end of an import', () => {
  /** Ends the import as the pipeline does, with these cars. */
  async function end(jobId: string, done: string[]) {
    await addToJob(jobId, { found: done, done }, now.toISOString());
    const ended = await changeJobState(jobId, ['queued'], 'completed', now.toISOString());
    await settleImport(ended!, now.toISOString());
  }

  it('gives its cars and a history of their own to everybody who joined the run', async () => {
    const { jobId } = await start();
    await start({}, { userId: 'bent' });
    await end(jobId, ['c1', 'c2']);
    for (const userId of ['anna', 'bent']) {
      expect([...(await readReader(userId)).discoveredAt.keys()].sort()).toEqual(['c1', 'c2']);
      expect(await listHistory(userId)).toMatchObject([{ status: 'completed', cars_added_count: 2 }]);
    }
  });

  it('starts a new run of the link, which counts a car as added only if no earlier import showed it', async () => {
    const first = await start();
    await end(first.jobId, ['c1', 'c2']);
    const second = await start();
    expect(second.jobId).not.toBe(first.jobId);
    await end(second.jobId, ['c2', 'c3']);
    const rows = await listHistory('anna');
    expect(rows.find(({ id }) => id === second.historyId)?.cars_added_count).toBe(1);
  });

  it('takes the import off the list of open ones', async () => {
    const { jobId } = await start();
    expect(await openJobs()).toMatchObject([{ id: jobId }]);
    await end(jobId, ['c1']);
    expect(await openJobs()).toEqual([]);
  });
});

describe('imports by the button', () => {
  const press = (n: number) => start({ ...linkTo(n), kind: 'page', isByButton: true });

  it('charges the button once an hour, while its first import runs or was charged', async () => {
    const { jobId } = await press(1);
    await press(2);
    expect(await used()).toBe(1);
    await addToJob(jobId, { found: ['a'], done: ['a'] }, now.toISOString());
    await changeJobState(jobId, ['queued'], 'completed', now.toISOString());
    await press(3);
    expect(await used()).toBe(1);
    vi.setSystemTime(now.getTime() + 3_600_000);
    await press(4);
    expect(await used()).toBe(2);
  });

  it('charges the button again when the charge was refunded', async () => {
    const { jobId } = await press(1);
    await changeJobState(jobId, ['queued'], 'failed', now.toISOString(), 'login_wall');
    await press(2);
    expect(await used()).toBe(2);
  });

  it('charges imports without the button within a paid hour of the button', async () => {
    await press(1);
    await start({ ...linkTo(2), kind: 'page' });
    expect(await used()).toBe(2);
  });
});

describe('import of a dropped page', () => {
  const listings = ['1', '2'].map((id) => makeListing({ id }));
  async function drop(leftOut: string[] = ['mark']) {
    const { jobId } = await start({ kind: 'page' });
    const page = { jobId, ownerId: 'anna', requestId: 'r' };
    await takePage(page, listings, leftOut);
    return { jobId, page };
  }

  it('stores the cars of a dropped page and queues them', async () => {
    const { jobId } = await drop();
    const job = (await getJob(jobId))!;
    expect(job).toMatchObject({ state: 'working', leftOut: new Set(['mark']) });
    expect(job.found.size).toBe(2);
    expect(queues.sent).toEqual([...job.found].map((carId) => `identify identify ${carId}`));
    for (const carId of job.found)
      expect(table.get(listingKey(jobId, carId))).toMatchObject({ kind: 'DRAFT', stage: 'described' });
  });

  it('takes a dropped page only once', async () => {
    const { page } = await drop();
    queues.sent.length = 0;
    await takePage(page, listings, []);
    expect(queues.sent).toEqual([]);
  });

  it('refuses a dropped page whose import is gone', async () => {
    const { jobId } = await start({ kind: 'page' });
    const page = { jobId, ownerId: 'anna', requestId: 'r' };
    await takePage({ ...page, jobId: 'none' }, listings, []);
    expect(queues.sent).toEqual([]);
    const gone = Object.assign(new Error('gone'), { name: 'ConditionalCheckFailedException' });
    table.fail('UpdateCommand', gone);
    await expect(takePage(page, listings, [])).rejects.toMatchObject({ status: 401 });
    const busy = new Error('busy');
    table.fail('UpdateCommand', busy);
    await expect(takePage(page, listings, [])).rejects.toBe(busy);
    expect(table.get(jobKey(jobId))).toMatchObject({ state: 'queued' });
  });

  it('ends the import of a page without cars at once', async () => {
    const { jobId } = await start({ kind: 'page' });
    await takePage({ jobId, ownerId: 'anna', requestId: 'r' }, [], []);
    expect(await getJob(jobId)).toMatchObject({ state: 'completed', failure: 'empty' });
  });
});

describe('writing the start of an import', () => {
  const at = now.toISOString();
  const seconds = now.getTime() / 1000;

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
});
