import { describe, expect, it } from 'vitest';
import { importFailureClasses } from '#core/contract/routes/imports.ts';
import { failureSentence, isCharged, isComplete, isPaidFor, stageOf, statusOf } from '#core/imports/job.ts';
import { makeJob as job, makeJob } from './make-job.ts';

describe('the progress of an import', () => {
  // docs/spec.md, sections 4 and 9.
  it.each([
    ['queued', 10, job({ state: 'queued' })],
    ['scraping', 25, job({ state: 'scraping' })],
    ['ocr', 50, job({ identified: new Set(['a']) })],
    ['tjekbil', 75, job({ identified: new Set(['a', 'b']), done: new Set(['a']) })],
    ['completed', 100, job({ state: 'completed' })],
    ['failed', 10, job({ state: 'failed', failure: 'login_wall' })],
    ['tjekbil', 75, job({ state: 'completed', isSettled: false })],
    ['scraping', 25, job({ state: 'failed', failure: 'login_wall', isSettled: false })],
  ] as const)('an import at stage %s is %i percent done', (stage, percent, given) => {
    expect(stageOf(given)).toBe(stage);
    expect(statusOf(given).percent).toBe(percent);
  });

  it('an import is complete when every car was rated or given up and no more can come', () => {
    expect(isComplete(job({ done: new Set(['a']), failed: new Set(['b']) }))).toBe(true);
    expect(isComplete(job({ done: new Set(['a']) }))).toBe(false);
    const twice = { done: new Set(['a']), failed: new Set(['a']) };
    expect(isComplete(job(twice))).toBe(false);
    expect(statusOf(job(twice)).carsFailed).toBe(0);
    expect(isComplete(job({ state: 'scraping', done: new Set(['a', 'b']) }))).toBe(false);
  });

  it('an import is charged only when it brought a car', () => {
    expect(isCharged(job({ state: 'completed', found: new Set(), failure: 'empty' }))).toBe(false);
    expect(isCharged(job({ state: 'completed', done: new Set(['a']) }))).toBe(true);
  });

  it('every failure of an import has a sentence of its own', () => {
    const sentences = importFailureClasses.map(failureSentence);
    expect(new Set(sentences).size).toBe(importFailureClasses.length);
  });
});

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
