import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { classLimits, mostUnfinishedImports } from '#core/accounts/rate-limits.ts';
import { getScrapesUsed, readReader } from '#functions/accounts/store.ts';
import { beginCallersImport, takePage } from '#functions/imports/begin-import.ts';
import { settleImport } from '#functions/imports/finish-import.ts';
import { listHistory } from '#functions/imports/history-store.ts';
import { addToJob, changeJobState, getJob, listOwners } from '#functions/imports/job-store.ts';
import { jobKey, listingKey, userKeys } from '#functions/platform/keys.ts';
import { type QueuesInMemory, queuesInMemory, tableForEachTest } from '#tests/support/cloud-in-memory.ts';
import { makeListing } from '#tests/support/make-car.ts';
import { openJobs } from '#tests/support/open-jobs.ts';

const now = new Date('2026-11-21T10:00:00.000Z');
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
const begin = (
  link: Partial<Parameters<typeof beginCallersImport>[2]> = {},
  { userId, key }: { userId?: string; key?: string } = {},
) =>
  beginCallersImport(
    caller(userId),
    { requestId: 'r', headers: key ? { 'idempotency-key': key } : {} } as never,
    { href: 'https://www.facebook.com/marketplace/x', kind: 'scrape', ...link },
  );
const linkTo = (n: number) => ({ href: `https://www.facebook.com/marketplace/${n}` });
const used = () => getScrapesUsed('anna', '2026-11');

describe('beginning an import', () => {
  it('stores an import with what the caller asked for, and counts it towards the month', async () => {
    const { jobId, historyId } = await begin();
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
    const first = await begin();
    const second = await begin({}, { userId: 'bent' });
    expect(second.jobId).toBe(first.jobId);
    expect(second.historyId).not.toBe(first.historyId);
    expect(await begin()).toEqual(first);
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
    const first = await begin({ kind: 'page' }, { key });
    const second = await begin({ kind: 'page' }, { key });
    expect(second.jobId === first.jobId).toBe(isOne);
    expect(await used()).toBe(isOne ? 1 : 2);
  });

  it('refuses an import when the month is used up, and does not count imports of paying users', async () => {
    for (let n = 0; n < 5; n++) await begin(linkTo(n));
    // None of them is under way any more.
    table.restore(table.all().filter(({ kind }) => kind !== 'HISTORY'));
    await expect(begin(linkTo(9))).rejects.toMatchObject({ status: 403, code: 'limit_reached' });
    table.add({ ...userKeys.plan('anna'), kind: 'PLAN', plan: { type: 'lifetime' } });
    await begin(linkTo(10));
    expect(await used()).toBe(5);
  });

  it('refuses another import while the most allowed are running, but still joins a running one', async () => {
    table.add({ ...userKeys.plan('anna'), kind: 'PLAN', plan: { type: 'lifetime' } });
    for (let n = 0; n < mostUnfinishedImports; n++) await begin(linkTo(n));
    const running = await begin(linkTo(99), { userId: 'bent' });
    await expect(begin(linkTo(50))).rejects.toMatchObject({
      ...{ status: 429, code: 'too_many_imports', details: { retryAfterSeconds: 60 } },
    });
    expect((await begin(linkTo(99))).jobId).toBe(running.jobId);
  });

  it('tries again when another request was faster, as often as one person may begin imports at once', async () => {
    const outrun = Object.assign(new Error('faster'), {
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }],
    });
    table.fail('TransactWriteCommand', outrun, classLimits.importing.perPerson.capacity);
    expect(await begin()).toMatchObject({ jobId: expect.any(String) });
    table.fail('TransactWriteCommand', outrun, 100);
    await expect(begin(linkTo(1))).rejects.toMatchObject({ status: 409, code: 'conflict' });
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
    const { jobId } = await begin();
    await begin({}, { userId: 'bent' });
    await end(jobId, ['c1', 'c2']);
    for (const userId of ['anna', 'bent']) {
      expect([...(await readReader(userId)).discoveredAt.keys()].sort()).toEqual(['c1', 'c2']);
      expect(await listHistory(userId)).toMatchObject([{ status: 'completed', cars_added_count: 2 }]);
    }
  });

  it('starts a new run of the link, which counts a car as added only if no earlier import showed it', async () => {
    const first = await begin();
    await end(first.jobId, ['c1', 'c2']);
    const second = await begin();
    expect(second.jobId).not.toBe(first.jobId);
    await end(second.jobId, ['c2', 'c3']);
    const rows = await listHistory('anna');
    expect(rows.find(({ id }) => id === second.historyId)?.cars_added_count).toBe(1);
  });

  it('takes the import off the list of open ones', async () => {
    const { jobId } = await begin();
    expect(await openJobs()).toMatchObject([{ id: jobId }]);
    await end(jobId, ['c1']);
    expect(await openJobs()).toEqual([]);
  });
});

describe('imports by the button', () => {
  const press = (n: number) => begin({ ...linkTo(n), kind: 'page', isByButton: true });

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
    await begin({ ...linkTo(2), kind: 'page' });
    expect(await used()).toBe(2);
  });
});

describe('import of a dropped page', () => {
  const listings = ['1', '2'].map((id) => makeListing({ id }));
  async function drop(leftOut: string[] = ['mark']) {
    const { jobId } = await begin({ kind: 'page' });
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
    const { jobId } = await begin({ kind: 'page' });
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
    const { jobId } = await begin({ kind: 'page' });
    await takePage({ jobId, ownerId: 'anna', requestId: 'r' }, [], []);
    expect(await getJob(jobId)).toMatchObject({ state: 'completed', failure: 'empty' });
  });
});
