import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Acknowledgement, type Judge, without } from '../judge.ts';
import { askPython, cache, pythonTool } from '../python-tool.ts';
import { withServer } from '../with-server.ts';

const acknowledgements: readonly Acknowledgement[] = [
  {
    finding: /^a queue moves a message to the dead letters after the last allowed receive$/,
    because: 'moto gives no DeadLetterQueueSourceArn with a dead letter; the API reference of SQS names it.',
  },
  {
    finding: /^the event bus refuses more than 1 MiB in one call$/,
    because:
      'moto has no limit at all; AWS has raised it to 1 MB (docs/decisions/0036-the-limit-of-an-event.md).',
  },
  {
    finding: /^signing up refuses a password of five characters in the words of the policy$/,
    because: 'moto refuses it in words of its own: "The provided password does not confirm …".',
  },
  {
    finding: /^signing up refuses an address that has an account, in any case$/,
    because: 'moto compares names as they are written even in a pool that does not.',
  },
  {
    finding: /^signing up lets nobody in before the address is confirmed$/,
    because:
      'moto names the same telephone number as the place of every code; that nobody is let in is asked after it.',
  },
];

const credentials = { region_name: 'eu-north-1', aws_access_key_id: 'test', aws_secret_access_key: 'test' };
const report = join(cache, 'moto-tests.json');
const services = 'local/cloud/tests/services';
const tests = ['queue-service', 'user-service', 'small-services'].map(
  (name) => `${services}/${name}.test.ts`,
);
/** Of the last file the bus alone: the others ask the embedded service by another door. */
const isContract = (name: string) => /^(?:a queue|signing up|the event bus) /.test(name);

type Report = { testResults: { assertionResults: { status: string; fullName: string }[] }[] };

function runContract(endpoint: string, pool: { poolId: string; clientId: string }): Report {
  rmSync(report, { force: true });
  const run = spawnSync(
    'vitest',
    ['run', '--project', 'local', '--reporter=json', `--outputFile=${report}`, ...tests],
    {
      ...{ encoding: 'utf8', maxBuffer: 2 ** 28 },
      env: {
        ...process.env,
        ...{ AWS_REGION: 'eu-north-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
        ...{ AWS_ENDPOINT_URL: endpoint, EMBEDDED_CLOUD_CONTRACT_TARGET: 'aws' },
        EMBEDDED_CLOUD_CONTRACT_POOL_ID: pool.poolId,
        EMBEDDED_CLOUD_CONTRACT_CLIENT_ID: pool.clientId,
      },
    },
  );
  if (!existsSync(report)) throw new Error(`The tests did not run: ${run.stderr}`);
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

/** moto: the tests that hold our queues, pool and bus to AWS's contract, asked of somebody else's copy of them. */
export const moto: Judge = {
  name: 'moto',
  async judge() {
    const bin = pythonTool('moto', 'moto[server]==5.2.5', 'boto3==1.44.5');
    const server = {
      name: 'moto',
      path: join(bin, 'moto_server'),
      args: (port: number) => ['-p', String(port)],
    };
    return withServer(server, (endpoint) => {
      const pool = askPython<{ poolId: string; clientId: string }>(bin, 'moto/make-pool.py', {
        ...{ endpoint, credentials },
      });
      const asked = runContract(endpoint, pool)
        .testResults.flatMap(({ assertionResults }) => assertionResults)
        .filter(({ status, fullName }) => status !== 'skipped' && isContract(fullName));
      const failed = asked.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
      return { checked: asked.length, ...without(acknowledgements, failed) };
    });
  },
};
