import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeListing } from '#tests/support/make-car.ts';
import { startTestTable, type TestTable } from '#tests/support/table.ts';

let table: TestTable;
let starts: typeof import('#functions/imports/begin-import.ts');
let jobs: typeof import('#functions/imports/job-store.ts');
let drafts: typeof import('#functions/imports/draft-store.ts');
let people: typeof import('#functions/accounts/store.ts');
let giveUps: typeof import('#functions/imports/failures.ts');
let visits: typeof import('#functions/imports/visits.ts');
let rates: typeof import('#functions/imports/rate-and-store-car.ts');
let services: typeof import('#functions/platform/services.ts');

beforeAll(async () => {
  table = await startTestTable();
  starts = await import('#functions/imports/begin-import.ts');
  jobs = await import('#functions/imports/job-store.ts');
  drafts = await import('#functions/imports/draft-store.ts');
  people = await import('#functions/accounts/store.ts');
  giveUps = await import('#functions/imports/failures.ts');
  visits = await import('#functions/imports/visits.ts');
  rates = await import('#functions/imports/rate-and-store-car.ts');
  services = await import('#functions/platform/services.ts');
});
afterAll(() => table.close());

const month = '2026-11';
const now = new Date('2026-11-21T08:00:00.000Z');
const at = now.toISOString();

/** An import that is visiting its link and has found these cars. */
async function visiting(userId: string, found: string[]): Promise<string> {
  const { jobId } = await starts.beginImport({
    userId,
    job: {
      ...{ id: randomUUID(), kind: 'scrape', linkHash: userId, privateTo: null },
      href: `https://www.facebook.com/${userId}`,
    },
    ...{
      historyId: randomUUID(),
      scrapeType: 'manual',
      charge: { month, limit: 20 },
      idempotencyKey: null,
      now,
    },
  });
  await jobs.changeJobState(jobId, ['queued'], 'scraping', at);
  if (found.length > 0) await jobs.addToJob(jobId, { found }, at);
  return jobId;
}
const scrape = (jobId: string) => ({ type: 'scrape' as const, jobId, requestId: 'request-1' });
const rate = (jobId: string, carId: string) => ({
  type: 'rate' as const,
  jobId,
  carId,
  requestId: 'request-1',
});

describe('visits whose message failed too often', () => {
  it('ends an import that found nothing after a failed visit, and refunds it', async () => {
    const jobId = await visiting('anna', []);
    await giveUps.giveUpMessage(scrape(jobId));
    expect(await jobs.getJob(jobId)).toMatchObject({ state: 'failed', failure: 'internal', isSettled: true });
    expect(await people.getScrapesUsed('anna', month)).toBe(0);
  });

  it('gives up cars whose pages were not read, and lets the others continue', async () => {
    const jobId = await visiting('bent', ['seen', 'read']);
    await drafts.addDraft(jobId, 'seen', 'listed', makeListing(), now.getTime());
    await drafts.addDraft(jobId, 'read', 'described', makeListing(), now.getTime());
    await giveUps.giveUpMessage(scrape(jobId));
    expect(await jobs.getJob(jobId)).toMatchObject({ state: 'working', failed: new Set(['seen']) });
    expect(await people.getScrapesUsed('bent', month)).toBe(1);
  });

  it('ends an import none of whose pages were read', async () => {
    const jobId = await visiting('carl', ['seen']);
    await drafts.addDraft(jobId, 'seen', 'listed', makeListing(), now.getTime());
    await giveUps.giveUpMessage(scrape(jobId));
    expect(await jobs.getJob(jobId)).toMatchObject({ state: 'failed', failure: 'internal', isSettled: true });
  });
});

describe('cars whose message failed too often', () => {
  it('gives up a car that failed too often, and ends the import when it was the last', async () => {
    const jobId = await visiting('dora', ['good', 'bad']);
    await jobs.changeJobState(jobId, ['scraping'], 'working', at);
    await jobs.addToJob(jobId, { done: ['good'] }, at);
    await giveUps.giveUpMessage(rate(jobId, 'good'));
    expect(await jobs.getJob(jobId)).toMatchObject({ state: 'working', failed: new Set() });
    await giveUps.giveUpMessage(rate(jobId, 'bad'));
    expect(await jobs.getJob(jobId)).toMatchObject({ state: 'completed', failed: new Set(['bad']) });
  });

  it('does not rate a car whose draft is gone', async () => {
    const jobId = await visiting('emil', ['lost']);
    await rates.rateAndStoreCar({ type: 'rate', jobId, carId: 'lost', requestId: 'request-1' });
    expect(await jobs.getJob(jobId)).toMatchObject({ done: new Set(), failed: new Set() });
  });
});

describe('messages of an ended import', () => {
  it('changes nothing on a message for an ended import', async () => {
    const jobId = await visiting('finn', []);
    await giveUps.giveUpMessage(scrape(jobId));
    const over = await jobs.getJob(jobId);
    await giveUps.giveUpMessage(scrape(jobId));
    await giveUps.giveUpMessage(rate(jobId, 'late'));
    expect(await jobs.getJob(jobId)).toEqual(over);
    await giveUps.giveUpMessage(rate('no-such-job', 'late'));
    expect(await jobs.getJob('no-such-job')).toBeNull();
  });

  it('does not visit the marketplace again for an ended import', async () => {
    const openPageSource = vi.fn();
    services.replaceServices({ openPageSource });
    const jobId = await visiting('gerd', []);
    await giveUps.giveUpMessage(scrape(jobId));
    await visits.visitForJob(scrape(jobId));
    await visits.visitForJob(scrape('no-such-job'));
    expect(openPageSource).not.toHaveBeenCalled();
  });
});
