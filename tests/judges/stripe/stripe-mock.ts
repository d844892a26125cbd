import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { askPython, cache, type Judge, pythonTool, Unable, withServer } from '../judge.ts';
import { callsVariable, type RecordedCall } from './record-calls.ts';

const version = 'v0.203.0';
const folder = join(cache, `stripe-mock-${version}`);
const modules = join(folder, 'modules');

/** What Stripe publishes of its API, as the mock holds it. */
const specification = join(modules, `github.com/stripe/stripe-mock@${version}/embedded/openapi/spec3.json`);

function install(): void {
  if (spawnSync('go', ['version']).status !== 0) throw new Unable('There is no Go here.');
  if (existsSync(join(folder, 'stripe-mock'))) return;
  const installed = spawnSync('go', ['install', '-modcacherw', `github.com/stripe/stripe-mock@${version}`], {
    env: { ...process.env, GOBIN: folder, GOMODCACHE: modules },
  });
  if (installed.status !== 0) throw new Unable(`Go could not install stripe-mock ${version}.`);
}

/** Starts it, does the work and ends it. */
const withStripeMock = <T>(work: (origin: string) => Promise<T>): Promise<T> =>
  withServer(
    {
      name: 'stripe-mock',
      path: join(folder, 'stripe-mock'),
      args: (port) => ['-http-port', String(port)],
    },
    work,
  );

const callsFile = join(cache, 'stripe-calls.jsonl');
/** Tests that live through payments against the embedded Stripe. */
const tests = ['tests/simulation/payments', 'tests/local/shop.test.ts', 'packages/local-stripe/tests'];

function recordCalls(): RecordedCall[] {
  rmSync(callsFile, { force: true });
  const run = spawnSync('vitest', ['run', '--project', 'local', ...tests], {
    ...{ encoding: 'utf8', maxBuffer: 2 ** 28 },
    env: {
      ...process.env,
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'record-calls.ts')}`,
      [callsVariable]: callsFile,
    },
  });
  if (!existsSync(callsFile)) throw new Error(`No call was recorded: ${run.stdout.slice(-2000)}`);
  const lines = readFileSync(callsFile, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as RecordedCall);
}

/** The call with its ids and keys all alike. */
const kindOf = ({ method, path, body }: RecordedCall) =>
  `${method} ${decodeURIComponent(path)} ${decodeURIComponent(body.replaceAll('+', ' '))}`.replace(
    /_[0-9A-Za-z]{8,}|\d{6,}|[0-9a-f]{8}-[0-9a-f-]{27}/g,
    '…',
  );

async function ask(origin: string, { method, path, body }: Pick<RecordedCall, 'method' | 'path' | 'body'>) {
  const answer = await fetch(origin + path, {
    method,
    headers: {
      authorization: 'Bearer sk_test_123',
      // As Stripe's own client says even where there is no body.
      ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(body && { body }),
  });
  return { status: answer.status, text: await answer.text() };
}

/** What the mock refuses of what the embedded Stripe took. */
async function refusedCalls(origin: string, calls: readonly RecordedCall[]): Promise<string[]> {
  const found = new Set<string>();
  const nonsense = await ask(origin, { method: 'POST', path: '/v1/customers', body: 'emial=a@example.dk' });
  if (nonsense.status === 200) found.add('It takes what Stripe does not know, and judges nothing.');
  for (const call of calls) {
    const { status, text } = await ask(origin, call);
    const says = /"message": *"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text;
    if (status !== 200)
      found.add(`${kindOf(call).slice(0, 160)} is refused: ${status} ${says.slice(0, 200)}`);
  }
  return [...found].sort();
}

/** stripe-mock: takes what our adapter asks; the published OpenAPI that it holds fits what the embedded Stripe answers. */
export const stripeMock: Judge = {
  name: 'stripe-mock',
  async judge() {
    install();
    const bin = pythonTool('jsonschema', 'jsonschema==4.26.0');
    const taken = recordCalls().filter(({ status }) => status === 200);
    const kinds = [...new Map(taken.map((call) => [kindOf(call), call])).values()];
    const refused = await withStripeMock((origin) => refusedCalls(origin, kinds));
    const files = { specification, calls: callsFile };
    const answers = askPython<{ checked: number; found: string[] }>(bin, 'stripe/validate.py', files);
    return { checked: kinds.length + answers.checked, findings: [...refused, ...answers.found] };
  },
};
