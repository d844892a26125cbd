import { expect, it } from 'vitest';
import { failuresOf, secondTriesOf, type TestReport } from '#tests/support/test-report.ts';

const report: TestReport = {
  ...{ numPassedTests: 2, numFailedTests: 1, numPendingTests: 1 },
  testResults: [
    {
      name: '/tests/e2e/looks.long.test.ts',
      assertionResults: [
        { status: 'passed', fullName: 'home fits', failureMessages: [] },
        { status: 'passed', fullName: 'home loads', failureMessages: ['Error: expected 0\n    at a line'] },
      ],
    },
    {
      name: '/tests/e2e/share.long.test.ts',
      assertionResults: [
        { status: 'failed', fullName: 'is shared', failureMessages: ['Error: first', 'Error: second'] },
        { status: 'skipped', fullName: 'is left out', failureMessages: [] },
      ],
    },
  ],
};

it('the report names a test that passed on a retry, with the first line of its failure', () => {
  expect(secondTriesOf(report)).toEqual(['/tests/e2e/looks.long.test.ts\n  home loads\n  Error: expected 0']);
});

it('the report names a failed or skipped test with the output of every try', () => {
  expect(failuresOf(report)).toEqual([
    '/tests/e2e/share.long.test.ts\n  is shared\n  Error: first\nError: second',
    '/tests/e2e/share.long.test.ts\n  is left out\n  ',
  ]);
});
