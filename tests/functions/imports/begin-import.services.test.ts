import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { classLimits, mostUnfinishedImports } from '#core/accounts/rate-limits.ts';
import { getScrapesUsed, markErased } from '#functions/accounts/store.ts';
import { beginCallersImport, takePage } from '#functions/imports/begin-import.ts';
import { listHistory } from '#functions/imports/history-store.ts';
import { addToJob, changeJobState, getJob, listOwners } from '#functions/imports/job-store.ts';
import { jobKey, listingKey, userKeys } from '#functions/platform/keys.ts';
import { makeListing } from '#tests/support/make-car.ts';
import { type QueuesInMemory, queuesInMemory } from '#tests/support/queues-in-memory.ts';
import { type TableInMemory, tableInMemory } from '#tests/support/table-in-memory.ts';

const now = new Date('2026-11-21T10:00:00.000Z');
let table: TableInMemory;
let queues: QueuesInMemory;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  table = tableInMemory();
  queues = queuesInMemory();
  vi.stubEnv('NEW_ACCOUNT_SCRAPES', '5');
});
afterEach(() => {
  table.close();
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

describe('an import that a caller begins', () => {
  it('is written with what they asked for, and charged to the month', async () => {
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

  it('of a page is theirs alone', async () => {
    const { jobId } = await begin({ kind: 'page' });
    expect(await getJob(jobId)).toMatchObject({ kind: 'page', privateTo: 'anna' });
    expect(await listHistory('anna')).toMatchObject([{ scrape_type: 'page' }]);
  });

  it('joins the one that visits the same link, and finds their own part in it', async () => {
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
  ])('by a click named %s that comes twice is one: %s', async (key, isOne) => {
    const first = await begin({ kind: 'page' }, { key });
    const second = await begin({ kind: 'page' }, { key });
    expect(second.jobId === first.jobId).toBe(isOne);
    expect(await used()).toBe(isOne ? 1 : 2);
  });

  it('is refused when the month is used up, and is not counted for who pays', async () => {
    for (let n = 0; n < 5; n++) await begin(linkTo(n));
    // None of them is under way any more.
    table.restore(table.all().filter(({ kind }) => kind !== 'HISTORY'));
    await expect(begin(linkTo(9))).rejects.toMatchObject({ status: 403, code: 'limit_reached' });
    table.add({ ...userKeys.plan('anna'), kind: 'PLAN', plan: { type: 'lifetime' } });
    await begin(linkTo(10));
    expect(await used()).toBe(5);
  });

  it('is refused to an erased account', async () => {
    await markErased({ userId: 'anna', customerId: null, erasedAt: now.toISOString() });
    await expect(begin()).rejects.toMatchObject({ status: 401 });
  });

  it('waits while as many as may be are under way, and joins another one all the same', async () => {
    table.add({ ...userKeys.plan('anna'), kind: 'PLAN', plan: { type: 'lifetime' } });
    for (let n = 0; n < mostUnfinishedImports; n++) await begin(linkTo(n));
    const running = await begin(linkTo(99), { userId: 'bent' });
    await expect(begin(linkTo(50))).rejects.toMatchObject({
      ...{ status: 429, code: 'too_many_imports', details: { retryAfterSeconds: 60 } },
    });
    expect((await begin(linkTo(99))).jobId).toBe(running.jobId);
  });

  it('is tried again when somebody was faster, as often as one person’s may begin at once and not for ever', async () => {
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

describe('the button', () => {
  const press = (n: number) => begin({ ...linkTo(n), kind: 'page', isByButton: true });

  it('is charged once an hour, while its import goes on or was charged', async () => {
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

  it('is charged again when the charge was given back', async () => {
    const { jobId } = await press(1);
    await changeJobState(jobId, ['queued'], 'failed', now.toISOString(), 'login_wall');
    await press(2);
    expect(await used()).toBe(2);
  });

  it('pays for nothing but presses of itself', async () => {
    await press(1);
    await begin({ ...linkTo(2), kind: 'page' });
    expect(await used()).toBe(2);
  });
});

describe('a dropped page', () => {
  const listings = ['1', '2'].map((id) => makeListing({ id }));
  async function drop(leftOut: string[] = ['mark']) {
    const { jobId } = await begin({ kind: 'page' });
    const page = { jobId, ownerId: 'anna', requestId: 'r' };
    await takePage(page, listings, leftOut);
    return { jobId, page };
  }

  it('has its cars written and sent on their way', async () => {
    const { jobId } = await drop();
    const job = (await getJob(jobId))!;
    expect(job).toMatchObject({ state: 'working', leftOut: new Set(['mark']) });
    expect(job.found.size).toBe(2);
    expect(queues.sent).toEqual([...job.found].map((carId) => `identify identify ${carId}`));
    for (const carId of job.found)
      expect(table.get(listingKey(jobId, carId))).toMatchObject({ kind: 'DRAFT', stage: 'described' });
  });

  it('is taken once', async () => {
    const { page } = await drop();
    queues.sent.length = 0;
    await takePage(page, listings, []);
    expect(queues.sent).toEqual([]);
  });

  it('of an import that is gone is of nobody', async () => {
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

  it('without cars ends at once', async () => {
    const { jobId } = await begin({ kind: 'page' });
    await takePage({ jobId, ownerId: 'anna', requestId: 'r' }, [], []);
    expect(await getJob(jobId)).toMatchObject({ state: 'completed', failure: 'empty' });
  });
});
