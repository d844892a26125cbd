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
  ['within the hour of one that goes on', working, within, true],
  ['within the hour of one that was charged', charged, within, true],
  ['within the hour of one whose charge was given back', givenBack, within, false],
  ['within the hour of one that is gone', null, within, false],
  ['when the hour is over', charged, after, false],
  ['when the hour of one that goes on is over', working, after, false],
])('another press %s: paid for is %s', (_, paying, now, isPaid) => {
  expect(isPaidFor(hour, paying, now)).toBe(isPaid);
});
