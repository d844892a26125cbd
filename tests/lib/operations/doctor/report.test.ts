import { describe, expect, it } from 'vitest';
import {
  type Check,
  examine,
  isAnythingMissing,
  missing,
  ok,
  reportOf,
} from '#lib/operations/doctor/checks.ts';
import { makeSurroundings } from './surroundings.ts';

const good: Check = { name: 'good', look: async () => ok('It is there.') };
const bad: Check = { name: 'bad', look: async () => missing('It is not there.', 'npm run mend') };
const broken: Check = { name: 'broken', look: () => Promise.reject(new Error('no right to read')) };
const answersOf = (...checks: Check[]) => examine(checks, makeSurroundings());

describe('the report on a stage', () => {
  it('the report has one line per check, the command for each problem, and a JSON object at the end', async () => {
    const answers = await answersOf(good, bad);
    const lines = reportOf('prod', answers).split('\n');
    expect(lines.slice(0, -1).map((line) => line.trim())).toEqual([
      'ok           good  It is there.',
      'missing      bad   It is not there.',
      'npm run mend',
    ]);
    expect(JSON.parse(lines.at(-1)!)).toEqual({ stage: 'prod', isMissing: true, checks: answers });
  });

  it('the report continues after a check that fails and marks it as unknown', async () => {
    const answers = await answersOf(broken, good);
    expect(answers).toMatchObject([
      { state: 'cannot tell', sentence: 'It could not be looked at: no right to read.' },
      { state: 'ok' },
    ]);
    expect(isAnythingMissing(answers)).toBe(false);
  });
});
