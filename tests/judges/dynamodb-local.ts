import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { type Answers, askEdgeCases } from 'local-cloud/tests/services/dynamodb/edge-cases/ask-edge-cases.ts';
import { install, withDynamoDbLocal } from './dynamodb-local-server.ts';
import type { Judge } from './judge.ts';

const reportFile = 'node_modules/.cache/judges/dynamodb-local-tests.json';
const answersFile = 'packages/local-cloud/tests/services/dynamodb/edge-cases/answers.json';
/** Tests that keep what they store in the table and look at it by our adapters alone. */
const tests = ['.services', 'tests/security/erase-account'];

/** Whether the recorded answers to the edge cases are still its answers. */
function staleAnswers(answers: Answers): string[] {
  const recorded = JSON.parse(readFileSync(answersFile, 'utf8')) as Answers;
  const stale = Object.keys(answers.cases).filter(
    (name) => !isDeepStrictEqual(answers.cases[name], recorded.cases[name]),
  );
  const isStreamed = isDeepStrictEqual(answers.stream, recorded.stream);
  return [
    ...stale.map((name) => `another answer is recorded: ${name}`),
    ...(isStreamed ? [] : ['the stream']),
  ];
}

type Report = {
  numTotalTests: number;
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
};

function runTests(endpoint: string): Report {
  rmSync(reportFile, { force: true });
  const reporting = ['--reporter=json', `--outputFile=${reportFile}`];
  const run = spawnSync('vitest', ['run', '--project', 'local', ...reporting, ...tests], {
    ...{ encoding: 'utf8', maxBuffer: 2 ** 28 },
    env: { ...process.env, LOCAL_CLOUD_DYNAMODB_ENDPOINT: endpoint },
  });
  if (!existsSync(reportFile)) throw new Error(`The tests did not run: ${run.stderr}`);
  return JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
}

/** DynamoDB Local: the recorded answers to the edge cases, and the tests of the adapters, of processes and of erasure. */
export const dynamoDbLocal: Judge = {
  name: 'dynamodb-local',
  async judge({ record }) {
    install();
    const answers = await withDynamoDbLocal(askEdgeCases);
    if (record) writeFileSync(answersFile, `${JSON.stringify(answers, null, 2)}\n`);
    const report = await withDynamoDbLocal(async (endpoint) => runTests(endpoint));
    const failed = report.testResults.flatMap(({ name, status, assertionResults }) => {
      const bad = assertionResults.filter((one) => one.status === 'failed').map((one) => one.fullName);
      return bad.length > 0 || status !== 'failed' ? bad : [name];
    });
    const checked = Object.keys(answers.cases).length + report.numTotalTests;
    return { checked, findings: [...staleAnswers(answers), ...failed] };
  },
};
