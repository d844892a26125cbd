import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  type Answers,
  askEdgeCases,
  recordAnswers,
  recordedAnswers,
} from 'local-cloud/tests/services/dynamodb/edge-cases/ask-edge-cases.ts';
import { type Judge, Unable, withServer } from './judge.ts';

const version = '2.6.1';
const folder = join('node_modules/.cache/judges', `dynamodb-local-${version}`);
const libraries = join(folder, 'lib');

const project = `<project><modelVersion>4.0.0</modelVersion><groupId>judges</groupId><artifactId>judges</artifactId><version>1</version>
<dependencies><dependency><groupId>com.amazonaws</groupId><artifactId>DynamoDBLocal</artifactId><version>${version}</version></dependency></dependencies></project>
`;

function install(): void {
  if (spawnSync('java', ['-version']).status !== 0) throw new Unable('There is no Java here.');
  if (existsSync(libraries)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'pom.xml'), project);
  const copied = spawnSync('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], {
    cwd: folder,
  });
  if (copied.status !== 0) throw new Unable(`Maven could not fetch DynamoDB Local ${version}.`);
}

/** Starts it with nothing in it, does the work and ends it. */
function withDynamoDbLocal<T>(work: (endpoint: string) => Promise<T>): Promise<T> {
  const main = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner';
  const classes = ['-Djava.library.path=lib', '-cp', 'lib/*', main];
  const args = (port: number) => [...classes, '-inMemory', '-port', String(port)];
  return withServer({ name: 'DynamoDB Local', path: 'java', args, cwd: folder }, work);
}

const reportFile = 'node_modules/.cache/judges/dynamodb-local-tests.json';
/** Tests that keep what they store in the table and look at it by our adapters alone. */
const tests = ['.services', 'tests/security/erase-account'];

/** Whether the recorded answers to the edge cases are still its answers. */
function staleAnswers(answers: Answers): string[] {
  const recorded = recordedAnswers();
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
  // DynamoDB Local takes some four times as long as the embedded engine for 500 merges.
  const patience = '--testTimeout=600000';
  const run = spawnSync('vitest', ['run', '--project', 'local', ...reporting, patience, ...tests], {
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
    if (record) recordAnswers(answers);
    const report = await withDynamoDbLocal(async (endpoint) => runTests(endpoint));
    const failed = report.testResults.flatMap(({ name, status, assertionResults }) => {
      const bad = assertionResults.filter((one) => one.status === 'failed').map((one) => one.fullName);
      return bad.length > 0 || status !== 'failed' ? bad : [name];
    });
    // A project that no longer holds them would leave them out without a word.
    const notRun = tests.filter((part) => !report.testResults.some(({ name }) => name.includes(part)));
    const checked = Object.keys(answers.cases).length + report.numTotalTests;
    return {
      checked,
      findings: [
        ...staleAnswers(answers),
        ...notRun.map((part) => `no tests were run of ${part}`),
        ...failed,
      ],
    };
  },
};
