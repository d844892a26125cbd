import { getScrapesUsed } from '#functions/accounts/store.ts';
import { type ImportRequest, writeStart } from '#functions/imports/job-store.ts';

export const now = new Date('2026-11-21T10:00:00.000Z');
export const month = '2026-11';

export const requestOf = (
  fields: Partial<ImportRequest> = {},
  job: Partial<ImportRequest['job']> = {},
): ImportRequest => ({
  ...{ userId: 'anna', historyId: 'row', scrapeType: 'manual', charge: { month, limit: 2 } },
  ...{ idempotencyKey: null, now },
  job: {
    id: 'job',
    kind: 'scrape',
    href: 'https://www.facebook.com/x',
    linkHash: 'link',
    privateTo: null,
    ...job,
  },
  ...fields,
});
export const nothing = { running: null, endedJobId: null };
export const begin = (fields: Partial<ImportRequest> = {}, job: Partial<ImportRequest['job']> = {}) =>
  writeStart(requestOf(fields, job), nothing);
export const used = (userId = 'anna') => getScrapesUsed(userId, month);
