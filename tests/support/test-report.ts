/** What is read here of a report of vitest's `json` reporter. */
export type TestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    /** The file's path. */
    name: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

/** The file, the name and the messages of each test that did not pass. */
export function failuresOf({ testResults }: TestReport): string[] {
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed')
      .map((test) => `${file}\n  ${test.fullName}\n  ${test.failureMessages.join('\n').slice(0, 1000)}`),
  );
}

/** The file, the name and the first line of the failure of each test that passed when it was tried again: its report keeps both. */
export function secondTriesOf({ testResults }: TestReport): string[] {
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map((test) => `${file}\n  ${test.fullName}\n  ${test.failureMessages[0]!.split('\n')[0]}`),
  );
}
