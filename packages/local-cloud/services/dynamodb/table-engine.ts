import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freePort } from '../../stable-port.ts';
import {
  jsonError,
  ServiceError,
  targetOperation,
  type WireRequest,
  type WireResponse,
  type WireService,
} from '../../wire/http.ts';
import { keepPrivate } from '../../wire/state.ts';
import { isChecked, Refusals } from './refusals.ts';

type Handle = WireService['handle'];

const describing = new Set(['CreateTable', 'DescribeTable']);
const read = <T>(body: WireResponse['body']) => JSON.parse(String(body)) as T;

/** A page of a stream without the records of writes that changed nothing; the next one when nothing else is on it. */
async function changes(pass: Handle, asked: WireRequest): Promise<WireResponse> {
  let request = asked;
  for (;;) {
    const answer = await pass(request);
    if (answer.status !== 200) return answer;
    const page = read<RecordsPage>(answer.body);
    const Records = page.Records.filter(isChange);
    if (Records.length === page.Records.length) return answer;
    if (Records.length > 0 || !page.NextShardIterator) {
      const { 'x-amz-crc32': _ofTheWhole, ...headers } = answer.headers ?? {};
      return { ...answer, headers, body: JSON.stringify({ ...page, Records }) };
    }
    const next = { ...read<object>(asked.body), ShardIterator: page.NextShardIterator };
    request = { ...asked, body: Buffer.from(JSON.stringify(next)) };
  }
}

/** An engine that answers as DynamoDB does where it would be kinder by itself. */
export function asDynamoDb(pass: Handle): Handle {
  const refusals = new Refusals();
  return async (asked) => {
    const operation = targetOperation(asked.headers) ?? '';
    if (operation === 'GetRecords') return changes(pass, asked);
    try {
      if (isChecked(operation)) refusals.check(operation, JSON.parse(asked.body.toString('utf8')));
    } catch (error) {
      // What cannot be read is the engine's to refuse.
      if (error instanceof ServiceError) return jsonError(error);
    }
    const answer = await pass(asked);
    if (describing.has(operation) && answer.status === 200) refusals.learn(read(answer.body));
    return answer;
  };
}

/** The platforms whose engine is among the packages: an optional one, so that the others can install the rest. */
const supported: readonly string[] = ['linux-x64'];

/** Where the engine's program lies. Throws, saying what can be done, where the packages hold none for the platform. */
export function engineBinary(platform = `${process.platform}-${process.arch}`): string {
  const name = `@dynoxide/${platform}`;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const binary = join(folder, 'dynoxide');
    if (existsSync(binary)) return binary;
  } catch {
    // Not installed: told below.
  }
  const remedy = 'start DynamoDB Local and set LOCAL_CLOUD_DYNAMODB_ENDPOINT to its address.';
  if (supported.includes(platform))
    throw new Error(
      `The DynamoDB engine ${name} is not installed. Run npm ci without leaving out optional packages, or ${remedy}`,
    );
  throw new Error(
    `There is no DynamoDB engine for ${platform}: it works by itself on ${supported.join(', ')} only. Here, ${remedy}`,
  );
}

/**
 * What the engine asks of a stream's records: the next number at every write, and the records after a number at every
 * poll. It keeps them without an index and so reads all of them, images included, each time: 3,000 changes make a write
 * cost twenty times as much.
 */
const indexes = `
  CREATE INDEX IF NOT EXISTS ours_stream_next ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
  CREATE INDEX IF NOT EXISTS ours_stream_after ON _stream_records (table_name, shard_id, CAST(sequence_number AS INTEGER));
`;

/** Adds the indexes to the database of a running engine. One without the records' table is left as it is. */
export function indexStreamRecords(databasePath: string): void {
  const database = new DatabaseSync(databasePath, { timeout: 5000 });
  try {
    const table = database.prepare(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_stream_records'",
    );
    if (table.get()) database.exec(indexes);
  } finally {
    database.close();
  }
}

type Image = Record<string, unknown>;
type Streamed = { eventName: string; dynamodb: { OldImage?: Image; NewImage?: Image } };
export type RecordsPage = { Records: Streamed[]; NextShardIterator?: string };

/** One spelling for equal values: names and members of sets have no order, a number may be written in several ways. */
function spelled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spelled);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, inner]) => {
    const isSet = /^[SNB]S$/.test(name) && Array.isArray(inner);
    return [name, isSet ? [...inner].sort() : spelled(inner)];
  });
}

/**
 * Whether something changed: DynamoDB writes no record of a write that leaves the item as it was, the engine does. Only a
 * stream of both images tells; the records of any other pass as they are.
 */
export function isChange({ eventName, dynamodb: { OldImage, NewImage } }: Streamed): boolean {
  if (eventName !== 'MODIFY' || !OldImage || !NewImage) return true;
  return JSON.stringify(spelled(OldImage)) !== JSON.stringify(spelled(NewImage));
}

export type TableEngine = WireService & { endpoint: string; pid: number | undefined };

/**
 * Runs a program that must not outlive us: the shell waits for it and, when our end of the pipe closes for whatever
 * reason (SIGKILL among them), ends it.
 */
const watchdog =
  'exec 3<&0; "$@" 3<&- </dev/null & pid=$!; (cat <&3 >/dev/null; kill -KILL $pid 2>/dev/null) & wait $pid';

async function answers(endpoint: string): Promise<boolean> {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(500) });
    return true;
  } catch {
    return false;
  }
}

async function waitUntilAnswering(endpoint: string, hasEnded: () => boolean): Promise<void> {
  const until = Date.now() + 10_000;
  while (Date.now() < until && !hasEnded()) {
    if (await answers(endpoint)) return;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  throw new Error('The DynamoDB engine did not start.');
}

/**
 * Passes requests on to the engine as they came. Every function's every call goes this way: a plain request over a kept
 * connection costs a fraction of `fetch`.
 */
function proxy(endpoint: string): WireService['handle'] {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return (asked) =>
    new Promise((resolve, reject) => {
      const headers = { ...pick(asked.headers, passed), 'content-length': asked.body.length };
      const passing = request(endpoint, { method: 'POST', agent, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 500,
            headers: pick(answer.headers as Record<string, string | undefined>, returned),
            body: Buffer.concat(parts),
          }),
        );
      });
      passing.on('error', reject);
      passing.end(asked.body);
    });
}

const passed = ['x-amz-target', 'content-type', 'authorization', 'x-amz-date'];
const returned = ['content-type', 'x-amzn-requestid', 'x-amz-crc32', 'x-amzn-errortype'];

function pick(headers: Readonly<Record<string, string | undefined>>, names: readonly string[]) {
  const found: Record<string, string> = {};
  for (const name of names) if (headers[name] !== undefined) found[name] = headers[name];
  return found;
}

/** DynamoDB: the dynoxide binary on a database file, or whatever LOCAL_CLOUD_DYNAMODB_ENDPOINT names. */
export async function startTableEngine(databasePath: string): Promise<TableEngine> {
  const given = process.env.LOCAL_CLOUD_DYNAMODB_ENDPOINT;
  if (given) return { endpoint: given, pid: undefined, handle: proxy(given), close: () => {} };
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  keepPrivate(databasePath);
  const command = [engineBinary(), 'serve', '--port', String(port), '--db-path', databasePath];
  const child = spawn('/bin/sh', ['-c', watchdog, 'dynoxide', ...command], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    // Several threads wait for each other's memory most of the time: 1,200 cars take two of them 21 s of processor time, one 12 s.
    env: { ...process.env, TOKIO_WORKER_THREADS: '1' },
  });
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  // A pipe to a shell that has ended breaks; `ended` tells it already.
  child.stdin.on('error', () => {});
  await waitUntilAnswering(endpoint, () => ended);
  indexStreamRecords(databasePath);
  return {
    endpoint,
    pid: child.pid,
    handle: asDynamoDb(proxy(endpoint)),
    close: () => child.stdin.destroy(),
  };
}
