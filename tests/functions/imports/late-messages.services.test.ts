import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { startTestTable } from '#tests/support/table.ts';

const table = await startTestTable();
const starts = await import('#functions/imports/begin-import.ts');
const jobs = await import('#functions/imports/job-store.ts');
const people = await import('#functions/accounts/store.ts');
const giveUps = await import('#functions/imports/failures.ts');
const visits = await import('#functions/imports/visits.ts');
const rates = await import('#functions/imports/rate-and-store-car.ts');
const services = await import('#functions/platform/services.ts');
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

describe('visits whose message failed too often', () => {
  it('ends an import that found nothing after a failed visit, and refunds it', async () => {
    const jobId = await visiting('anna', []);
    await giveUps.giveUpMessage(scrape(jobId));
    expect(await jobs.getJob(jobId)).toMatchObject({ state: 'failed', failure: 'internal', isSettled: true });
    expect(await people.getScrapesUsed('anna', month)).toBe(0);
  });
});

describe('cars whose message failed too often', () => {
  it('does not rate a car whose draft is gone', async () => {
    const jobId = await visiting('emil', ['lost']);
    await rates.rateAndStoreCar({ type: 'rate', jobId, carId: 'lost', requestId: 'request-1' });
    expect(await jobs.getJob(jobId)).toMatchObject({ done: new Set(), failed: new Set() });
  });
});

describe('messages of an ended import', () => {
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
