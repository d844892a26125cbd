import { expect, it } from 'vitest';
import { isPaidFor } from '#core/imports/job.ts';
import { makeJob } from './make-job.ts';

const hour = { jobId: 'j', startedAt: '2026-11-21T08:00:00.000Z' };
const within = new Date('2026-11-21T08:59:59.999Z');
const after = new Date('2026-11-21T09:00:00.000Z');
const working = makeJob();
const charged = makeJob({ state: 'completed', done: new Set(['a']) });
const givenBack = makeJob({ state: 'failed', failure: 'login_wall' });

it.each([
  ['within the hour of an import in progress', working, within, true],
  ['within the hour of a charged import', charged, within, true],
  ['within the hour of a refunded import', givenBack, within, false],
  ['within the hour of a deleted import', null, within, false],
  ['when the hour is over', charged, after, false],
  ['when the hour of an import in progress is over', working, after, false],
])('an import started again %s is paid for: %s', (_, paying, now, isPaid) => {
  expect(isPaidFor(hour, paying, now)).toBe(isPaid);
});
