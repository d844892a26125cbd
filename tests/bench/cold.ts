/**
 * What a cold start of each function costs: `npm run bench -- cold [--runs n] [--only name,name]`. Every function is bundled
 * as for the cloud and started in a process of its own, in turns with a bare SDK handler; the processor's time counts, not
 * the clock's, so that a busy machine measures the same. Prints a table and, as its last line, one JSON object.
 *
 * The bare handler is bundled by the recipe of decision 21: the measure stands still when our own way of bundling
 * makes every function faster. Beside it the table has the multiples of the same handler bundled our way.
 */

import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { needEnvironment } from '#core/contract/needs.ts';
import { productKeys, products } from '#core/payments/plan.ts';
import { bundleFunctions } from '#lib/build/bundle-functions.ts';
import { buildDirectory } from '#lib/build/output.ts';
import { type DeclaredFunction, declaredFunctions } from '#lib/functions.ts';
import { headerOf, readOptions } from '#lib/program-options.ts';
import { contractRoutes, sampleBody } from '#tests/support/route-samples.ts';
import { bundleBare } from './cold/bundle-bare.ts';

const missing = '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>none</Message></Error>';

/** Of Stripe: a list of nothing, and of a checkout as much as a browser is sent on with. */
const ofStripe = { id: 'stub', object: 'list', data: [], has_more: false, url: 'https://checkout.example' };
/** Without its prices a checkout would end before it is made. */
const prices = { ...ofStripe, data: productKeys.map((id) => ({ id, lookup_key: products[id].lookupKey })) };

/** Answers every call of the SDK, and of Stripe's, at once with nothing found, so that what is measured is the function itself. */
async function startStubCloud(): Promise<{ origin: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const target = request.headers['x-amz-target'];
      if (request.url?.startsWith('/v1/')) {
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(request.url.startsWith('/v1/prices') ? prices : ofStripe));
        return;
      }
      if (!target) return void response.writeHead(404, { 'content-type': 'application/xml' }).end(missing);
      const isSecret = String(target).startsWith('secretsmanager');
      const body = isSecret ? { SecretString: 'sk_test_stub' } : { Items: [], Count: 0, Responses: {} };
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

type Start = { loadMs: number; sumMs: number; status: number };
type Kind = 'plain' | 'payment' | 'webhook' | 'program' | 'worker';
type Row = {
  name: string;
  kind: Kind;
  kib: number;
  load: number;
  sum: number;
  /** What the first request was answered: one that failed early has measured less. */
  status: number;
  /** `load` as a multiple of the bare handler that is bundled as ours are. */
  ofOurs: number;
  budget: number;
  isOver: boolean;
};

/** As multiples of the bare handler (decision 21): for routes that a page waits for, and for the rest. */
const budgets: Record<Kind, number> = {
  plain: 1.5,
  payment: 2,
  webhook: 2,
  program: 2,
  worker: Number.POSITIVE_INFINITY,
};

const bare: DeclaredFunction = {
  kind: 'worker',
  name: 'bare-our-way',
  source: 'tests/bench/cold/bare-handler.ts',
  exportName: 'handler',
  row: { subject: '', trigger: { kind: 'schedule', every: 'hour' }, needs: [], settings: [], summary: '' },
};
/** The bare handler that is bundled by the recipe. */
const baseline = 'bare';
const values = readOptions(headerOf(import.meta.filename), {
  runs: { type: 'string' },
  only: { type: 'string' },
});
const runs = Number(values.runs ?? 7);
const only = values.only?.split(',');
const functions = declaredFunctions.filter(({ name }) => !only || only.includes(name));
const folder = join(buildDirectory, 'cold');
const userId = 'measured';

function kindOf(declared: DeclaredFunction): Kind {
  if (declared.kind === 'worker') return 'worker';
  if (declared.row.auth === 'stripe') return 'webhook';
  if (declared.row.subject === 'mcp') return 'program';
  return declared.row.needs.some((need) => need.startsWith('stripe')) ? 'payment' : 'plain';
}

/** The first request of a route: one that it would take. Workers are loaded only. */
function eventOf(declared: DeclaredFunction): string | null {
  const route = contractRoutes.find(({ key }) => declared.kind === 'route' && key === declared.routeKey);
  if (!route) return declared === bare ? '{}' : null;
  const body = sampleBody(route.row, 'measured');
  const isRaw = body instanceof Uint8Array;
  const claims = {
    sub: userId,
    token_use: 'access',
    client_id: 'client',
    scope: 'aws.cognito.signin.user.admin',
  };
  return JSON.stringify({
    version: '2.0',
    headers: { 'content-type': isRaw ? 'application/octet-stream' : 'application/json' },
    pathParameters: Object.fromEntries(route.params.map((name) => [name, userId])),
    body: body && (isRaw ? Buffer.from(body).toString('base64') : JSON.stringify(body)),
    isBase64Encoded: isRaw,
    requestContext: {
      requestId: 'measured',
      http: { sourceIp: '203.0.113.1' },
      ...(route.row.auth === 'user' && { authorizer: { jwt: { claims } } }),
    },
  });
}

function environment(origin: string): NodeJS.ProcessEnv {
  const needed = Object.values(needEnvironment).flat();
  return {
    PATH: process.env.PATH,
    ...Object.fromEntries(needed.map((name) => [name, /URL|ENDPOINT/.test(name) ? `${origin}/1/x` : name])),
    ...{ STAGE: 'dev', LOG_LEVEL: 'error', PUBLIC_ORIGIN: origin, STRIPE_API_URL: origin },
    ...{ TOKEN_ISSUER: origin, TOKEN_JWKS_URL: `${origin}/keys`, TOKEN_CLIENT_ID: 'client' },
    ...{
      AWS_REGION: 'eu-north-1',
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
      AWS_ENDPOINT_URL: origin,
    },
  };
}

function start(name: string, event: string | null, env: NodeJS.ProcessEnv): Promise<Start> {
  const entry = pathToFileURL(join(folder, 'functions', name, 'index.mjs')).href;
  const probe = new URL('./cold/probe.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [probe, entry, ...(event ? [event] : [])], {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let told = '';
    let errors = '';
    child.stdio[3]!.on('data', (text) => {
      told += text;
    });
    child.stderr!.on('data', (text) => {
      errors += text;
    });
    child.on('close', () => {
      if (told) resolve(JSON.parse(told) as Start);
      else reject(new Error(`${name} did not start: ${errors.slice(0, 600)}`));
    });
  });
}

function bundleKib(name: string): number {
  const files = readdirSync(join(folder, 'functions', name), { recursive: true, withFileTypes: true });
  const code = files.filter(
    (each) => each.isFile() && each.name.endsWith('.mjs') && !each.parentPath.includes('node_modules'),
  );
  return code.reduce((sum, each) => sum + statSync(join(each.parentPath, each.name)).size, 0) / 1024;
}

/** What else the machine does can only add to a start's cost: the least of all runs is the nearest to it alone. */
const least = (numbers: number[]): number => Math.min(...numbers);

async function startAll(env: NodeJS.ProcessEnv): Promise<Map<string, Start[]>> {
  const events = [bare, ...functions].map((each) => [each.name, eventOf(each)] as const);
  const starts = new Map<string, Start[]>();
  for (let run = 0; run < runs; run++)
    for (const [name, event] of [[baseline, '{}'] as const, ...events])
      starts.set(name, [...(starts.get(name) ?? []), await start(name, event, env)]);
  return starts;
}

function rowOf(declared: DeclaredFunction, starts: Map<string, Start[]>): Row {
  const ratio = (pick: (one: Start) => number, to = baseline) =>
    least(starts.get(declared.name)!.map(pick)) / least(starts.get(to)!.map(pick));
  const kind = kindOf(declared);
  const load = ratio((one) => one.loadMs);
  const sum = kind === 'worker' ? Number.NaN : ratio((one) => one.sumMs);
  const ofOurs = ratio((one) => one.loadMs, bare.name);
  const budget = budgets[kind];
  const isOver = kind === 'plain' ? load > budget : sum > budget;
  const { status } = starts.get(declared.name)![0]!;
  return {
    name: declared.name,
    kind,
    kib: bundleKib(declared.name),
    load,
    sum,
    status,
    ofOurs,
    budget,
    isOver,
  };
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await bundleFunctions([bare, ...functions], folder);
const cloud = await startStubCloud();
await bundleBare(join(folder, 'functions', baseline));
const starts = await startAll(environment(cloud.origin));
cloud.close();
const rows = functions.map((declared) => rowOf(declared, starts)).sort((a, b) => b.load - a.load);
const bareMs = least(starts.get(baseline)!.map((one) => one.loadMs));
console.info(
  `A bare SDK handler: ${bundleKib(baseline).toFixed(0)} KiB, loaded in ${bareMs.toFixed(0)} ms of processor time.`,
);
console.info(
  'Multiples of it: loading, loading with the first request (and its status); loading as a multiple of the one bundled our way.\n',
);
for (const { name, kind, kib, load, sum, status, ofOurs, isOver } of rows)
  console.info(
    [
      name.padEnd(34),
      kind.padEnd(8),
      `${kib.toFixed(0).padStart(5)} KiB`,
      `${load.toFixed(2)}×`.padStart(7),
      Number.isNaN(sum) ? '      –' : `${sum.toFixed(2)}×`.padStart(7),
      status > 0 ? String(status) : '  –',
      `${ofOurs.toFixed(2)}×`.padStart(7),
      isOver ? '  over its budget' : '',
    ].join('  '),
  );
const over = rows.filter(({ isOver }) => isOver).map(({ name }) => name);
const round = (value: number) => (Number.isFinite(value) ? Number(value.toFixed(3)) : null);
console.info(
  JSON.stringify({
    bench: 'cold',
    runs,
    bareMs: round(bareMs),
    over,
    functions: rows.map(({ name, kind, kib, load, sum, status, ofOurs }) => ({
      name,
      kind,
      status,
      kib: round(kib),
      load: round(load),
      sum: round(sum),
      ofOurs: round(ofOurs),
    })),
  }),
);
process.exitCode = over.length > 0 ? 1 : 0;
